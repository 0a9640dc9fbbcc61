import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { readOpenings, setOpening } from '#test/support/openings.ts'
import { makeChecked, makeQuiz } from '#test/support/quiz.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

async function makeRuled() {
  const courseId = (await makeCourse(educator, { price: 0 }))._id
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four']) ids.push((await makeLecture(educator, courseId, title))._id)
  const [one, two, three, four] = ids as [string, string, string, string]
  await setOpening(educator, courseId, two, { kind: 'order' })
  await setOpening(educator, courseId, three, { kind: 'days', days: 3 })
  await setOpening(educator, courseId, four, { kind: 'order' })
  return { courseId, one, two, three, four }
}
type Query = { days?: number; diligent?: boolean }
const readAs = (courseId: string, query: Query, by = educator) =>
  by.call(api.learning.course, { params: { courseId }, query })
const closedIn = async (courseId: string, query: Query, by = educator) =>
  (await readAs(courseId, query, by)).entries.flatMap(({ lectureId, opening }) => (opening ? [lectureId] : []))

test('an educator finds closed what a student finds closed, who has done nothing or all that was open', async () => {
  const { courseId, one, two, three, four } = await makeRuled()
  expect(await closedIn(courseId, { days: 0 })).toEqual([two, three, four])
  expect(await closedIn(courseId, { days: 3 })).toEqual([two, four])
  // what is closed by its day keeps closed what waits for it
  expect(await closedIn(courseId, { days: 0, diligent: true })).toEqual([three, four])
  expect(await closedIn(courseId, { days: 3, diligent: true })).toEqual([])
  const seen = await readAs(courseId, { days: 0, diligent: true })
  expect(seen).toMatchObject({
    imagined: { days: 0, isDiligent: true },
    completedLectures: 2,
    continueLectureId: three,
  })
  expect(seen.lectures.map(({ lectureId }) => lectureId)).toEqual([one, two])
  expect(seen.completion).toMatchObject({ met: 2, completedAt: null })
  const { closed } = await readOpenings(educator, courseId, { days: 0, diligent: true })
  expect(closed.map(({ lectureId }) => lectureId)).toEqual([three, four])
  // the same as a student who is there
  const student = await app.makeUser()
  await buy(student, courseId)
  expect(await closedIn(courseId, {}, student)).toEqual([two, three, four])
})

test('nothing of the own progress is in it, and looking changes none', async () => {
  const { courseId, one } = await makeRuled()
  await educator.call(api.learning.report, { params: { lectureId: one }, body: { completed: true } })
  const before = await readAs(courseId, {})
  expect((await readAs(courseId, { days: 0 })).lectures).toEqual([])
  expect(await readAs(courseId, {})).toEqual(before)
  expect(before.imagined).toBeUndefined()
})

test('questions in videos that are closed are left out', async () => {
  const video = await makeChecked(await makeQuiz(app))
  await setOpening(video.educator, video.courseId, video.lectureId, { kind: 'days', days: 2 })
  expect((await readAs(video.courseId, { days: 1 }, video.educator)).checks).toBeUndefined()
  expect((await readAs(video.courseId, { days: 2 }, video.educator)).checks).not.toHaveLength(0)
})

test('it is for who looks after the course', async () => {
  const { courseId } = await makeRuled()
  const student = await app.makeUser()
  await buy(student, courseId)
  await expectProblem(readAs(courseId, { days: 700 }, student), 403, 'forbidden')
  await expectProblem(readAs(courseId, { days: 0 }, await app.makeUser('educator')), 403, 'forbidden')
  expect(await closedIn(courseId, { days: 3 }, await app.makeUser('admin'))).toHaveLength(2)
})

test.each(['days=-1', 'days=731', 'days=1.5', 'days=x', 'days=1&diligent=maybe'])('refuses %s', async (query) => {
  const { courseId } = await makeRuled()
  const url = `/api/learning/course/${courseId}?${query}`
  const reply = await app.server.inject({ url, headers: { cookie: educator.cookie } })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
})
