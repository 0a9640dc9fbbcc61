import { ApiError, api, Course } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { asListed, makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

/** "done", or the code of the error; a fault of ours fails the test. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError && error.code !== 'internal') return error.code
      throw error
    },
  )

test('buying during the removal gives the course or an error, never neither', async () => {
  for (let round = 0; round < 15; round++) {
    const course = await makeCourse(educator, { price: 0 })
    const student = await app.makeUser()
    const [bought, removed] = await Promise.all([
      outcome(buy(student, course._id)),
      outcome(educator.call(api.courses.remove, { params: { courseId: course._id } })),
    ])
    expect(removed).toBe('done')
    expect(bought).toBeOneOf(['done', 'not_found'])
    const { enrolled } = await student.call(api.enrolments.enrolled, { params: { courseId: course._id } })
    expect(enrolled).toBe(bought === 'done')
    const seen = await outcome(student.call(api.courses.get, { params: { courseId: course._id } }))
    expect(seen).toBe(bought)
  }
})

test('changes of one course at once leave counters, order and catalogue right', async () => {
  const course = await makeCourse(educator, { price: 0 })
  const students = await Promise.all([1, 2, 3].map(() => app.makeUser()))
  const doomed = await makeLecture(educator, course._id, 'doomed')
  const done = await Promise.all([
    ...students.map(async (student) => {
      await buy(student, course._id)
      await student.call(api.reviews.give, { body: { courseId: course._id, rating: 5 } })
    }),
    ...[1, 2, 3].map((number) => makeLecture(educator, course._id, `lecture ${number}`)),
    outcome(educator.call(api.courses.edit, { params: { courseId: course._id }, body: { subTitle: 'new' } })),
    outcome(uploadVideo(educator, doomed._id)),
    outcome(educator.call(api.lectures.remove, { params: { lectureId: doomed._id } })),
  ])
  expect(done.slice(-3)).toEqual(['done', expect.toBeOneOf(['done', 'not_found']), 'done'])
  const shown = await app.visitor(api.courses.get, { params: { courseId: course._id } })
  expect(shown).toMatchObject({ enrolledCount: 3, reviewCount: 3, averageRating: 5, lectureCount: 3, subTitle: 'new' })
  expect(shown.lectures).toHaveLength(3)
  const listed = async () => (await app.visitor(api.courses.published)).find(({ _id }) => _id === course._id)
  await expect
    .poll(listed, { timeout: 10_000 })
    .toEqual({ ...Course.parse(shown), lectures: shown.lectures.map(asListed) })
  const { rows } = await sql`select id from courses where rating_sum <> (
    select coalesce(sum(rating), 0) from reviews where course_id = courses.id
  )`.execute(app.deps.db)
  expect(rows).toEqual([])
})

test.skipIf(!isWhole)(
  'a course removed during an upload is deleted, and the upload is refused or deleted with it',
  async () => {
    for (let round = 0; round < 5; round++) {
      const course = await makeCourse(educator)
      const lecture = await makeLecture(educator, course._id)
      const [uploaded, removed] = await Promise.all([
        outcome(uploadVideo(educator, lecture._id)),
        outcome(educator.call(api.courses.remove, { params: { courseId: course._id } })),
      ])
      expect(removed).toBe('done')
      expect(uploaded).toBeOneOf(['done', 'not_found'])
      const left = await app.deps.db.selectFrom('lectures').select('id').where('id', '=', lecture._id).execute()
      expect(left).toEqual([])
    }
  },
)
