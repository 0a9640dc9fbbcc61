import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { begin, everyKind, handIn, makeQuiz, makeStudent, save, type TestQuiz, truth } from '#test/support/quiz.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

const read = ({ lectureId, educator }: TestQuiz) => educator.call(api.quizStatistics.ofQuiz, { params: { lectureId } })

/** An attempt of a new student: a choice and whether the claim is right, or nothing. */
async function take(quiz: TestQuiz, pick: string | null, claim: boolean): Promise<void> {
  const student = await makeStudent(app, quiz)
  const attempt = await begin(student, quiz)
  const [first] = attempt.questions
  const options = first?.question.kind === 'one' ? first.question.options : []
  const answers = [{ position: 1, answer: truth(claim) }]
  await save(
    student,
    attempt._id,
    pick === null ? answers : [{ position: 0, answer: { kind: 'one', pick: options.indexOf(pick) } }, ...answers],
  )
  await handIn(student, attempt._id)
}

test('questions have statistics as soon as ten attempts are handed in', async () => {
  const quiz = await makeQuiz(app, { questions: [everyKind.one, everyKind.truth] })
  const picks = ['bowline', 'bowline', 'bowline', 'bowline', 'anchor', 'anchor', 'mast', 'anchor', null]
  for (const pick of picks) await take(quiz, pick, pick === 'bowline')
  // an attempt that is open, and the educator's own try, count for nothing
  await begin(await makeStudent(app, quiz), quiz)
  await handIn(quiz.educator, (await begin(quiz.educator, quiz))._id)
  const early = await read(quiz)
  expect(early).toMatchObject({ title: 'Knots', courseId: quiz.courseId, attempts: 9 })
  expect(early.questions.map(({ attempts, statistics }) => [attempts, statistics])).toEqual([
    [9, null],
    [9, null],
  ])
  await take(quiz, 'mast', false)
  const { attempts, questions } = await read(quiz)
  expect(attempts).toBe(10)
  expect(questions.find(({ kind }) => kind === 'one')?.statistics).toEqual({
    shareRight: 0.4,
    shareOpen: 0.1,
    discrimination: 1,
    wrongAnswer: { text: 'anchor', attempts: 3 },
  })
  expect(questions.find(({ kind }) => kind === 'truth')?.statistics).toMatchObject({
    shareRight: 0.4,
    shareOpen: 0,
    wrongAnswer: { text: 'false', attempts: 6 },
  })
})

test('are of own courses alone', async () => {
  const quiz = await makeQuiz(app, { questions: [everyKind.truth] })
  const other = await app.makeUser('educator')
  for (const lectureId of [quiz.lectureId, 'unknown'])
    await expectProblem(other.call(api.quizStatistics.ofQuiz, { params: { lectureId } }), 404, 'not_found')
  const url = `/api/quiz/statistics/${encodeURIComponent('a\u0000b')}`
  const reply = await app.server.inject({ url, headers: { cookie: quiz.educator.cookie } })
  expect(reply.statusCode).toBe(400)
})
