import { api, type Question } from '@virtual-courses/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAnswer, anyKey, sameAnswer, withKey } from '#test/support/any-question.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import {
  begin,
  everyKind,
  handIn,
  makeQuiz,
  makeStudent,
  read,
  save,
  type TestQuiz,
  truth,
  truths,
} from '#test/support/quiz.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { isAnswered, type KeptAnswer } from './scoring.ts'
import { keepAnswer, showAnswer } from './shown-order.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

const correct = async (quiz: TestQuiz, right: boolean, appliesTo: 'all' | 'new' = 'all') => {
  const [questionId = ''] = quiz.questionIds
  const { question } = await quiz.educator.call(api.quizBank.read, { params: { questionId } })
  return quiz.educator.call(api.quizBank.save, {
    params: { questionId },
    body: {
      question: { ...everyKind.truth, prompt: 'Claim 0', right },
      tags: [],
      appliesTo,
      version: question.version,
    },
  })
}

test('a corrected key changes the marks of attempts, notifies their students, and what was completed stays', async () => {
  const quiz = await makeQuiz(app, { questions: truths(1), settings: { passPercent: 100 } })
  const [passed, failed, same] = [
    await makeStudent(app, quiz),
    await makeStudent(app, quiz),
    await makeStudent(app, quiz),
  ]
  const ids: string[] = []
  for (const [student, value] of [
    [passed, true],
    [failed, false],
    [same, null],
  ] as const) {
    const { _id } = await begin(student, quiz)
    if (value !== null) await save(student, _id, [{ position: 0, answer: truth(value) }])
    await handIn(student, _id)
    ids.push(_id)
  }
  expect((await correct(quiz, false)).question.attempts).toBe(3)
  await runJobs(app, 'mark-quiz-attempts-again')
  await runJobs(app, 'announce-quiz-marks')
  expect(await read(passed, ids[0] ?? '')).toMatchObject({ marks: 0, passed: false })
  expect(await read(failed, ids[1] ?? '')).toMatchObject({ marks: 1, passed: true })
  for (const student of [passed, failed]) {
    const progress = await student.call(api.learning.course, { params: { courseId: quiz.courseId } })
    expect(progress.completedLectures).toBe(1)
    const { notifications } = await student.call(api.notifications.list)
    expect(notifications[0]).toMatchObject({
      kind: 'quiz-marks-changed',
      link: `/quiz/${quiz.courseId}/${quiz.lectureId}`,
    })
  }
  const { notifications } = await same.call(api.notifications.list)
  expect(notifications.filter(({ kind }) => kind === 'quiz-marks-changed')).toEqual([])
  const review = await quiz.educator.call(api.quizAttempts.review, { params: { attemptId: ids[1] ?? '' } })
  expect(review).toMatchObject({ student: { name: failed.user.name }, changes: [{ cause: 'key', from: 0, to: 1 }] })
})

test('equals marking for the first time, and repeating it changes nothing', async () => {
  const quiz = await makeQuiz(app, { questions: truths(1) })
  const [before, after] = [await makeStudent(app, quiz), await makeStudent(app, quiz)]
  const first = await begin(before, quiz)
  await save(before, first._id, [{ position: 0, answer: truth(false) }])
  await handIn(before, first._id)
  const second = await begin(after, quiz)
  await correct(quiz, false)
  await runJobs(app, 'mark-quiz-attempts-again')
  await save(after, second._id, [{ position: 0, answer: truth(false) }])
  await handIn(after, second._id)
  expect((await read(before, first._id)).marks).toBe((await read(after, second._id)).marks)
})

test('equals a new attempt for every kind, with keys that are corrected by flags, by orders and by texts', async () => {
  const quiz = await makeQuiz(app, { settings: { shuffleOptions: true, shuffleQuestions: true, negativePercent: 25 } })
  const [before, after] = [await makeStudent(app, quiz), await makeStudent(app, quiz)]
  const contents = async () => {
    const { rows } = await sql<{ id: string; content: Question }>`
      select question_id as id, content from bank_forms where question_id = any(${quiz.questionIds}::text[])`.execute(
      app.deps.db,
    )
    return new Map(rows.map(({ id, content }) => [id, content]))
  }
  const asked = async (attemptId: string) => {
    const { rows } = await sql<{ id: string; position: number; seed: number; marks: number | null }>`
      select question_id as id, position, seed, answers.marks
      from quiz_answers as answers join quiz_attempts as attempts on attempts.id = answers.attempt_id
      where attempt_id = ${attemptId} order by question_id`.execute(app.deps.db)
    return rows.map((row) => ({ ...row, showing: { ...row, shuffleOptions: true } }))
  }
  const answer = async (student: TestUser, attemptId: string, kept: Map<string, KeptAnswer | null>) => {
    const questions = await contents()
    const answers = (await asked(attemptId)).map(({ id, position, showing }) => {
      const question = questions.get(id)
      return { position, answer: question ? showAnswer(question, showing, kept.get(id) ?? null) : null }
    })
    await save(student, attemptId, answers)
    await handIn(student, attemptId)
  }
  for (const [seed, key] of fc.sample(anyKey, { numRuns: 3, seed: 7 }).entries()) {
    const [first, old] = [await begin(before, quiz), await contents()]
    const picked = fc.sample(anyAnswer, { numRuns: 300, seed })
    const kept = new Map(
      (await asked(first._id)).map(({ id, showing }) => {
        const question = old.get(id)
        const fitting = question ? picked.map((one) => keepAnswer(question, showing, one)) : []
        return [id, fitting.find((one) => one !== null && isAnswered(one)) ?? null] as const
      }),
    )
    await answer(before, first._id, kept)
    for (const [questionId, content] of old) {
      const question = withKey(content, key)
      await quiz.educator.call(api.quizBank.save, {
        params: { questionId },
        body: { question, tags: [], appliesTo: 'all' },
      })
    }
    await runJobs(app, 'mark-quiz-attempts-again')
    const [second, corrected] = [await begin(after, quiz), await contents()]
    const said = new Map(
      [...old].map(([id, question]) => {
        const showing = { seed, position: 0, shuffleOptions: true }
        const to = { question: corrected.get(id) ?? question, showing }
        return [id, sameAnswer(kept.get(id) ?? null, { question, showing }, to)] as const
      }),
    )
    await answer(after, second._id, said)
    const marks = async (attemptId: string) => (await asked(attemptId)).map(({ id, marks: given }) => [id, given])
    expect(await marks(first._id)).toEqual(await marks(second._id))
    expect((await read(before, first._id)).marks).toBe((await read(after, second._id)).marks)
  }
})

test('a question that is saved for new attempts leaves earlier ones as they are', async () => {
  const quiz = await makeQuiz(app, { questions: truths(1) })
  const student = await makeStudent(app, quiz)
  const first = await begin(student, quiz)
  await save(student, first._id, [{ position: 0, answer: truth(true) }])
  await correct(quiz, false, 'new')
  expect(await handIn(student, first._id)).toMatchObject({ marks: 1 })
  const second = await begin(student, quiz)
  await save(student, second._id, [{ position: 0, answer: truth(true) }])
  expect(await handIn(student, second._id)).toMatchObject({ marks: 0 })
})

test('a correction that changes the choices is refused', async () => {
  const quiz = await makeQuiz(app, { questions: [everyKind.one] })
  const [questionId = ''] = quiz.questionIds
  const { question } = await quiz.educator.call(api.quizBank.read, { params: { questionId } })
  if (question.question.kind !== 'one') throw new Error('another kind')
  const body = { tags: [], appliesTo: 'all' as const }
  const [first, second, third] = question.question.options
  if (!first || !second || !third) throw new Error('too few options')
  const change = (options: (typeof first)[]) =>
    quiz.educator.call(api.quizBank.save, {
      params: { questionId },
      body: { ...body, question: { ...everyKind.one, options } },
    })
  await expectProblem(change([first, second]), 409, 'question_differs')
  await expectProblem(change([first, second, { text: 'rudder', right: false }]), 409, 'question_differs')
  const { question: corrected } = await change([third, { ...first, right: false }, { ...second, right: true }])
  expect(corrected.question).toMatchObject({ options: [{ id: third.id }, { id: first.id }, { right: true }] })
})

test('an educator sets marks with a reason, and takes them back; each change is kept', async () => {
  const quiz = await makeQuiz(app, { questions: truths(2, 2), settings: { passPercent: 70 } })
  const student = await makeStudent(app, quiz)
  const { _id: attemptId } = await begin(student, quiz)
  await save(student, attemptId, [{ position: 0, answer: truth(true) }])
  await handIn(student, attemptId)
  const mark = (body: { position: number; marks: number | null; reason: string }) =>
    quiz.educator.call(api.quizAttempts.mark, { params: { attemptId }, body })
  const review = await mark({ position: 1, marks: 1.5, reason: 'The claim was not clear' })
  expect(review).toMatchObject({
    attempt: { marks: 3.5, passed: true },
    changes: [{ position: 1, cause: 'educator', from: 0, to: 1.5, reason: 'The claim was not clear' }],
  })
  expect((await read(student, attemptId)).questions[1]?.marking).toMatchObject({
    marks: 1.5,
    reason: 'The claim was not clear',
  })
  const back = await mark({ position: 1, marks: null, reason: 'It was' })
  expect(back).toMatchObject({ attempt: { marks: 2, passed: false } })
  expect(back.changes).toHaveLength(2)
  const progress = await student.call(api.learning.course, { params: { courseId: quiz.courseId } })
  expect(progress.completedLectures).toBe(1)
  await expectProblem(mark({ position: 1, marks: 2.01, reason: 'x' }), 400, 'invalid_input')
  await expectProblem(mark({ position: 2, marks: 1, reason: 'x' }), 404, 'not_found')
  await expectProblem(mark({ position: 1, marks: 1, reason: ' ' }), 400, 'invalid_input')
})
