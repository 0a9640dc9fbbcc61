import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { begin, everyKind, makeQuiz, makeStudent, type TestQuiz } from '#test/support/quiz.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let quiz: TestQuiz
let student: TestUser
let openId: string
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  quiz = await makeQuiz(app)
  student = await makeStudent(app, quiz)
  openId = (await begin(student, quiz))._id
})
afterAll(() => app.close())

const post = (user: TestUser, url: string, payload: unknown) =>
  app.server.inject({ method: 'POST', url, headers: { cookie: user.cookie }, payload: payload as object }) // `inject` knows no other bodies

const { one, several, number, text, order, match, gaps } = everyKind
const options = (count: number) => Array.from({ length: count }, (_, at) => ({ text: `Choice ${at}`, right: at === 0 }))

test.each<[string, unknown]>([
  ['no question', {}],
  ['a list', []],
  ['a kind that there is not', { question: { ...one, kind: 'essay' } }],
  ['no prompt', { question: { ...one, prompt: ' ' } }],
  ['a prompt that is too long', { question: { ...one, prompt: 'x'.repeat(4001) } }],
  ['a prompt that is a number', { question: { ...one, prompt: 5 } }],
  ['an explanation that is too long', { question: { ...one, explanation: 'x'.repeat(4001) } }],
  ['no points', { question: { ...one, points: 0 } }],
  ['half a point', { question: { ...one, points: 0.5 } }],
  ['too many points', { question: { ...one, points: 101 } }],
  ['fields of another kind', { question: { ...one, accepted: ['x'] } }],
  ['one choice alone', { question: { ...one, options: options(1) } }],
  ['too many choices', { question: { ...one, options: options(13) } }],
  ['2,000 choices', { question: { ...one, options: options(2000) } }],
  [
    'a choice that is too long',
    { question: { ...one, options: [{ text: 'x'.repeat(501), right: true }, ...options(2)] } },
  ],
  [
    'no right choice',
    {
      question: {
        ...one,
        options: [
          { text: 'a', right: false },
          { text: 'b', right: false },
        ],
      },
    },
  ],
  [
    'two right choices of one',
    {
      question: {
        ...one,
        options: [
          { text: 'a', right: true },
          { text: 'b', right: true },
        ],
      },
    },
  ],
  [
    'no right choice of several',
    {
      question: {
        ...several,
        options: [
          { text: 'a', right: false },
          { text: 'b', right: false },
        ],
      },
    },
  ],
  [
    'the same choice twice',
    {
      question: {
        ...one,
        options: [
          { text: 'a', right: true },
          { text: 'a', right: false },
        ],
      },
    },
  ],
  [
    'an empty choice',
    {
      question: {
        ...one,
        options: [
          { text: '', right: true },
          { text: 'a', right: false },
        ],
      },
    },
  ],
  [
    'a choice that is too long',
    {
      question: {
        ...one,
        options: [
          { text: 'x'.repeat(1001), right: true },
          { text: 'a', right: false },
        ],
      },
    },
  ],
  ['a number that is a text', { question: { ...number, value: '1852' } }],
  ['a number without end', { question: { ...number, value: 1e16 } }],
  ['a tolerance below 0', { question: { ...number, tolerance: -1 } }],
  ['too many units', { question: { ...number, units: ['a', 'b', 'c', 'd', 'f', 'g'] } }],
  ['a unit that begins like a number', { question: { ...number, units: ['2m'] } }],
  ['no accepted text', { question: { ...text, accepted: [] } }],
  ['too many accepted texts', { question: { ...text, accepted: options(21).map((choice) => choice.text) } }],
  ['the same item twice', { question: { ...order, items: [{ text: 'a' }, { text: 'a' }] } }],
  [
    'the same left side twice',
    {
      question: {
        ...match,
        pairs: [
          { left: 'a', right: 'b' },
          { left: 'a', right: 'c' },
        ],
      },
    },
  ],
  ['a gap without a mark', { question: { ...gaps, prompt: 'A [[1]]' } }],
  ['a mark without a gap', { question: { ...gaps, prompt: 'A [[1]] [[2]] [[3]]' } }],
  ['a mark twice', { question: { ...gaps, prompt: 'A [[1]] [[2]] [[2]]' } }],
  ['no gaps', { question: { ...gaps, prompt: 'A', gaps: [] } }],
  ['too many tags', { question: one, tags: options(11).map((choice) => choice.text) }],
  ['an empty tag', { question: one, tags: [' '] }],
  ['a tag of two lines', { question: one, tags: ['a\nb'] }],
])('the bank refuses %s', async (_name, payload) => {
  const created = await post(quiz.educator, `/api/quiz/bank/${quiz.courseId}`, payload)
  expect([created.statusCode, created.json().code]).toEqual([400, 'invalid_input'])
  const body = Array.isArray(payload) ? payload : { tags: [], appliesTo: 'all', ...(payload as object) }
  const saved = await post(quiz.educator, `/api/quiz/bank/question/${quiz.questionIds[0]}`, body)
  expect([saved.statusCode, saved.json().code]).toEqual([400, 'invalid_input'])
})

test.each<[string, object]>([
  ['a pass mark above all', { passPercent: 101 }],
  ['no attempt', { attempts: 0 }],
  ['more attempts than are kept', { attempts: 101 }],
  ['no time', { minutes: 0 }],
  ['half a minute', { minutes: 0.5 }],
  ['too much time', { minutes: 601 }],
  ['negative marks above all', { negativePercent: 101 }],
  ['a time to show that there is not', { showTime: 'always' }],
  ['a closing date that is none', { closesAt: 'tomorrow' }],
  ['an introduction that is too long', { intro: 'x'.repeat(5001) }],
  [
    '201 questions',
    {
      parts: [
        { kind: 'draw', tag: 'a', count: 200 },
        { kind: 'draw', tag: 'b', count: 1 },
      ],
    },
  ],
  [
    'a tag twice',
    {
      parts: [
        { kind: 'draw', tag: 'a', count: 1 },
        { kind: 'draw', tag: 'a', count: 1 },
      ],
    },
  ],
  [
    'a question twice',
    {
      parts: [
        { kind: 'question', questionId: 'x' },
        { kind: 'question', questionId: 'x' },
      ],
    },
  ],
  ['no part of a kind', { parts: [{ kind: 'all' }] }],
  ['a field that there is not', { colour: 'red' }],
])('settings refuse %s', async (_name, changes) => {
  const { settings, title } = await quiz.educator.call(api.quizzes.edit, { params: { lectureId: quiz.lectureId } })
  const reply = await post(quiz.educator, `/api/quiz/edit/${quiz.lectureId}`, {
    title,
    settings: { ...settings, ...changes },
  })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
})

const answer = (changes: object) => ({
  answers: [{ position: 0, answer: { kind: 'one', pick: 0 }, base: 0, ...changes }],
})
test.each<[string, unknown]>([
  ['no body', undefined],
  ['no answers', { answers: [] }],
  ['1,000 answers', { answers: Array.from({ length: 1000 }, (_, position) => ({ position, answer: null, base: 0 })) }],
  [
    'one answer too many',
    { answers: Array.from({ length: 16 }, (_, position) => ({ position, answer: null, base: 0 })) },
  ],
  ['a text in a gap that is too long', answer({ position: 7, answer: { kind: 'gaps', texts: ['x'.repeat(101)] } })],
  ['a question that was not drawn', answer({ position: 8 })],
  ['a question before the first', answer({ position: -1 })],
  ['a position that is a text', answer({ position: '0' })],
  ['two answers to one question', { answers: [...answer({}).answers, ...answer({}).answers] }],
  ['an answer of another kind', answer({ answer: { kind: 'truth', value: true } })],
  ['a choice that there is not', answer({ answer: { kind: 'one', pick: 3 } })],
  ['half a choice', answer({ answer: { kind: 'one', pick: 0.5 } })],
  ['a choice by an id', answer({ answer: { kind: 'one', pick: 'x' } })],
  ['the same choice twice', answer({ position: 1, answer: { kind: 'several', picks: [0, 0] } })],
  ['a part of an order', answer({ position: 5, answer: { kind: 'order', order: [0, 1] } })],
  ['a right side twice', answer({ position: 6, answer: { kind: 'match', matches: [0, 0, 1] } })],
  ['more matches than pairs', answer({ position: 6, answer: { kind: 'match', matches: [0, 1, 2, null] } })],
  ['more texts than gaps', answer({ position: 7, answer: { kind: 'gaps', texts: ['a', 'b', 'c'] } })],
  ['a text that is too long', answer({ position: 4, answer: { kind: 'text', text: 'x'.repeat(201) } })],
  ['a revision below 0', answer({ base: -1 })],
  ['marks of one’s own', answer({ marks: 100 })],
])('an attempt refuses %s', async (_name, payload) => {
  const reply = await post(student, `/api/quiz/attempt/${openId}`, payload)
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
  const { rows } = await sql`select 1 from quiz_answers where attempt_id = ${openId} and answer is not null`.execute(
    app.deps.db,
  )
  expect(rows).toEqual([])
})

const unknown = 'no-such-id'
test.each<[string, (user: TestUser) => Promise<unknown>]>([
  ['list', (user) => user.call(api.quizBank.list, { params: { courseId: quiz.courseId } })],
  [
    'create',
    (user) => user.call(api.quizBank.create, { params: { courseId: quiz.courseId }, body: { question: one } }),
  ],
  ['read', (user) => user.call(api.quizBank.read, { params: { questionId: quiz.questionIds[0] ?? '' } })],
  [
    'save',
    (user) =>
      user.call(api.quizBank.save, {
        params: { questionId: quiz.questionIds[0] ?? '' },
        body: { question: one, tags: [], appliesTo: 'new' },
      }),
  ],
  ['quiz', (user) => user.call(api.quizzes.create, { params: { courseId: quiz.courseId }, body: { title: 'x' } })],
  ['edit', (user) => user.call(api.quizzes.edit, { params: { lectureId: quiz.lectureId } })],
  ['attempts', (user) => user.call(api.quizzes.attempts, { params: { lectureId: quiz.lectureId } })],
  [
    'extra',
    (user) =>
      user.call(api.quizzes.setExtra, {
        params: { lectureId: quiz.lectureId },
        body: { studentId: student.user._id, minutes: 1, attempts: 0 },
      }),
  ],
])('%s is not there for another educator', async (_name, call) => {
  const other = await app.makeUser('educator')
  await expectProblem(call(other), 404, 'not_found')
})

test('unknown ids, and those of other kinds of entries, are not found', async () => {
  const { educator } = quiz
  const { lecture } = await educator.call(api.lectures.create, {
    params: { courseId: quiz.courseId },
    body: { lectureTitle: 'x' },
  })
  for (const lectureId of [unknown, lecture._id]) {
    await expectProblem(educator.call(api.quizzes.edit, { params: { lectureId } }), 404, 'not_found')
    await expectProblem(educator.call(api.quizAttempts.page, { params: { lectureId } }), 404, 'not_found')
    await expectProblem(educator.call(api.quizAttempts.begin, { params: { lectureId } }), 404, 'not_found')
  }
  const { title, settings } = await educator.call(api.quizzes.edit, { params: { lectureId: quiz.lectureId } })
  const foreign = (await makeQuiz(app, { questions: [one] })).questionIds[0] ?? ''
  const parts = [{ kind: 'question' as const, questionId: foreign }]
  await expectProblem(
    educator.call(api.quizzes.save, {
      params: { lectureId: quiz.lectureId },
      body: { title, settings: { ...settings, parts } },
    }),
    404,
    'not_found',
  )
  expect(await educator.call(api.quizBank.remove, { params: { questionId: foreign } })).toEqual({ removed: false })
  await expectProblem(
    educator.call(api.quizAttempts.mark, {
      params: { attemptId: openId },
      body: { position: 0, marks: 1, reason: 'x' },
    }),
    404,
    'not_found',
  )
})

test('calls refuse ids, pages and texts that are none', async () => {
  const { educator } = quiz
  await expectProblem(
    educator.call(api.quizBank.list, { params: { courseId: quiz.courseId }, query: { cursor: 'x' } }),
    400,
    'invalid_input',
  )
  await expectProblem(
    educator.call(api.quizzes.attempts, { params: { lectureId: quiz.lectureId }, query: { limit: 101 } }),
    400,
    'invalid_input',
  )
  await expectProblem(
    educator.call(api.quizzes.create, { params: { courseId: quiz.courseId }, body: { title: ' ' } }),
    400,
    'invalid_input',
  )
  await expectProblem(educator.call(api.quizBank.formulas, { body: { text: 'x'.repeat(4001) } }), 400, 'invalid_input')
  const extra = { studentId: student.user._id, minutes: 601, attempts: 0 }
  await expectProblem(
    educator.call(api.quizzes.setExtra, { params: { lectureId: quiz.lectureId }, body: extra }),
    400,
    'invalid_input',
  )
  const long = 'x'.repeat(65)
  for (const call of [
    () => educator.call(api.quizBank.read, { params: { questionId: long } }),
    () => educator.call(api.quizBank.remove, { params: { questionId: long } }),
    () => educator.call(api.quizzes.edit, { params: { lectureId: long } }),
    () => educator.call(api.quizAttempts.review, { params: { attemptId: long } }),
    () => student.call(api.quizAttempts.page, { params: { lectureId: long } }),
    () => student.call(api.quizAttempts.begin, { params: { lectureId: long } }),
    () => student.call(api.quizAttempts.read, { params: { attemptId: long } }),
    () => student.call(api.quizAttempts.handIn, { params: { attemptId: long } }),
  ])
    await expectProblem(call(), 400, 'invalid_input')
})
