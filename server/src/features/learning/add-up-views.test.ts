import { api } from '@virtual-courses/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { type Shop, watchingIn } from '#test/support/video/watching.ts'
import { addUpViews } from './add-up-views.ts'
import { addToSketch, sizeOfSketch } from './sketch.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())
const { open, enrol, one, watch, addUp, courseInsight, viewOf } = watchingIn(() => ({ app, educator }))

describe('completions', () => {
  const tick = (student: TestUser, lectureId: string) =>
    student.call(api.learning.report, { params: { lectureId }, body: { completed: true } })

  test('are noted when the last lecture that someone did not tick is removed', async () => {
    const shop = await open()
    const more = await makeLecture(educator, shop.course._id)
    const students = await enrol(shop, 3)
    const [all, former, missing] = students as [TestUser, TestUser, TestUser]
    for (const id of [shop.lectureId, more._id]) await tick(all, id)
    await tick(former, shop.lectureId)
    await tick(missing, more._id)
    await addUp()
    expect((await courseInsight(shop)).completed).toBe(1)
    await educator.call(api.lectures.remove, { params: { lectureId: more._id } })
    await runJobs(app, 'complete-course')
    await addUp()
    expect((await courseInsight(shop)).completed).toBe(2)
    await educator.call(api.lectures.remove, { params: { lectureId: shop.lectureId } })
    await runJobs(app, 'complete-course')
    await addUp()
    expect((await courseInsight(shop)).completed).toBe(2)
  })
})

describe('the job that adds up', () => {
  /** Makes every change of the sums of a course fail. */
  const breakSums = (courseId: string) =>
    sql
      .raw(`create function fail_sums() returns trigger language plpgsql as $$ begin raise exception 'broken sums'; end $$;
        create trigger fail_sums before update on course_sums for each row when (new.course_id = '${courseId}')
          execute function fail_sums()`)
      .execute(app.deps.db)

  test('begins with the course that waits longest, and goes on after one that fails', async () => {
    await addUp()
    const [first, second] = [await open(), await open()]
    const early = await one(first)
    const late = await one(second)
    await watch(early, first, [[0, 10]])
    app.clock.ms += 1000
    await watch(late, second, [[0, 10]])
    await addUpViews(app.deps, { most: 1 })
    expect([(await courseInsight(first)).viewers, (await courseInsight(second)).viewers]).toEqual([1, 0])
    await watch(early, first, [[10, 20]])
    // reports again, and waits since the first of them
    app.clock.ms += 1000
    await watch(late, second, [[10, 20]])
    await addUpViews(app.deps, { most: 1 })
    expect((await courseInsight(second)).viewers).toBe(1)

    await breakSums(first.course._id)
    app.clock.ms += 1000
    await watch(await one(second), second, [[0, 5]])
    await addUp()
    expect((await courseInsight(second)).viewers).toBe(2)
    expect(app.logged.filter(({ msg }) => msg.includes('could not be added up'))).toHaveLength(1)
    app.logged.length = 0
    await sql`drop function fail_sums cascade`.execute(app.deps.db)
    await addUp()
    expect(await viewOf(early, first)).toMatchObject({ pending_since: null })
  })

  test('ends when its time is over', async () => {
    const shop = await open()
    await watch(await one(shop), shop, [[0, 10]])
    await addUpViews(app.deps, { forMs: 0 })
    expect((await courseInsight(shop)).viewers).toBe(0)
  })

  test('has every viewer of a course in one place, whatever is trimmed, removed or watched again', async () => {
    type Step = { act: 'watch' | 'add' | 'trim' | 'remove' | 'leave'; who: number; which: number; from: number }
    const step: fc.Arbitrary<Step> = fc.record({
      act: fc.constantFrom('watch', 'watch', 'watch', 'add', 'trim', 'remove', 'leave'),
      ...{ who: fc.nat(1), which: fc.nat(2), from: fc.nat(90) },
    })
    const trim = (userId: string, lectureId: string) =>
      sql`delete from lecture_views
        where user_id = ${userId} and lecture_id = ${lectureId} and pending_since is null`.execute(app.deps.db)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        const shop = await open()
        const shops = [shop]
        for (const title of ['b', 'c']) {
          const { _id } = await makeLecture(educator, shop.course._id, title)
          await sql`update lectures set video_id = ${shop.videoId} where id = ${_id}`.execute(app.deps.db)
          shops.push({ ...shop, lectureId: _id })
        }
        const students = await enrol(shop, 2)
        let left = 0
        for (const { act, who, which, from } of steps) {
          const [student, lecture] = [students[who] as TestUser, shops[which] as Shop]
          if (act === 'watch') await watch(student, lecture, [[from, from + 10]]).catch(() => 0)
          if (act === 'add') await addUp()
          if (act === 'trim') await trim(student.user._id, lecture.lectureId)
          if (act === 'remove') await sql`delete from lectures where id = ${lecture.lectureId}`.execute(app.deps.db)
          if (act === 'leave') {
            const { rows } = await sql`delete from course_viewers
              where user_id = ${student.user._id} and course_id = ${shop.course._id} and counted_seconds > 0 returning 1`.execute(
              app.deps.db,
            )
            left += rows.length
          }
        }
        await addUp()
        const { watched = [] } =
          (await app.deps.db
            .selectFrom('course_sums')
            .select('watched')
            .where('course_id', '=', shop.course._id)
            .executeTakeFirst()) ?? {}
        const { rows } = await sql<{ seconds: number }>`
          select counted_seconds as seconds from course_viewers
          where course_id = ${shop.course._id} and counted_seconds > 0`.execute(app.deps.db)
        const others = rows.reduce((sketch, { seconds }) => addToSketch(sketch, seconds, -1), watched)
        expect(Math.min(0, ...watched)).toBe(0)
        expect(Math.min(0, ...others)).toBe(0)
        expect(sizeOfSketch(others)).toBe(left)
      }),
      { numRuns: isWhole ? 8 : 3 },
    )
  })
})

test('sums and a course that is removed at the same time never wait for each other', async () => {
  for (let round = 0; round < (isWhole ? 5 : 2); round++) {
    const shop = await open()
    const student = await one(shop)
    await watch(student, shop, [[0, 10]])
    const results = await Promise.allSettled([
      addUp(),
      educator.call(api.lectures.remove, { params: { lectureId: shop.lectureId } }),
      watch(student, shop, [[10, 20]]).catch((error: { code: string }) => error.code),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  }
})
