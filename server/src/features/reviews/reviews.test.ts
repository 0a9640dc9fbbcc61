import { api, type Course } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let course: Course
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  course = await makeCourse(educator, { price: 0 })
})
afterAll(() => app.close())

const give = (user: TestUser, rating: number, comment = '', courseId = course._id) =>
  user.call(api.reviews.give, { body: { rating, comment, courseId } })
const all = (query: { limit?: number; commented?: 'true' } = {}) => app.visitor(api.reviews.all, { query })
const shown = async () => {
  const { averageRating, reviewCount, reviews } = await app.visitor(api.courses.get, {
    params: { courseId: course._id },
  })
  return { averageRating, reviewCount, ratings: reviews.map(({ rating }) => rating).sort() }
}
const buyer = async (name?: string) => {
  const student = await app.makeUser('student', name)
  await buy(student, course._id)
  return student
}
/** Courses whose counters differ from what they count. */
const wrongCounters = async () => {
  const { rows } = await sql<{ id: string }>`
    select id from courses
    where (rating_sum, rating_count, lecture_count, enrolment_count) is distinct from (
      (select coalesce(sum(rating), 0) from reviews where course_id = courses.id),
      (select count(*) from reviews where course_id = courses.id),
      (select count(*) from lectures where course_id = courses.id),
      (select count(*) from enrolments where course_id = courses.id)
    )`.execute(app.deps.db)
  return rows
}

describe('give', () => {
  test('is a student’s one review of a course; sending again replaces it', async () => {
    const [one, two] = [await buyer('Asha'), await buyer()]
    const first = await give(one, 5, '  Very clear.  ')
    expect(first).toMatchObject({
      rating: 5,
      comment: 'Very clear.',
      courseId: course._id,
      user: { name: 'Asha', photoUrl: '', role: 'student' },
    })
    await give(two, 2)
    expect(await shown()).toEqual({ averageRating: 3.5, reviewCount: 2, ratings: [2, 5] })
    const again = await give(one, 3, 'Hm')
    expect(again).toMatchObject({ _id: first._id, rating: 3, comment: 'Hm' })
    expect(await shown()).toEqual({ averageRating: 2.5, reviewCount: 2, ratings: [2, 3] })
    // it keeps its place: no one stays on top by sending the same again
    expect(again).toMatchObject((await all())[1] ?? {})
    expect(await wrongCounters()).toEqual([])
  })

  test('stays one when it is sent many times at once, and counters stay right', async () => {
    const students = [await buyer(), await buyer(), await buyer()]
    const before = await shown()
    const sends = students.flatMap((student) => [1, 2, 3, 4, 5].map((rating) => give(student, rating, `${rating}`)))
    await Promise.all(sends)
    expect((await shown()).reviewCount).toBe(before.reviewCount + 3)
    expect(await wrongCounters()).toEqual([])
  })

  test('is refused to users who are not enrolled, and for courses that they cannot see', async () => {
    const student = await app.makeUser()
    const draft = await makeCourse(educator, { published: false })
    await expectProblem(
      app.visitor(api.reviews.give, { body: { rating: 5, courseId: course._id } }),
      401,
      'unauthenticated',
    )
    for (const user of [student, educator, await app.makeUser('admin')])
      await expectProblem(give(user, 5), 403, 'only_enrolled_review')
    await expectProblem(give(student, 5, '', draft._id), 404, 'not_found')
    await expectProblem(give(student, 5, '', 'unknown'), 404, 'not_found')
  })

  test.each([0, 6, -1, 4.5, '5', null, undefined, Number.NaN])('refuses the rating %s', async (rating) => {
    const student = await buyer()
    const before = await shown()
    const problem = await expectProblem(give(student, rating as number), 400, 'invalid_input')
    expect(problem.message).toBe('Please choose 1 to 5 stars')
    expect(await shown()).toEqual(before)
  })

  test('is limited in how often a student sends it again', async () => {
    const student = await buyer()
    for (let count = 0; count < 30; count++) await give(student, 1 + (count % 5))
    await expectProblem(give(student, 5), 429, 'rate_limited')
    // others are not kept from theirs
    await give(await buyer(), 5)
  })

  test('takes at most 2,000 characters', async () => {
    const student = await buyer()
    await give(student, 5, 'x'.repeat(2000))
    await expectProblem(give(student, 5, 'x'.repeat(2001)), 400, 'invalid_input')
  })

  test('is possible for students who keep an unpublished or removed course', async () => {
    const own = await makeCourse(educator, { price: 0 })
    const student = await app.makeUser()
    await buy(student, own._id)
    await educator.call(api.courses.remove, { params: { courseId: own._id } })
    expect((await give(student, 4, 'Still good', own._id)).rating).toBe(4)
    expect((await all()).some(({ courseId }) => courseId === own._id)).toBe(false)
    expect(await wrongCounters()).toEqual([])
  })
})

describe('allReview', () => {
  test('is newest first, at most the requested length, and with comments only on request', async () => {
    const [silent, talking] = [await buyer(), await buyer()]
    const wordless = await give(silent, 4)
    const worded = await give(talking, 5, 'Good')
    expect((await all({ limit: 2 })).map(({ _id }) => _id)).toEqual([worded._id, wordless._id])
    const commented = await all({ commented: 'true' })
    expect(worded).toMatchObject(commented[0] ?? {})
    expect(commented.every(({ comment }) => comment !== '')).toBe(true)
    const times = (await all()).map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  test('leaves out drafts', async () => {
    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'false' } })
    expect(await all()).toEqual([])
    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'true' } })
    expect(await all()).not.toEqual([])
  })

  test('has no limit for short lists, and one for long ones, which does not keep others out', async () => {
    const reader = await app.makeUser('student')
    const wanted = (limit: number) => reader.call(api.reviews.all, { query: { limit } })
    for (let lists = 0; lists < 30; lists++) await wanted(101)
    await expectProblem(wanted(101), 429, 'rate_limited')
    await wanted(100)
    await all()
  })

  test.each([{ limit: 0 }, { limit: 1001 }, { limit: 'x' }, { commented: 'no' }])('refuses %o', async (query) => {
    await expectProblem(all(query as { limit: number }), 400, 'invalid_input')
  })
})
