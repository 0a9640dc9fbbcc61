import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import {
  answerAll,
  begin,
  everyKind,
  handIn,
  makeQuiz,
  makeStudent,
  read,
  save,
  truth,
  truths,
} from '#test/support/quiz.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { handInAllOverdue } from './attempts/hand-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

const times = <T>(count: number, one: (at: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, at) => one(at)))

test('of attempts that begin at the same time one counts', async () => {
  const quiz = await makeQuiz(app, { questions: truths(3), settings: { attempts: 1 } })
  const student = await makeStudent(app, quiz)
  const begun = await times(8, () => begin(student, quiz))
  const ids = begun.flatMap((result) => (result.status === 'fulfilled' ? [result.value._id] : []))
  expect([ids.length, new Set(ids).size]).toEqual([8, 1])
})

test('two tabs that answer the same question: one is saved, the other gets it', async () => {
  const quiz = await makeQuiz(app, { questions: truths(1) })
  const student = await makeStudent(app, quiz)
  const { _id } = await begin(student, quiz)
  const results = await times(6, (at) => save(student, _id, [{ position: 0, answer: truth(at % 2 === 0) }]))
  const replies = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(replies).toHaveLength(6)
  const [question] = (await read(student, _id)).questions
  expect(question?.revision).toBe(1)
  for (const { saved, stale } of replies) expect(saved[0]?.revision ?? stale[0]?.revision).toBe(1)
  for (const { stale } of replies) for (const one of stale) expect(one.answer).toEqual(question?.answer)
})

test('a hand-in beside the end of its time, and beside the job, is one hand-in', async () => {
  const quiz = await makeQuiz(app, { questions: truths(2), settings: { minutes: 1 } })
  for (let round = 0; round < 5; round++) {
    const student = await makeStudent(app, quiz)
    const attempt = await begin(student, quiz)
    await answerAll(student, attempt)
    const clock = app.clock.ms
    app.clock.ms = new Date(attempt.dueAt ?? '').getTime() - 2
    const results = await Promise.allSettled([
      handIn(student, attempt._id),
      handInAllOverdue(app.deps),
      save(student, attempt._id, [{ position: 0, answer: truth(false), base: 1 }]),
      read(student, attempt._id),
      handInAllOverdue(app.deps),
      handIn(student, attempt._id),
    ])
    app.clock.ms = clock + 100
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'attempt_over' })
    const done = await read(student, attempt._id)
    const answers = done.questions.map(({ answer }) => answer)
    // the late answer counts where it was saved before the hand-in, and only there
    expect(done.marks).toBe(answers.filter((answer) => answer?.kind === 'truth' && answer.value).length)
  }
})

test('a key that is corrected while attempts are handed in marks them all by the new key', async () => {
  const quiz = await makeQuiz(app, { questions: truths(1) })
  const students = await Promise.all(Array.from({ length: 6 }, () => makeStudent(app, quiz)))
  const attempts = await Promise.all(
    students.map(async (student) => {
      const attempt = await begin(student, quiz)
      await answerAll(student, attempt)
      return { handIn: () => handIn(student, attempt._id) }
    }),
  )
  const [questionId = ''] = quiz.questionIds
  const [first, ...others] = attempts
  await first?.handIn()
  const body = {
    question: { ...everyKind.truth, prompt: 'Claim 0', right: false },
    tags: [],
    appliesTo: 'all' as const,
  }
  await Promise.all([
    ...others.map((attempt) => attempt.handIn()),
    quiz.educator.call(api.quizBank.save, { params: { questionId }, body }),
  ])
  await runJobs(app, 'mark-quiz-attempts-again')
  const { rows } = await sql<{ marks: number }>`
    select distinct marks from quiz_attempts where lecture_id = ${quiz.lectureId}`.execute(app.deps.db)
  expect(rows).toEqual([{ marks: 0 }])
})

test('a quiz, a course and an account that are deleted in the middle leave no half attempt, and no error of ours', async () => {
  for (let round = 0; round < 3; round++) {
    const quiz = await makeQuiz(app)
    const student = await makeStudent(app, quiz)
    const attempt = await begin(student, quiz)
    const results = await Promise.allSettled([
      answerAll(student, attempt),
      quiz.educator.call(api.lectures.remove, { params: { lectureId: quiz.lectureId } }),
      handIn(student, attempt._id),
      ...quiz.questionIds.map((questionId) => quiz.educator.call(api.quizBank.remove, { params: { questionId } })),
      begin(student, quiz),
    ])
    for (const result of results)
      if (result.status === 'rejected') expect(['not_found', 'attempt_over']).toContain(result.reason.code)
    const { rows } = await sql`select 1 from quiz_attempts where lecture_id = ${quiz.lectureId}`.execute(app.deps.db)
    expect(rows).toEqual([])
  }
})
