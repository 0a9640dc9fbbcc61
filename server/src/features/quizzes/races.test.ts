import { api, deletionWord } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { inAll } from '#test/support/in-all.ts'
import {
  answerAll,
  askCheck,
  begin,
  everyKind,
  giveCheck,
  handIn,
  makeChecked,
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

test.each(inAll(['quiz', 'account of the student'] as const, ['course', 'account of the educator'] as const))(
  'the %s is deleted while an attempt is begun, answered, handed in and marked: no half attempt, and no error of ours',
  async (what) => {
    const admin = await app.makeUser('admin')
    for (let round = 0; round < 2; round++) {
      const quiz = await makeQuiz(app)
      const [student, other] = [await makeStudent(app, quiz), await makeStudent(app, quiz)]
      const { lectureId, courseId } = quiz
      const done = await begin(other, quiz)
      await answerAll(other, done)
      await handIn(other, done._id)
      const attempt = await begin(student, quiz)
      // the account of an educator whose course is listed and has students stays
      await quiz.educator.call(api.courses.edit, { params: { courseId }, body: { isPublished: 'false' } })
      const erase = (userId: string) => admin.call(api.admin.deleteUser, { params: { userId } })
      const remove = {
        quiz: () => quiz.educator.call(api.lectures.remove, { params: { lectureId } }),
        course: () => quiz.educator.call(api.courses.remove, { params: { courseId } }),
        'account of the student': () => erase(student.user._id),
        'account of the educator': () => erase(quiz.educator.user._id),
      }[what]
      const results = await Promise.allSettled([
        answerAll(student, attempt),
        quiz.educator.call(api.quizAttempts.mark, {
          params: { attemptId: done._id },
          body: { position: 0, marks: 0, reason: 'Copied' },
        }),
        remove(),
        handIn(student, attempt._id),
        ...quiz.questionIds.map((questionId) => quiz.educator.call(api.quizBank.remove, { params: { questionId } })),
        begin(student, quiz),
      ])
      expect(results[2]?.status).toBe('fulfilled')
      for (const result of results)
        if (result.status === 'rejected')
          expect(['not_found', 'attempt_over', 'unauthenticated', 'quiz_empty']).toContain(result.reason.code)
      const { rows } = await sql<{ user_id: string; half: boolean }>`
        select user_id, (handed_in_at is null) <> (marks is null) as half from quiz_attempts
        where lecture_id = ${lectureId}`.execute(app.deps.db)
      expect(rows.filter(({ half }) => half)).toEqual([])
      if (what === 'quiz') expect(rows).toEqual([])
      if (what === 'account of the student')
        expect(rows.filter(({ user_id }) => user_id === student.user._id)).toEqual([])
    }
  },
)

test('an answer to a question in a video counts once: sent again, in two tabs, and at the same moment in many', async () => {
  const video = await makeChecked(await makeQuiz(app, { questions: truths(1) }), { tries: 5 })
  const student = await makeStudent(app, video)
  const both = [truth(true), truth(false)] as const
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, at) => giveCheck(student, video, { answer: both[at % 2] ?? both[0], tries: 0 })),
  )
  const now = await askCheck(student, video)
  expect(now.tries).toBe(1)
  // all tabs have the one that was first
  for (const result of results) expect(result).toEqual(now)
  expect(await giveCheck(student, video, { answer: truth(true), tries: 0 })).toEqual(now)
})

test('questions of a video that leave the bank while they are answered or saved leave no error behind', async () => {
  for (let round = 0; round < 4; round++) {
    const quiz = await makeQuiz(app, { questions: truths(1) })
    const video = await makeChecked(quiz)
    const student = await makeStudent(app, video)
    const edited = () => video.educator.call(api.videoChecks.edit, { params: { lectureId: video.lectureId } })
    const [check] = (await edited()).checks
    const body = { checks: check ? [{ questionId: check.questionId, second: 3, maySkip: true, tries: 1 }] : [] }
    const results = await Promise.allSettled([
      giveCheck(student, video, { answer: truth(true), tries: 0 }),
      video.educator.call(api.quizBank.remove, { params: { questionId: video.questionIds[0] ?? '' } }),
      video.educator.call(api.videoChecks.save, { params: { lectureId: video.lectureId }, body }),
    ])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'not_found' })
    expect((await edited()).checks).toEqual([])
  }
})

test('a lecture and an account that are deleted while a question of the video is answered leave no answer, and no error of ours', async () => {
  for (let round = 0; round < 4; round++) {
    const video = await makeChecked(await makeQuiz(app, { questions: truths(1) }))
    const student = await makeStudent(app, video)
    const body = { confirm: deletionWord, current: 'correct horse battery' } as const
    const results = await Promise.allSettled([
      giveCheck(student, video, { answer: truth(true), tries: 0 }),
      round % 2 === 0
        ? video.educator.call(api.lectures.remove, { params: { lectureId: video.lectureId } })
        : student.call(api.ownAccount.deleteAccount, { body }),
    ])
    const codes = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    for (const code of codes) expect(['not_found', 'unauthenticated']).toContain(code)
    const { rows } = await sql`select 1 from video_check_answers where lecture_id = ${video.lectureId}`.execute(
      app.deps.db,
    )
    expect(rows).toEqual([])
  }
})
