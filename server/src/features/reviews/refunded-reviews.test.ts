import { api, type Course } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let course: Course
/** texts of which one is less of the course than a refund allows */
let lectureIds: string[]
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
beforeEach(async () => {
  course = await makeCourse(educator)
  lectureIds = []
  for (let count = 0; count < 6; count++) {
    const { _id: lectureId } = await makeLecture(educator, course._id)
    await educator.call(api.lectures.edit, { params: { lectureId }, body: { text: 'Read me' }, files: {} })
    lectureIds.push(lectureId)
  }
})
afterAll(() => app.close())

const review = (who: TestUser, rating: number) =>
  who.call(api.reviews.give, { body: { courseId: course._id, rating, comment: `Worth ${rating}` } })
const orderOf = async (who: TestUser): Promise<string> => {
  const { orders } = await who.call(api.orders.list, { query: {} })
  return orders.find(({ status }) => status === 'paid')?._id ?? ''
}
const refund = async (who: TestUser) => who.call(api.orders.refund, { params: { orderId: await orderOf(who) } })
const read = (who: TestUser, at: number) =>
  who.call(api.lectures.content, { params: { lectureId: lectureIds[at] ?? '' } })
const shown = async () => {
  const { reviews, ratingCounts } = await app.visitor(api.reviews.ofCourse, {
    params: { courseId: course._id },
    query: { limit: 20 },
  })
  return { counts: ratingCounts, ratings: reviews.map(({ rating }) => rating).sort() }
}

describe('the stars of a refunded purchase', () => {
  test('do not count, and its review is not shown, unless a share was watched', async () => {
    const [fair, foul, thorough] = [await app.makeUser(), await app.makeUser(), await app.makeUser()]
    for (const who of [fair, foul, thorough]) await buy(who, course._id)
    await review(fair, 5)
    await review(foul, 1)
    await review(thorough, 2)
    await read(thorough, 0)
    for (const who of [foul, thorough]) await refund(who)
    expect(await shown()).toEqual({ counts: [0, 1, 0, 0, 1], ratings: [2, 5] })
    const { own: kept } = await foul.call(api.reviews.ofCourse, { params: { courseId: course._id }, query: {} })
    expect(kept?.rating).toBe(1)
    const own = await educator.call(api.reviews.mine, { query: { course: course._id } })
    expect(own.reviews.map(({ rating }) => rating).sort()).toEqual([2, 5])
  })

  test('are not decided by what the player reports', async () => {
    const foul = await app.makeUser()
    await buy(foul, course._id)
    for (const lectureId of lectureIds)
      await foul.call(api.learning.report, { params: { lectureId }, body: { seconds: 300, completed: true } })
    await review(foul, 1)
    await refund(foul)
    expect(await shown()).toEqual({ counts: [0, 0, 0, 0, 0], ratings: [] })
  })

  test('are what the rows say, whatever students, refunds and deletions do in any order', async () => {
    const admin = await app.makeUser('admin')
    const students = await Promise.all(Array.from({ length: 5 }, () => app.makeUser()))
    let seed = 20_261_126
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const acts: ((who: TestUser) => Promise<unknown>)[] = [
      (who) => buy(who, course._id),
      (who) => review(who, 1 + random(5)),
      (who) => review(who, 1 + random(5)),
      (who) => read(who, random(6)),
      refund,
      async (who) =>
        admin.call(api.adminOrders.refund, { params: { orderId: await orderOf(who) }, body: { reason: 'A test' } }),
      async (who) => {
        const { own } = await who.call(api.reviews.ofCourse, { params: { courseId: course._id }, query: {} })
        return who.call(api.reviews.remove, { params: { reviewId: own?._id ?? '' } })
      },
    ]
    const { db } = app.deps
    for (let step = 0; step < (isWhole ? 60 : 20); step++) {
      const batch = Array.from({ length: 3 }, () => [acts[random(acts.length)], students[random(5)]] as const)
      await Promise.allSettled(batch.map(([act, who]) => who && act?.(who)))
      const rows = await db
        .selectFrom('reviews')
        .select('rating')
        .where('course_id', '=', course._id)
        .where('is_counted', '=', true)
        .execute()
      const counts = [1, 2, 3, 4, 5].map((stars) => rows.filter(({ rating }) => rating === stars).length)
      const { rating_counts: kept } = await db
        .selectFrom('courses')
        .select('rating_counts')
        .where('id', '=', course._id)
        .executeTakeFirstOrThrow()
      expect(kept, `step ${step}`).toEqual(counts)
      const enrolled = await db
        .selectFrom('reviews')
        .innerJoin('enrolments', (join) =>
          join
            .onRef('enrolments.user_id', '=', 'reviews.user_id')
            .onRef('enrolments.course_id', '=', 'reviews.course_id'),
        )
        .select('reviews.id')
        .where('reviews.course_id', '=', course._id)
        .where('reviews.is_counted', '=', false)
        .execute()
      expect(enrolled, `step ${step}`).toEqual([])
    }
  })
})
