import { api } from '@virtual-courses/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { addUpSales, findSales, findSoldCourses } from './sales-queries.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const sales = (user = educator) => user.call(api.enrolments.sales)

describe('sales', () => {
  test('are those of the educator’s own courses: over time, by course, completed, without refunds', async () => {
    const cheap = await makeCourse(educator, { title: 'Cheap', price: 100 })
    const dear = await makeCourse(educator, { title: 'Dear', price: 900 })
    await makeLecture(educator, cheap._id)
    const { _id: lectureId } = await makeLecture(educator, cheap._id)
    const foreign = await makeCourse(await app.makeUser('educator'), { price: 500 })
    const [anna, bela] = [await app.makeUser(), await app.makeUser()]
    for (const course of [cheap, dear, foreign]) await buy(anna, course._id)
    await buy(bela, cheap._id)
    await anna.call(api.learning.report, { params: { lectureId }, body: { completed: true } })
    // a purchase of the last month, and a refunded one
    await sql`update order_items set sold_at = sold_at - interval '40 days' where course_id = ${dear._id}`.execute(
      app.deps.db,
    )
    await sql`update order_items set refunded_paise = order_items.amount_paise from orders
      where orders.id = order_id and order_items.course_id = ${cheap._id} and user_id = ${bela.user._id}`.execute(
      app.deps.db,
    )
    await educator.call(api.courses.remove, { params: { courseId: dear._id } })

    const answer = await sales()
    expect(answer.revenue).toBe(1000)
    expect(answer.courses).toEqual([
      { _id: dear._id, title: 'Dear', removed: true, enrolments: 1, revenue: 900, completion: null },
      { _id: cheap._id, title: 'Cheap', removed: false, enrolments: 2, revenue: 100, completion: 0.25 },
    ])
    expect(answer.completion).toBe(0.25)
    expect([answer.days.length, answer.months.length]).toEqual([30, 12])
    const total = (rows: typeof answer.days) => rows.reduce((sum, { revenue }) => sum + revenue, 0)
    expect([total(answer.days), total(answer.months)]).toEqual([100, 1000])
    expect(answer.days.at(-1)).toMatchObject({ enrolments: 3, revenue: 100 })
    expect(answer.months.every(({ day }) => day.endsWith('-01'))).toBe(true)
  })

  test('name at most 100 courses, and count all of them', async () => {
    const busy = await app.makeUser('educator')
    const last = await makeCourse(busy, { price: 7 })
    await buy(await app.makeUser(), last._id)
    await sql`insert into courses (id, creator_id, title, created_at, updated_at)
      select 'many' || number, ${busy.user._id}, 'One of many', now(), now() from generate_series(1, 120) as number`.execute(
      app.deps.db,
    )
    await sql`with sold as (
      insert into orders (id, user_id, course_id, amount_paise, list_paise, status, settled_at, sold_at, created_at)
      select 'many' || number, ${busy.user._id}, 'many' || number, 1000, 1000, 'paid', now(), now(), now()
      from generate_series(1, 120) as number returning *
    ) insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, sold_at)
      select id, course_id, user_id, list_paise, amount_paise, sold_at from sold`.execute(app.deps.db)
    const answer = await sales(busy)
    expect(answer.courses).toHaveLength(100)
    expect(answer.courses.every(({ revenue }) => revenue === 10)).toBe(true)
    expect(answer.revenue).toBe(1207)
  })

  test('are the same from sums and from rows, after any sales, refunds, ended enrolments and completions, in any time zone', async () => {
    const { db } = app.deps
    const now = app.deps.clock.now()
    const seller = await app.makeUser('educator')
    const courses: string[] = []
    for (const price of [100, 200, 300]) {
      const { _id } = await makeCourse(seller, { price })
      for (let lecture = 0; lecture < 3; lecture++) await makeLecture(seller, _id)
      courses.push(_id)
    }
    let zone = 'Asia/Kolkata'
    const id = (number: number) => `random-${number}`
    const acts: Record<string, (course: string, number: number) => Promise<unknown>> = {
      async sell(course, number) {
        const at = new Date(now.getTime() - number * 5 * 3_600_000)
        await sql`insert into users (id, name, email, role, created_at)
          values (${id(number)}, 'R', ${`${id(number)}@test.example`}, 'student', ${now}) on conflict do nothing`.execute(
          db,
        )
        await sql`insert into orders (id, user_id, course_id, amount_paise, list_paise, status, settled_at, sold_at, created_at)
          values (${`${course}-${number}`}, ${id(number)}, ${course}, 9000, 9000, 'paid', ${at}, ${at}, ${at})
          on conflict do nothing`.execute(db)
        await sql`insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, sold_at)
          values (${`${course}-${number}`}, ${course}, ${seller.user._id}, 9000, 9000, ${at}) on conflict do nothing`.execute(
          db,
        )
        await sql`with made as (
          insert into enrolments (user_id, course_id, order_id, amount_paise, created_at)
          values (${id(number)}, ${course}, ${`${course}-${number}`}, 9000, ${at}) on conflict do nothing returning course_id
        ) update courses set enrolment_count = enrolment_count + 1 where id in (select course_id from made)`.execute(db)
      },
      open: (course, number) =>
        sql`update order_items set sold_at = null where course_id = ${course} and order_id = ${`${course}-${number}`}`.execute(
          db,
        ),
      refund: (course, number) =>
        sql`update order_items set refunded_paise = least(amount_paise, refunded_paise + ${number * 100})
          where course_id = ${course}`.execute(db),
      end: (course, number) =>
        sql`with gone as (
          delete from enrolments where course_id = ${course} and user_id = ${id(number)} returning course_id
        ) update courses set enrolment_count = enrolment_count - 1 where id in (select course_id from gone)`.execute(
          db,
        ),
      complete: (course, number) =>
        sql`insert into lecture_progress (user_id, lecture_id, seconds, completed_at, updated_at)
          select user_id, lectures.id, 1, ${now}, ${now} from enrolments join lectures using (course_id)
          where course_id = ${course} and lectures.position <= ${number % 3} on conflict do nothing`.execute(db),
      shorten: (course) =>
        sql`with gone as (
          delete from lectures where id in (select id from lectures where course_id = ${course} and position > 0 limit 1)
          returning course_id
        ) update courses set lecture_count = lecture_count - 1 where id in (select course_id from gone)`.execute(db),
      addUp: () => addUpSales(db, zone, now),
      move: () => {
        zone = zone === 'UTC' ? 'Asia/Kolkata' : 'UTC'
        return addUpSales(db, zone, now)
      },
    }
    const compare = async (after: string) => {
      const spans = { now, zone, educatorId: seller.user._id, unit: 'day' as const, count: 30 }
      const kept = await findSales(db, spans)
      const { rows: raw } = await sql<{ day: string; enrolments: number; paise: number }>`
        select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, sum(one)::int as enrolments, sum(paise)::int as paise from (
          select created_at as at, 1 as one, 0 as paise from enrolments where course_id = any(${courses}::text[])
          union all
          select sold_at, 0, amount_paise - refunded_paise from order_items
          where course_id = any(${courses}::text[]) and sold_at is not null
        ) as rows group by 1`.execute(db)
      const found = new Map(raw.map((row) => [row.day, row]))
      expect(kept, after).toEqual(
        kept.map(({ day }) => ({
          day,
          enrolments: found.get(day)?.enrolments ?? 0,
          revenue: (found.get(day)?.paise ?? 0) / 100,
        })),
      )
      const byCourse = await findSoldCourses(db, seller.user._id)
      const { rows } = await sql<{ id: string; paise: string; done: number }>`
        select id, coalesce((select sum(amount_paise - refunded_paise) from order_items where course_id = courses.id and sold_at is not null), 0)::text as paise,
          coalesce((select sum(least(completed_lectures, lecture_count)) from enrolments where course_id = courses.id), 0)::int as done
        from courses where id = any(${courses}::text[]) order by id`.execute(db)
      expect(byCourse.map((row) => [row.id, row.revenue_paise, row.completed]).sort(), after).toEqual(
        rows.map((row) => [row.id, row.paise, row.done]).sort(),
      )
    }
    const act = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(2), fc.nat(60))
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (chosen) => {
        for (const [name, course, number] of [['sell', 0, 3] as const, ['sell', 1, 4] as const, ...chosen]) {
          await acts[name]?.(courses[course] ?? '', number)
          await compare(name)
        }
      }),
      { numRuns: isWhole ? 12 : 5 },
    )
  })

  test('are split by days and months in the time zone of the site', async () => {
    // half past midnight on 1 March in Kolkata, still 28 February in UTC
    const now = new Date('2026-02-28T19:00:00Z')
    const at = (unit: 'day' | 'month', zone: string) => findSales(app.deps.db, { now, zone, unit, count: 2 })
    expect((await at('day', 'Asia/Kolkata')).map(({ day }) => day)).toEqual(['2026-02-28', '2026-03-01'])
    expect((await at('month', 'Asia/Kolkata')).map(({ day }) => day)).toEqual(['2026-02-01', '2026-03-01'])
    expect((await at('month', 'UTC')).map(({ day }) => day)).toEqual(['2026-01-01', '2026-02-01'])
  })

  test('are empty for an educator without courses, and available only to educators', async () => {
    expect(await sales(await app.makeUser('educator'))).toMatchObject({ revenue: 0, completion: null, courses: [] })
    await expectProblem(app.visitor(api.enrolments.sales), 401, 'unauthenticated')
    for (const role of ['student', 'admin'] as const)
      await expectProblem(sales(await app.makeUser(role)), 403, 'forbidden')
  })
})
