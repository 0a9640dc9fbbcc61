import { type Attempt, api, deletionWord } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { addAttendance } from '#features/lectures/index.ts'
import { complete, makeGrantingCourse } from '#test/support/certificates.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeLecture } from '#test/support/make-course.ts'
import { answerAll, begin, everyKind, handIn, makeQuiz, makeStudent } from '#test/support/quiz.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  educator = await app.makeUser('educator')
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
beforeEach(({ skip }) => skip(app.database.engine !== 'postgres', 'one connection runs one transaction at a time'))
afterAll(() => app.close())

/** What a student may be told when the course, the lecture or their access goes at the same moment. */
const expected = [
  'not_found',
  'not_entitled',
  'unauthenticated',
  'not_completed',
  'not_by_hand',
  'refund_not_allowed',
  'only_enrolled_review',
]

async function endAll(calls: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(calls)
  const codes = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code ?? one.reason] : []))
  expect(codes.filter((code) => !expected.includes(code))).toEqual([])
}

/** Students who bought a course of some lectures, have completed it and reviewed it. */
async function makeGraduates(count: number, lectures: number) {
  const courseId = await makeGrantingCourse(educator, 'Weaving', lectures)
  const students = await Promise.all(
    Array.from({ length: count }, async () => {
      const student = await app.makeUser()
      await buy(student, courseId)
      await complete(student, courseId)
      await student.call(api.reviews.give, { body: { courseId, rating: 4, comment: '' } })
      return student
    }),
  )
  const course = await educator.call(api.courses.get, { params: { courseId } })
  return { courseId, students, lectureIds: course.lectures.map(({ _id }) => _id) }
}

const tick = (student: TestUser, lectureId: string, completed: boolean) =>
  student.call(api.learning.report, { params: { lectureId }, body: { completed } })

test('refunds, removals of lectures, ticks, reviews and certificates of one course at once all end', async () => {
  for (let round = 0; round < 2; round++) {
    const { courseId, students, lectureIds } = await makeGraduates(4, 4)
    await endAll([
      ...students.flatMap((student) => [
        withdraw(app, student),
        ...lectureIds.map((lectureId, at) => tick(student, lectureId, at % 2 === 0)),
        student.call(api.reviews.give, { body: { courseId, rating: 5, comment: 'Again' } }),
        student.call(api.certificates.claim, { params: { courseId } }),
      ]),
      ...lectureIds.slice(1).map((lectureId) => educator.call(api.lectures.remove, { params: { lectureId } })),
      addAttendance(app.deps.db),
    ])
  }
})

test.skipIf(!isWhole)(
  'students buy again while others of the course tick, are refunded and lose a lecture',
  async () => {
    for (let round = 0; round < 2; round++) {
      const { courseId, students, lectureIds } = await makeGraduates(4, 2)
      const [back, others] = [students.slice(0, 2), students.slice(2)]
      await Promise.all(back.map((student) => withdraw(app, student)))
      await endAll([
        ...back.map((student) => buy(student, courseId)),
        ...others.flatMap((student) => [withdraw(app, student), ...lectureIds.map((id) => tick(student, id, false))]),
        educator.call(api.lectures.remove, { params: { lectureId: lectureIds[0] ?? '' } }),
        makeLecture(educator, courseId),
      ])
    }
  },
)

test.skipIf(!isWhole)('accounts are deleted while their ticks change, and lectures are removed', async () => {
  for (let round = 0; round < 2; round++) {
    const { students, lectureIds } = await makeGraduates(3, 4)
    await endAll([
      ...students.flatMap((student) => [
        ...lectureIds.map((lectureId) => tick(student, lectureId, false)),
        student.call(api.ownAccount.deleteAccount, {
          body: { confirm: deletionWord, current: 'correct horse battery' },
        }),
        ...lectureIds.map((lectureId) => tick(student, lectureId, true)),
      ]),
      ...lectureIds.slice(2).map((lectureId) => educator.call(api.lectures.remove, { params: { lectureId } })),
    ])
  }
})

test('an educator and a student are deleted while marks, extra time, corrections and new entries are written', async () => {
  const admin = await app.makeUser('admin')
  for (let round = 0; round < 3; round++) {
    const quiz = await makeQuiz(app)
    const { courseId, lectureId } = quiz
    const [student, other] = [await makeStudent(app, quiz), await makeStudent(app, quiz)]
    const attempts = await Promise.all([student, other].map((one) => begin(one, quiz)))
    await answerAll(student, attempts[0] as Attempt) // two of them
    for (const [at, one] of [student, other].entries()) await handIn(one, attempts[at]?._id ?? '')
    await quiz.educator.call(api.courses.edit, { params: { courseId }, body: { isPublished: 'false' } })
    const act = quiz.educator.call
    const remove = (who: TestUser) => admin.call(api.admin.deleteUser, { params: { userId: who.user._id } })
    const written = [student, other].flatMap(({ user: { _id: studentId } }, at) => [
      act(api.quizzes.setExtra, { params: { lectureId }, body: { studentId, minutes: 5, attempts: 1 } }),
      act(api.quizAttempts.mark, {
        params: { attemptId: attempts[at]?._id ?? '' },
        body: { position: 0, marks: 0.5, reason: 'Close' },
      }),
      act(api.completion.correct, {
        params: { courseId, studentId },
        body: { lectureId, done: at > 0, reason: 'Seen in class' },
      }),
    ])
    await endAll([
      ...written,
      remove(round === 1 ? student : quiz.educator),
      act(api.quizzes.create, { params: { courseId }, body: { title: 'Another' } }),
      act(api.lectures.create, { params: { courseId }, body: { lectureTitle: 'Another' } }),
      act(api.quizBank.create, { params: { courseId }, body: { question: everyKind.truth } }),
      remove(round === 1 ? quiz.educator : student),
    ])
  }
})
