import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/pay.ts'
import { findSales } from './sales-queries.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const sales = (user = educator) => user.call(api.enrolments.sales)

describe('sales', () => {
  test('are those of the own courses: over time, by course, completed, without refunds', async () => {
    const cheap = await makeCourse(educator, { title: 'Cheap', price: 100 })
    const dear = await makeCourse(educator, { title: 'Dear', price: 900 })
    await makeLecture(educator, cheap._id)
    const { _id: lectureId } = await makeLecture(educator, cheap._id)
    const foreign = await makeCourse(await app.makeUser('educator'), { price: 500 })
    const [anna, bela] = [await app.makeUser(), await app.makeUser()]
    for (const course of [cheap, dear, foreign]) await buy(anna, course._id)
    await buy(bela, cheap._id)
    await anna.call(api.learning.report, { params: { lectureId }, body: { completed: true } })
    // a purchase of the last month, and one whose money went back
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

  test('begin and end with the days and months of the platform', async () => {
    // half past midnight of the first of March in Kolkata, the last of February in UTC
    const now = new Date('2026-02-28T19:00:00Z')
    const at = (unit: 'day' | 'month', zone: string) => findSales(app.deps.db, { now, zone, unit, count: 2 })
    expect((await at('day', 'Asia/Kolkata')).map(({ day }) => day)).toEqual(['2026-02-28', '2026-03-01'])
    expect((await at('month', 'Asia/Kolkata')).map(({ day }) => day)).toEqual(['2026-02-01', '2026-03-01'])
    expect((await at('month', 'UTC')).map(({ day }) => day)).toEqual(['2026-01-01', '2026-02-01'])
  })

  test('are empty for an educator without courses, and for educators alone', async () => {
    expect(await sales(await app.makeUser('educator'))).toMatchObject({ revenue: 0, completion: null, courses: [] })
    await expectProblem(app.visitor(api.enrolments.sales), 401, 'unauthenticated')
    for (const role of ['student', 'admin'] as const)
      await expectProblem(sales(await app.makeUser(role)), 403, 'forbidden')
  })
})
