import { api, deletionWord } from '@virtual-courses/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { begin, everyKind, handIn, makeQuiz, makeStudent, type TestQuiz } from '#test/support/quiz.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let quiz: TestQuiz
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  quiz = await makeQuiz(app)
})
afterAll(() => app.close())

const { one } = everyKind
const download = async ({ cookie }: TestUser) =>
  (await app.server.inject({ url: api.ownAccount.exportData.path, headers: { cookie } })).body

test('a text, a quiz and pictures: formulas are MathML, pictures get an address, anything else is refused', async () => {
  const { educator, courseId } = quiz
  const { formulas } = await educator.call(api.quizBank.formulas, {
    body: {
      text: 'A $x^2$, $$\\frac{1}{2}$$, $\\href{javascript:alert(1)}{x}$, it costs $5 and $6, \\$y\\$ and $\\nosuch$',
    },
  })
  expect(formulas.map(({ tex, block }) => [tex, block])).toEqual([
    ['x^2', false],
    ['\\frac{1}{2}', true],
  ])
  expect(formulas[0]?.mathml).toMatch(/^<math/)
  const red = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const picture = new Blob([new Uint8Array(await red.png().toBuffer())])
  const { url } = await educator.call(api.quizBank.addPicture, { params: { courseId }, body: {}, files: { picture } })
  expect((await app.server.inject(url)).statusCode).toBe(200)
  const text = new Blob(['no picture'])
  await expectProblem(
    educator.call(api.quizBank.addPicture, { params: { courseId }, body: {}, files: { picture: text } }),
    415,
    'wrong_media',
  )
  const other = await app.makeUser('educator')
  await expectProblem(
    other.call(api.quizBank.addPicture, { params: { courseId }, body: {}, files: { picture } }),
    404,
    'not_found',
  )
})

test('formulas of one question have a size together, as a page has hundreds of them', async () => {
  const { educator } = quiz
  // each of them becomes forty times as long
  const text = Array.from({ length: 8 }, (_, at) => `$${'\\TeX'.repeat(40)}${at}$`).join(' ')
  const { formulas } = await educator.call(api.quizBank.formulas, { body: { text } })
  expect(formulas.length).toBeGreaterThan(0)
  expect(formulas.reduce((sum, { mathml }) => sum + mathml.length, 0)).toBeLessThan(40_001)
})

test('formulas that would take years or all memory stay text, and no one waits for them', async () => {
  const { educator } = quiz
  const show = async (...formulas: string[]) => {
    const text = formulas.map((tex) => `$${tex}$`).join(' ')
    const shown = await educator.call(api.quizBank.formulas, { body: { text } })
    return shown.formulas.map(({ tex }) => tex)
  }
  const nested = (command: string, inside = 'x') => `${`${command}{`.repeat(60)}${inside}${'}'.repeat(60)}`
  const began = performance.now()
  for (const tex of [nested('\\llap'), nested('\\mathllap')]) expect(await show('y^2', tex)).toEqual(['y^2'])
  // nor for many that are slow
  for (let count = 0; count < 20; count++)
    await show(...Array.from({ length: 8 }, (_, at) => nested('\\llap', `${count}+${at}`)))
  expect(performance.now() - began).toBeLessThan(8000)
  // nor do those of others stay text
  expect(await show('z^2')).toEqual(['z^2'])
})

test('the bank is searched by words, tags and kinds, a page at a time', async () => {
  const { educator, courseId } = await makeQuiz(app)
  const params = { courseId }
  await educator.call(api.quizBank.create, {
    params,
    body: { question: { ...one, prompt: 'Zürich हिन्दी' }, tags: ['City'] },
  })
  const find = async (query: { text?: string; tag?: string; kind?: 'one' | 'gaps'; limit?: number; cursor?: string }) =>
    educator.call(api.quizBank.list, { params, query })
  expect((await find({ text: 'zurich हिंदी' })).questions).toHaveLength(1)
  expect((await find({ tag: 'City' })).questions).toHaveLength(1)
  expect((await find({ kind: 'gaps' })).questions).toHaveLength(1)
  const first = await find({ limit: 5 })
  expect([first.questions.length, first.total, first.tags]).toEqual([5, 9, [{ tag: 'City', questions: 1 }]])
  expect((await find({ limit: 5, cursor: first.next ?? '' })).questions).toHaveLength(4)
})

test('floods meet limits that say when to try again', async () => {
  const flooded = await makeStudent(app, quiz)
  const calls = Array.from({ length: 12 }, () =>
    flooded.call(api.quizAttempts.begin, { params: { lectureId: quiz.lectureId } }),
  )
  const results = await Promise.allSettled(calls)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited' } })
  const { rows } = await sql`select 1 from quiz_attempts where user_id = ${flooded.user._id}`.execute(app.deps.db)
  expect(rows).toHaveLength(1)
})

test('deleting the quiz, the question or the account in the middle leaves nothing half', async () => {
  const own = await makeQuiz(app, { questions: [everyKind.truth] })
  const [first, second] = [await makeStudent(app, own), await makeStudent(app, own)]
  const attempt = await begin(first, own)
  await handIn(second, (await begin(second, own))._id)
  expect(await download(first)).toContain('Water is wet')
  await first.call(api.ownAccount.deleteAccount, { body: { confirm: deletionWord, current: 'correct horse battery' } })
  const { rows } = await sql`select user_id from quiz_attempts where lecture_id = ${own.lectureId}`.execute(app.deps.db)
  expect(rows).toEqual([{ user_id: second.user._id }])
  expect(
    (await app.server.inject({ url: `/api/quiz/attempt/${attempt._id}`, headers: { cookie: first.cookie } }))
      .statusCode,
  ).toBe(401)
  await own.educator.call(api.lectures.remove, { params: { lectureId: own.lectureId } })
  const left = await sql`select 1 from quiz_attempts where lecture_id = ${own.lectureId}`.execute(app.deps.db)
  expect(left.rows).toEqual([])
})
