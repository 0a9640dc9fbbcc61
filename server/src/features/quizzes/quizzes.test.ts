import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import {
  answerAll,
  begin,
  everyKind,
  handIn,
  makeQuiz,
  makeStudent,
  page,
  read,
  rightOf,
  save,
  secret,
  setQuiz,
  truth,
  truths,
} from '#test/support/quiz.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

describe('an attempt', () => {
  test('has a question of each kind, keeps answers as they are given, and passes with the right ones', async () => {
    const quiz = await makeQuiz(app)
    const student = await makeStudent(app, quiz)
    expect(await page(student, quiz)).toMatchObject({ questions: 8, problem: null, attempts: [], passed: false })
    const attempt = await begin(student, quiz)
    expect(attempt).toMatchObject({ number: 1, maxMarks: 8, marks: null, handedInAt: null, secondsLeft: null })
    expect(attempt.questions.map(({ question }) => question.kind).toSorted()).toEqual(Object.keys(everyKind).toSorted())
    expect((await begin(student, quiz))._id).toBe(attempt._id)
    await answerAll(student, attempt)
    const again = await read(student, attempt._id)
    for (const { question, answer } of again.questions)
      if (answer?.kind !== 'several')
        expect(answer).toEqual(
          question.kind === 'text' ? { kind: 'text', text: `${secret.toLowerCase()}  TEXT` } : rightOf(question),
        )
    const done = await handIn(student, attempt._id)
    expect(done).toMatchObject({ marks: 8, passed: true, handedInBy: 'student' })
    expect(
      done.questions.every(({ marking }) => marking?.state === 'right' && marking.explanation?.includes(secret)),
    ).toBe(true)
    const progress = await student.call(api.learning.course, { params: { courseId: quiz.courseId } })
    expect(progress.completedLectures).toBe(1)
    expect(await page(student, quiz)).toMatchObject({ passed: true, attempts: [{ marks: 8 }] })
  })

  test('shows nothing of others: an attempt, a quiz of a draft and one that was not bought are not found', async () => {
    const quiz = await makeQuiz(app)
    const [student, other] = [await makeStudent(app, quiz), await makeStudent(app, quiz)]
    const stranger = await app.makeUser()
    const attempt = await begin(student, quiz)
    for (const user of [other, stranger, quiz.educator]) {
      await expectProblem(read(user, attempt._id), 404, 'not_found')
      await expectProblem(handIn(user, attempt._id), 404, 'not_found')
      await expectProblem(save(user, attempt._id, [{ position: 0, answer: null }]), 404, 'not_found')
    }
    await expectProblem(page(stranger, quiz), 403, 'not_entitled')
    await expectProblem(begin(stranger, quiz), 403, 'not_entitled')
    const another = await makeQuiz(app)
    await expectProblem(
      another.educator.call(api.quizAttempts.review, { params: { attemptId: attempt._id } }),
      404,
      'not_found',
    )
  })

  test('loses nothing to a second tab: an older answer does not overwrite a newer one', async () => {
    const quiz = await makeQuiz(app, { questions: truths(2) })
    const student = await makeStudent(app, quiz)
    const { _id } = await begin(student, quiz)
    expect(await save(student, _id, [{ position: 0, answer: truth(true) }])).toMatchObject({
      saved: [{ revision: 1 }],
      stale: [],
    })
    // the other tab has read revision 0
    const late = await save(student, _id, [
      { position: 0, answer: truth(false) },
      { position: 1, answer: truth(false) },
    ])
    expect(late).toMatchObject({
      saved: [{ position: 1, revision: 1 }],
      stale: [{ position: 0, answer: truth(true), revision: 1 }],
    })
    // the same again, after a reply that was lost, is no change
    expect(await save(student, _id, [{ position: 0, answer: truth(true) }])).toMatchObject({ saved: [{ revision: 1 }] })
    expect(await save(student, _id, [{ position: 0, answer: null, base: 1 }])).toMatchObject({
      saved: [{ revision: 2 }],
    })
    expect((await read(student, _id)).questions[0]).toMatchObject({ answer: null, revision: 2 })
  })

  test('ends at its time: an answer 1 ms late is refused, what was saved counts, and a day later it is handed in', async () => {
    const quiz = await makeQuiz(app, { questions: truths(2), settings: { minutes: 10, passPercent: 50 } })
    const student = await makeStudent(app, quiz)
    const attempt = await begin(student, quiz)
    const due = new Date(attempt.dueAt ?? '').getTime()
    expect(due - new Date(attempt.beganAt).getTime()).toBe(600_000)
    await save(student, attempt._id, [{ position: 0, answer: truth(true) }])
    const clock = app.clock.ms
    app.clock.ms = due + 1
    await expectProblem(save(student, attempt._id, [{ position: 1, answer: truth(true) }]), 409, 'attempt_over')
    const done = await read(student, attempt._id)
    expect(done).toMatchObject({
      marks: 1,
      passed: true,
      handedInBy: 'time',
      handedInAt: attempt.dueAt,
      secondsLeft: null,
    })
    app.clock.ms = clock + 2000
    const [second] = [await begin(student, quiz)]
    app.clock.ms += 86_400_000
    expect(await handIn(student, second._id)).toMatchObject({ handedInBy: 'time', marks: 0 })
    app.clock.ms = clock + 5000
  })

  test('is handed in by the job of each minute when no one comes back', async () => {
    const quiz = await makeQuiz(app, { questions: truths(1), settings: { minutes: 1 } })
    const student = await makeStudent(app, quiz)
    const attempt = await begin(student, quiz)
    await save(student, attempt._id, [{ position: 0, answer: truth(true) }])
    const clock = app.clock.ms
    app.clock.ms += 61_000
    await runScheduled('hand-in-quizzes')
    const { rows } = await sql`select handed_in_by, marks from quiz_attempts where id = ${attempt._id}`.execute(
      app.deps.db,
    )
    expect(rows).toEqual([{ handed_in_by: 'time', marks: 100 }])
    app.clock.ms = clock
  })

  test('has more time for a named student, at once also while it is open', async () => {
    const quiz = await makeQuiz(app, { questions: truths(1), settings: { minutes: 10, attempts: 1 } })
    const student = await makeStudent(app, quiz)
    const attempt = await begin(student, quiz)
    const params = { lectureId: quiz.lectureId }
    const extra = { studentId: student.user._id, minutes: 5, attempts: 1 }
    expect(await quiz.educator.call(api.quizzes.setExtra, { params, body: extra })).toMatchObject({
      extras: [{ student: { _id: student.user._id }, minutes: 5, attempts: 1 }],
    })
    const again = await read(student, attempt._id)
    expect(new Date(again.dueAt ?? '').getTime() - new Date(again.beganAt).getTime()).toBe(900_000)
    expect(await page(student, quiz)).toMatchObject({ minutes: 15, attemptsAllowed: 2, attemptsLeft: 1 })
    await expectProblem(
      quiz.educator.call(api.quizzes.setExtra, { params, body: { ...extra, studentId: quiz.educator.user._id } }),
      404,
      'not_found',
    )
    await quiz.educator.call(api.quizzes.setExtra, { params, body: { ...extra, minutes: 0, attempts: 0 } })
    expect((await read(student, attempt._id)).dueAt).toBe(attempt.dueAt)
  })

  test('goes on with its own time limit when a student gets more after the quiz has changed its limit', async () => {
    const quiz = await makeQuiz(app, { questions: truths(1), settings: { minutes: 60 } })
    const student = await makeStudent(app, quiz)
    const attempt = await begin(student, quiz)
    await setQuiz(quiz, { minutes: 1 })
    const minutesGiven = async (minutes: number) => {
      const body = { studentId: student.user._id, minutes, attempts: 0 }
      await quiz.educator.call(api.quizzes.setExtra, { params: { lectureId: quiz.lectureId }, body })
      const { dueAt, beganAt } = await read(student, attempt._id)
      return (new Date(dueAt ?? '').getTime() - new Date(beganAt).getTime()) / 60_000
    }
    expect([await minutesGiven(5), await minutesGiven(0)]).toEqual([65, 60])
    await setQuiz(quiz, { closesAt: new Date(new Date(attempt.beganAt).getTime() + 62 * 60_000).toISOString() })
    expect(await minutesGiven(5)).toBe(62)
  })

  test('cannot begin when attempts are used, the quiz has closed or has no questions', async () => {
    const quiz = await makeQuiz(app, { questions: truths(1), settings: { attempts: 1 } })
    const student = await makeStudent(app, quiz)
    const { _id } = await begin(student, quiz)
    await handIn(student, _id)
    await expectProblem(begin(student, quiz), 409, 'attempts_used')
    await setQuiz(quiz, { attempts: null, closesAt: new Date(app.clock.ms - 1000).toISOString() })
    await expectProblem(begin(student, quiz), 409, 'quiz_closed')
    await setQuiz(quiz, { closesAt: null, parts: [] })
    await expectProblem(begin(student, quiz), 409, 'quiz_empty')
    expect(await page(student, quiz)).toMatchObject({ problem: 'quiz_empty', questions: 0 })
  })

  test('costs marks for wrong answers, and is never below 0', async () => {
    const quiz = await makeQuiz(app, { questions: truths(3, 2), settings: { negativePercent: 50 } })
    const student = await makeStudent(app, quiz)
    const first = await begin(student, quiz)
    await save(student, first._id, [
      { position: 0, answer: truth(true) },
      { position: 1, answer: truth(false) },
    ])
    expect(await handIn(student, first._id)).toMatchObject({ marks: 1, maxMarks: 6, passed: false })
    const second = await begin(student, quiz)
    await save(student, second._id, [{ position: 1, answer: truth(false) }])
    expect(await handIn(student, second._id)).toMatchObject({ marks: 0 })
  })

  test('draws questions of a tag, none twice, and keeps them when one is deleted', async () => {
    const quiz = await makeQuiz(app, { questions: [] })
    for (let at = 0; at < 6; at++)
      await quiz.educator.call(api.quizBank.create, {
        params: { courseId: quiz.courseId },
        body: { question: { ...everyKind.truth, prompt: `Drawn ${at}` }, tags: at < 4 ? ['easy', 'both'] : ['both'] },
      })
    await setQuiz(quiz, {
      parts: [
        { kind: 'draw', tag: 'easy', count: 2 },
        { kind: 'draw', tag: 'both', count: 9 },
      ],
    })
    const student = await makeStudent(app, quiz)
    const attempt = await begin(student, quiz)
    expect(new Set(attempt.questions.map(({ question }) => question.prompt)).size).toBe(6)
    const { questions } = await quiz.educator.call(api.quizBank.list, { params: { courseId: quiz.courseId } })
    for (const { _id } of questions) await quiz.educator.call(api.quizBank.remove, { params: { questionId: _id } })
    await answerAll(student, attempt)
    expect(await handIn(student, attempt._id)).toMatchObject({ marks: 6 })
    await expectProblem(begin(student, quiz), 409, 'quiz_empty')
  })

  test('of the educator is a try: it completes nothing, is in no list, and makes way for the next', async () => {
    const quiz = await makeQuiz(app)
    for (let count = 0; count < 2; count++) {
      const attempt = await begin(quiz.educator, quiz)
      await answerAll(quiz.educator, attempt)
      expect(await handIn(quiz.educator, attempt._id)).toMatchObject({ isPreview: true, passed: true })
    }
    expect((await page(quiz.educator, quiz)).attempts).toHaveLength(1)
    const { attempts } = await quiz.educator.call(api.quizzes.attempts, { params: { lectureId: quiz.lectureId } })
    expect(attempts).toEqual([])
    const { rows } = await sql`select 1 from lecture_progress where lecture_id = ${quiz.lectureId}`.execute(app.deps.db)
    expect(rows).toEqual([])
  })

  test.each([
    ['each', 'answers', true, true, true],
    ['each', 'marks', true, true, false],
    ['passed', 'answers', false, false, false],
    ['passed', 'answers', true, true, true],
    ['never', 'answers', true, false, false],
    ['end', 'answers', true, false, false],
  ] as const)(
    'shown at "%s" with "%s" when passed is %s: marks %s, answers %s',
    async (showTime, showPart, passes, marks, answers) => {
      const quiz = await makeQuiz(app, { questions: truths(1), settings: { showTime, showPart, attempts: 2 } })
      const student = await makeStudent(app, quiz)
      const { _id } = await begin(student, quiz)
      await save(student, _id, [{ position: 0, answer: truth(passes) }])
      const [first] = (await handIn(student, _id)).questions
      expect([first?.marking !== undefined, first?.marking?.right !== undefined]).toEqual([marks, answers])
      if (showTime !== 'end') return
      const second = await begin(student, quiz)
      expect((await handIn(student, second._id)).questions[0]?.marking?.right).toEqual(truth(true))
    },
  )
})

test('a copy of a course has its bank and quizzes, with questions of its own', async () => {
  const quiz = await makeQuiz(app, { questions: truths(2), settings: { passPercent: 77 } })
  const copy = await quiz.educator.call(api.courses.duplicate, { params: { courseId: quiz.courseId } })
  const params = { courseId: copy._id }
  const { questions, total } = await quiz.educator.call(api.quizBank.list, { params })
  expect(total).toBe(2)
  expect(questions.some(({ _id }) => quiz.questionIds.includes(_id))).toBe(false)
  const { lectures } = await quiz.educator.call(api.lectures.list, { params })
  expect(lectures).toMatchObject([{ kind: 'quiz', lectureTitle: 'Knots' }])
  const edited = await quiz.educator.call(api.quizzes.edit, { params: { lectureId: lectures[0]?._id ?? '' } })
  expect(edited.settings).toMatchObject({ passPercent: 77, parts: [{ kind: 'question' }, { kind: 'question' }] })
  const attempt = await begin(quiz.educator, { ...quiz, lectureId: lectures[0]?._id ?? '' })
  expect(attempt.questions).toHaveLength(2)
})

test('a quiz takes no video, text, file, chapter, caption or session, and is renamed as its settings are saved', async () => {
  const quiz = await makeQuiz(app)
  const params = { lectureId: quiz.lectureId }
  const { educator } = quiz
  await expectProblem(
    educator.call(api.lectures.edit, { params, body: { text: 'x' }, files: {} }),
    400,
    'invalid_input',
  )
  await expectProblem(educator.call(api.lectures.setChapters, { params, body: { chapters: [] } }), 400, 'invalid_input')
  await expectProblem(
    educator.call(api.live.schedule, { params, body: { liveStartTime: '2030-01-01T10:00' } }),
    400,
    'invalid_input',
  )
  const { settings } = await educator.call(api.quizzes.edit, { params })
  expect((await educator.call(api.quizzes.save, { params, body: { title: 'Ropes', settings } })).title).toBe('Ropes')
  await educator.call(api.lectures.remove, { params })
  await expectProblem(educator.call(api.quizzes.edit, { params }), 404, 'not_found')
})

async function runScheduled(name: string): Promise<void> {
  const { allJobs } = await import('#app/job-registry.ts')
  await allJobs(app.deps)
    .find(({ kind }) => kind.name === name)
    ?.run({})
}
