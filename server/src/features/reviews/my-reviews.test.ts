import { api, type Course, type QueryInput } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let other: TestUser
let [weaving, dyeing, foreign]: Course[] = []
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  other = await app.makeUser('educator')
  weaving = await makeCourse(educator, { title: 'Weaving', price: 0 })
  dyeing = await makeCourse(educator, { title: 'Dyeing', price: 0 })
  foreign = await makeCourse(other, { price: 0 })
  await review(weaving, 5, 'first')
  await review(dyeing, 3, 'second')
  await review(weaving, 3, '')
  await review(foreign, 1, 'not mine')
})
afterAll(() => app.close())

async function review(course: Course | undefined, rating: number, comment: string): Promise<TestUser> {
  const student = await app.makeUser('student', 'Asha')
  await buy(student, course?._id ?? '')
  await student.call(api.reviews.give, { body: { courseId: course?._id ?? '', rating, comment } })
  return student
}

type Query = QueryInput<typeof api.reviews.mine>
const mine = (query: Query = {}, user = educator) => user.call(api.reviews.mine, { query })

describe('my reviews', () => {
  test('are those of all my courses, newest first, with the course and the stars counted', async () => {
    const answer = await mine()
    expect(answer).toMatchObject({ total: 3, ratingCounts: [0, 0, 2, 0, 1] })
    expect(answer.reviews.map(({ rating, comment, courseTitle }) => [rating, comment, courseTitle])).toEqual([
      [3, '', 'Weaving'],
      [3, 'second', 'Dyeing'],
      [5, 'first', 'Weaving'],
    ])
    expect(answer.reviews[0]?.user).toEqual({ name: 'Asha', photoUrl: '', role: 'student' })
    expect(JSON.stringify(answer)).not.toContain('@')
  })

  test('are filtered by course and stars, and paged; the counts stay those of the course', async () => {
    expect(await mine({ course: weaving?._id })).toMatchObject({ total: 2, ratingCounts: [0, 0, 1, 0, 1] })
    const threes = await mine({ rating: 3 })
    expect(threes).toMatchObject({ total: 2, ratingCounts: [0, 0, 2, 0, 1] })
    expect(threes.reviews.every(({ rating }) => rating === 3)).toBe(true)
    expect(await mine({ course: dyeing?._id, rating: 5 })).toMatchObject({ total: 0, reviews: [] })
    const { next } = await mine({ limit: 1 })
    const second = await mine({ limit: 1, cursor: next ?? '' })
    expect(second.reviews.map(({ comment }) => comment)).toEqual(['second'])
    expect(second.total).toBe(3)
  })

  test('of an unpublished course stay, those of a removed one do not', async () => {
    const course = await makeCourse(educator, { title: 'Spinning', price: 0 })
    await review(course, 2, 'quiet')
    const params = { courseId: course._id }
    await educator.call(api.courses.edit, { params, body: { isPublished: false } })
    expect((await mine({ course: course._id })).total).toBe(1)
    await educator.call(api.courses.remove, { params })
    await expectProblem(mine({ course: course._id }), 404, 'not_found')
    expect((await mine()).total).toBe(3)
  })

  test('of other courses are not_found', async () => {
    await expectProblem(mine({ course: foreign?._id }), 404, 'not_found')
    await expectProblem(mine({ course: 'unknown' }), 404, 'not_found')
    expect((await mine({}, other)).total).toBe(1)
    expect(await mine({}, await app.makeUser('educator'))).toEqual({
      reviews: [],
      total: 0,
      ratingCounts: [0, 0, 0, 0, 0],
      next: null,
      previous: null,
    })
    await expectProblem(app.visitor(api.reviews.mine, { query: {} }), 401, 'unauthenticated')
    await expectProblem(mine({}, await app.makeUser()), 403, 'forbidden')
    await expectProblem(mine({}, await app.makeUser('admin')), 403, 'forbidden')
  })

  test.each(['rating=0', 'rating=6', 'rating=2.5', 'rating=x', 'limit=0', 'limit=101', 'cursor=x', 'course='])(
    'refuses ?%s',
    async (query) => {
      const answer = await app.server.inject({
        url: `/api/review/mycourses?${query}`,
        headers: { cookie: educator.cookie },
      })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    },
  )
})
