import { api, type LearningState } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

type Report = { seconds?: number; completed?: boolean }
const report = (user: TestUser, lectureId: string, body: Report) =>
  user.call(api.learning.report, { params: { lectureId }, body })

test('my courses are listed by state, with how many there are of each, and what came since the last visit', async () => {
  const student = await app.makeUser()
  const started = []
  for (const _ of [1, 2, 3]) {
    const course = await makeCourse(educator, { price: 0 })
    const lecture = await makeLecture(educator, course._id)
    await buy(student, course._id)
    started.push({ id: course._id, lectureId: lecture._id })
  }
  const [one, two, three] = started
  await report(student, two?.lectureId ?? '', { seconds: 3 })
  await report(student, three?.lectureId ?? '', { seconds: 3, completed: true })
  const of = async (state?: LearningState) => {
    const { courses, counts } = await student.call(api.learning.overview, { query: state ? { state } : {} })
    return { courses: courses.map(({ _id, newLectures }) => [_id, newLectures]), counts }
  }
  const counts = { begun: 1, 'not-begun': 1, completed: 1 }
  expect(await of('begun')).toEqual({ courses: [[two?.id, 0]], counts })
  expect(await of('not-begun')).toEqual({ courses: [[one?.id, 0]], counts })
  expect(await of('completed')).toEqual({ courses: [[three?.id, 0]], counts })

  app.clock.ms += 60_000
  const added = []
  for (const _ of [1, 2]) added.push(await makeLecture(educator, two?.id ?? ''))
  // one that is empty is not there yet
  expect((await of('begun')).courses).toEqual([[two?.id, 0]])
  for (const { _id } of added) await uploadVideo(educator, _id)
  expect((await of('begun')).courses).toEqual([[two?.id, 2]])
  // opened by its tick alone
  await report(student, added[0]?._id ?? '', { completed: true })
  expect((await of('begun')).courses).toEqual([[two?.id, 1]])
  app.clock.ms += 60_000
  await report(student, two?.lectureId ?? '', { seconds: 4 })
  expect((await of('begun')).courses).toEqual([[two?.id, 0]])
  // a completed course stays so when a lecture is added, and says that there is one
  await makeLecture(educator, three?.id ?? '')
  expect((await of()).counts).toEqual({ begun: 1, 'not-begun': 1, completed: 1 })
  await expect((await app.makeUser()).call(api.learning.overview)).resolves.toMatchObject({
    counts: { begun: 0, 'not-begun': 0, completed: 0 },
  })
})

test.each(['state=', 'state=new', 'state=begun&state=completed', 'state=Begun'])(
  'is refused for ?%s',
  async (query) => {
    const answer = await app.server.inject({ url: `/api/learning?${query}`, headers: { cookie: educator.cookie } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  },
)
