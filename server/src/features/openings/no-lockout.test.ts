import { api, type BodyOf, type QuizPart } from '@virtual-courses/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAssignment, write } from '#test/support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeLecture } from '#test/support/make-course.ts'
import { closedTo, dayMs, setOpening } from '#test/support/openings.ts'
import {
  answerAll,
  begin,
  everyKind,
  handIn,
  makeQuiz,
  makeStudent,
  page,
  setQuiz,
  type TestQuiz,
  truths,
} from '#test/support/quiz.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'
import { isEmptyQuiz } from '../lectures/index.ts'
import { drawQuestions } from '../quizzes/draw.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

/** A quiz, and an entry behind it that waits for it. */
async function makeOrdered(settings: Parameters<typeof makeQuiz>[1] = { questions: truths(2) }) {
  const quiz = await makeQuiz(app, settings)
  const next = (await makeLecture(quiz.educator, quiz.courseId, 'Splices'))._id
  await setOpening(quiz.educator, quiz.courseId, next, { kind: 'order' })
  return { quiz, next, student: await makeStudent(app, quiz) }
}
const fail = async (student: TestUser, quiz: TestQuiz) => handIn(student, (await begin(student, quiz))._id)
const completionOf = async (student: TestUser, courseId: string) =>
  (await student.call(api.learning.course, { params: { courseId }, query: {} })).completion
const notified = async (user: TestUser, kind: string) => {
  await runJobs(app, 'announce-used-attempts', 'announce-given-attempts', 'announce-early-openings')
  const { notifications } = await user.call(api.notifications.list, { query: {} })
  return notifications.flatMap((one) => (one.kind === kind ? [[one.message, one.link]] : []))
}
const readStudent = ({ educator, courseId }: TestQuiz, studentId: string) =>
  educator.call(api.completion.student, { params: { courseId, studentId } })

describe('a quiz without questions', () => {
  test('neither holds what follows, nor is missing, until it has some', async () => {
    const { quiz, next, student } = await makeOrdered({ questions: [] })
    expect((await page(student, quiz)).problem).toBe('quiz_empty')
    expect(await closedTo(student, quiz.courseId)).toEqual({})
    expect((await completionOf(student, quiz.courseId)).sentence).toBe('Still to do: 1 lecture to read.')
    const { question } = await quiz.educator.call(api.quizBank.create, {
      params: { courseId: quiz.courseId },
      body: { question: everyKind.truth, tags: ['ropes'] },
    })
    // too few of a tag are as many as there are
    await setQuiz(quiz, { parts: [{ kind: 'draw', tag: 'ropes', count: 5 }] })
    expect(await closedTo(student, quiz.courseId)).toEqual({ [next]: 'Opens when “Knots” is done.' })
    expect((await completionOf(student, quiz.courseId)).missing.quiz).toBe(1)
    await quiz.educator.call(api.quizBank.remove, { params: { questionId: question._id } })
    expect(await closedTo(student, quiz.courseId)).toEqual({})
    expect((await completionOf(student, quiz.courseId)).missing.quiz).toBe(0)
  })

  test('completes the course of those who have done the rest, when its last question goes', async () => {
    const { quiz, student } = await makeOrdered({ questions: [everyKind.truth] })
    await quiz.educator.call(api.lectures.remove, { params: { lectureId: (await closedIds(student, quiz))[0] ?? '' } })
    const read = (await makeLecture(quiz.educator, quiz.courseId, 'Reading'))._id
    await student.call(api.learning.report, { params: { lectureId: read }, body: { completed: true } })
    expect((await completionOf(student, quiz.courseId)).completedAt).toBeNull()
    await quiz.educator.call(api.quizBank.remove, { params: { questionId: quiz.questionIds[0] ?? '' } })
    await runJobs(app, 'complete-course')
    expect((await completionOf(student, quiz.courseId)).completedAt).not.toBeNull()
  })
  const closedIds = async (student: TestUser, { courseId }: TestQuiz) => Object.keys(await closedTo(student, courseId))

  test('is the same in SQL and to the draw', async () => {
    const quiz = await makeQuiz(app, { questions: [] })
    const ids: string[] = []
    for (const tags of [[], ['a'], ['a', 'b'], ['c']]) {
      const body = { question: everyKind.truth, tags }
      ids.push(
        (await quiz.educator.call(api.quizBank.create, { params: { courseId: quiz.courseId }, body })).question._id,
      )
    }
    const other = await makeQuiz(app, { questions: [everyKind.truth] })
    const part = fc.oneof(
      fc.constantFrom(...ids, ...other.questionIds).map((questionId): QuizPart => ({ kind: 'question', questionId })),
      fc.constantFrom('a', 'b', 'c', 'd').map((tag): QuizPart => ({ kind: 'draw', tag, count: 2 })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 3 }), fc.subarray(ids), async (parts, deleted) => {
        await sql`update quizzes set parts = ${JSON.stringify(parts)}::jsonb where lecture_id = ${quiz.lectureId}`.execute(
          app.deps.db,
        )
        await sql`update bank_questions set deleted_at = case when id = any(${deleted}::text[]) then now() end
          where course_id = ${quiz.courseId}`.execute(app.deps.db)
        const bank = await app.deps.db
          .selectFrom('bank_questions')
          .select(['id', 'tags'])
          .where('course_id', '=', quiz.courseId)
          .where('deleted_at', 'is', null)
          .execute()
        const row = await app.deps.db
          .selectFrom('lectures')
          .select(isEmptyQuiz.as('isEmpty'))
          .where('id', '=', quiz.lectureId)
          .executeTakeFirst()
        expect(row?.isEmpty).toBe(drawQuestions(parts, bank, { seed: 1, shuffle: false }).length === 0)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a student who has used all attempts', () => {
  test('reads what to do; the educator is told, sees who, and gives another attempt', async () => {
    const { quiz, next, student } = await makeOrdered({ questions: truths(2), settings: { attempts: 1 } })
    await fail(student, quiz)
    const sentence = (await closedTo(student, quiz.courseId))[next] ?? ''
    expect(sentence).toBe(
      'Opens when “Knots” is done. You have used all attempts at “Knots”: ask your educator for another one.',
    )
    expect(await notified(quiz.educator, 'attempts-used')).toEqual([
      [expect.stringMatching(/^1 student has used all attempts at Knots in /), `/courses/${quiz.courseId}/marks`],
    ])
    const marks = await quiz.educator.call(api.marks.ofCourse, { params: { courseId: quiz.courseId }, query: {} })
    expect(marks.students[0]?.marks).toMatchObject([{ state: 'failed', isUsed: true }])
    const [entry] = (await readStudent(quiz, student.user._id)).entries
    expect(entry?.used).toEqual({ minutes: 0, attempts: 0 })
    const body = { studentId: student.user._id, minutes: 0, attempts: 1 }
    await quiz.educator.call(api.quizzes.setExtra, { params: { lectureId: quiz.lectureId }, body })
    expect(await notified(student, 'attempts-given')).toEqual([
      [expect.stringMatching(/^You can take Knots in .* again$/), `/quiz/${quiz.courseId}/${quiz.lectureId}`],
    ])
    expect((await closedTo(student, quiz.courseId))[next]).toBe('Opens when “Knots” is done.')
    expect((await readStudent(quiz, student.user._id)).entries[0]?.used).toBeUndefined()
    const attempt = await begin(student, quiz)
    await answerAll(student, attempt)
    await handIn(student, attempt._id)
    expect(await closedTo(student, quiz.courseId)).toEqual({})
  })

  test('is announced once for many, and not for who has passed or has an attempt left', async () => {
    const { quiz, student } = await makeOrdered({ questions: truths(2), settings: { attempts: 2 } })
    await fail(student, quiz)
    expect(await notified(quiz.educator, 'attempts-used')).toEqual([])
    const better = await makeStudent(app, quiz)
    const attempt = await begin(better, quiz)
    await answerAll(better, attempt)
    await handIn(better, attempt._id)
    await fail(better, quiz)
    expect(await notified(quiz.educator, 'attempts-used')).toEqual([])
    await fail(student, quiz)
    const third = await makeStudent(app, quiz)
    await fail(third, quiz)
    await fail(third, quiz)
    const [[message] = []] = await notified(quiz.educator, 'attempts-used')
    expect(message).toMatch(/^2 students have used all attempts/)
  })

  test('who waits for an educator to look at an answer reads that', async () => {
    const quiz = await makeQuiz(app, { questions: [] })
    const { _id } = await makeAssignment(quiz.educator, quiz.courseId, { title: 'A border' })
    const next = (await makeLecture(quiz.educator, quiz.courseId, 'Splices'))._id
    await setOpening(quiz.educator, quiz.courseId, next, { kind: 'order' })
    const student = await makeStudent(app, quiz)
    await write(student, _id, 'Ten rows', 'handIn')
    expect((await closedTo(student, quiz.courseId))[next]).toBe(
      'Opens when “A border” is done. Your answer to “A border” is handed in: your educator looks at it next.',
    )
  })
})

describe('an educator opens early', () => {
  type Body = BodyOf<typeof api.completion.openEarly>
  const openEarly = (quiz: TestQuiz, studentId: string, body: Body, by = quiz.educator) =>
    by.call(api.completion.openEarly, { params: { courseId: quiz.courseId, studentId }, body })

  async function makeClosed() {
    const { quiz, next, student } = await makeOrdered()
    const later = (await makeLecture(quiz.educator, quiz.courseId, 'Whippings'))._id
    await setOpening(quiz.educator, quiz.courseId, later, { kind: 'days', days: 3 })
    return { quiz, next, later, student, other: await makeStudent(app, quiz) }
  }

  test('one lecture to one student, who is notified, and it stays open', async () => {
    const { quiz, next, later, student, other } = await makeClosed()
    const before = await readStudent(quiz, student.user._id)
    expect(before.entries.map(({ opening }) => opening?.sentence)).toEqual([
      undefined,
      'Opens when “Knots” is done.',
      expect.stringMatching(/^Opens on .*, 3 days after you enrolled\.$/),
    ])
    const after = await openEarly(quiz, student.user._id, { lectureId: next, following: false })
    expect(after.entries.map(({ opening }) => opening === undefined)).toEqual([true, true, false])
    expect(after.openings).toEqual([{ lectureId: next, title: 'Splices', at: expect.any(String) }])
    expect(await openEarly(quiz, student.user._id, { lectureId: next, following: false })).toEqual(after)
    expect(await notified(student, 'lectures-opened')).toEqual([
      [expect.stringMatching(/^Splices in .* is open to you now$/), `/viewlecture/${quiz.courseId}?lecture=${next}`],
    ])
    await student.call(api.lectures.content, { params: { lectureId: next } })
    expect(Object.keys(await closedTo(other, quiz.courseId))).toEqual([next, later])
    await expectProblem(other.call(api.lectures.content, { params: { lectureId: next } }), 403, 'not_open_yet')
    await setOpening(quiz.educator, quiz.courseId, next, { kind: 'days', days: 90 })
    await student.call(api.lectures.content, { params: { lectureId: next } })
  })

  test('all that follows and is closed now, and nothing that comes later', async () => {
    const { quiz, next, later, student } = await makeClosed()
    const { openings } = await openEarly(quiz, student.user._id, { lectureId: next, following: true })
    expect(openings.map(({ lectureId }) => lectureId)).toEqual([next, later])
    expect((await notified(student, 'lectures-opened'))[0]?.[0]).toMatch(/^Splices and 1 more lecture in .* are open/)
    const added = (await makeLecture(quiz.educator, quiz.courseId, 'Added'))._id
    await setOpening(quiz.educator, quiz.courseId, added, { kind: 'days', days: 30 })
    expect(Object.keys(await closedTo(student, quiz.courseId))).toEqual([added])
  })

  test('what stays so after a refund and another purchase, when the days begin again', async () => {
    const { quiz, next, later } = await makeClosed()
    await quiz.educator.call(api.courses.edit, { params: { courseId: quiz.courseId }, body: { price: 499 } })
    const student = await app.makeUser()
    await buy(student, quiz.courseId)
    await openEarly(quiz, student.user._id, { lectureId: next, following: false })
    app.clock.ms += 2 * dayMs
    const first = (await closedTo(student, quiz.courseId))[later]
    await withdraw(app, student)
    await expectProblem(student.call(api.lectures.content, { params: { lectureId: next } }), 403, 'not_entitled')
    await expectProblem(openEarly(quiz, student.user._id, { lectureId: later, following: false }), 404, 'not_found')
    await buy(student, quiz.courseId)
    await student.call(api.lectures.content, { params: { lectureId: next } })
    const second = (await closedTo(student, quiz.courseId))[later]
    expect(second).not.toBe(first)
    app.clock.ms += 3 * dayMs + 60_000
    expect(Object.keys(await closedTo(student, quiz.courseId))).toEqual([])
  })

  test.each<[string, unknown]>([
    ['no body', undefined],
    ['no lecture', { following: false }],
    ['a lecture that is no text', { lectureId: 7, following: false }],
    ['a long id', { lectureId: 'x'.repeat(65), following: false }],
    ['following as text', { lectureId: 'x', following: 'yes' }],
    ['nothing about what follows', { lectureId: 'x' }],
    ['more than the fields', { lectureId: 'x', following: false, at: 1 }],
  ])('nothing with %s', async (_, payload) => {
    const quiz = await shared()
    const reply = await app.server.inject({
      method: 'POST',
      url: `/api/course/openearly/${quiz.courseId}/someone`,
      headers: { cookie: quiz.educator.cookie },
      ...(payload !== undefined && { payload: payload as object }),
    })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
  })

  test('nothing of others, to no stranger, and no entry of another course', async () => {
    const { quiz, next, student } = await makeClosed()
    const body = { lectureId: next, following: false }
    const stranger = await app.makeUser('educator')
    await expectProblem(openEarly(quiz, student.user._id, body, stranger), 404, 'not_found')
    await expectProblem(openEarly(quiz, student.user._id, body, student), 403, 'forbidden')
    await expectProblem(openEarly(quiz, (await app.makeUser()).user._id, body), 404, 'not_found')
    const other = await makeClosed()
    await expectProblem(openEarly(quiz, student.user._id, { ...body, lectureId: other.next }), 404, 'not_found')
    expect(Object.keys(await closedTo(student, quiz.courseId))).toContain(next)
  })
})

let one: ReturnType<typeof makeQuiz> | undefined
const shared = () => {
  one ??= makeQuiz(app, { questions: [] })
  return one
}
