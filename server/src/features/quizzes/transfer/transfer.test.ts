import { api, maxTransferQuestions } from '@virtual-courses/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { answerAll, begin, everyKind, handIn, makeQuiz, makeStudent } from '#test/support/quiz.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { readFile } from './read-file.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

const gift = 'Water is wet {T}\n\nEssay {}\n\n// [tag:knots]\nPick {=bowline ~anchor}\n'

const get = ({ cookie }: TestUser, url: string) => app.server.inject({ url, headers: { cookie } })
const post = ({ cookie }: TestUser, url: string, payload: object) =>
  app.server.inject({ method: 'POST', url, headers: { cookie }, payload })

async function makeBank(): Promise<{ educator: TestUser; courseId: string }> {
  const educator = await app.makeUser('educator')
  const { _id: courseId } = await makeCourse(educator, { price: 0 })
  return { educator, courseId }
}
const listOf = async (educator: TestUser, courseId: string) =>
  educator.call(api.quizBank.list, { params: { courseId }, query: { limit: 100 } })
const textOf = async (educator: TestUser, path: string) => {
  const reply = await get(educator, path)
  expect(reply.statusCode).toBe(200)
  return reply.body
}
const withoutIds = (question: object): unknown =>
  JSON.parse(JSON.stringify(question, (key, value) => (key === 'id' || key === 'rightId' ? undefined : value)))
/** Questions without ids, which an import gives. */
const plain = (questions: readonly { question: object; tags: string[] }[]) =>
  questions.map(({ question, tags }) => ({ question: withoutIds(question), tags }))

describe('an import of questions', () => {
  test('is previewed with what cannot be read, and nothing is stored', async () => {
    const { educator, courseId } = await makeBank()
    const body = { format: 'gift', text: gift } as const
    const preview = await educator.call(api.quizTransfer.preview, { params: { courseId }, body })
    expect(preview).toMatchObject({ total: 2, unreadTotal: 1, changedTotal: 0, room: 2000 })
    expect(preview.unread).toEqual([{ line: 3, source: 'Essay {}', message: expect.stringContaining('answer') }])
    expect(preview.questions.map(({ line, tags }) => [line, tags])).toEqual([
      [1, []],
      [6, ['knots']],
    ])
    expect((await listOf(educator, courseId)).total).toBe(0)
  })

  test('adds what can be read in its order, and once for a key, also when two clicks meet', async () => {
    const { educator, courseId } = await makeBank()
    const wanted = { params: { courseId }, body: { format: 'gift', text: gift, key: 'click' } } as const
    const replies = await Promise.all([1, 2, 3].map(() => educator.call(api.quizTransfer.import, wanted)))
    expect(replies).toEqual([{ imported: 2 }, { imported: 2 }, { imported: 2 }])
    const { questions, tags } = await listOf(educator, courseId)
    expect(questions.map(({ question }) => question.prompt)).toEqual(['Pick', 'Water is wet'])
    expect(tags).toEqual([{ tag: 'knots', questions: 1 }])
    await educator.call(api.quizTransfer.import, { ...wanted, body: { ...wanted.body, key: 'another' } })
    expect((await listOf(educator, courseId)).total).toBe(4)
  })

  test('adds nothing when the bank has no room for all', async () => {
    const { educator, courseId } = await makeBank()
    const many = (count: number) => Array.from({ length: count }, (_, at) => `Claim ${at} {T}\n\n`).join('')
    const params = { courseId }
    const more = await educator.call(api.quizTransfer.preview, {
      params,
      body: { format: 'gift', text: many(maxTransferQuestions + 5) },
    })
    expect(more).toMatchObject({ total: maxTransferQuestions, unreadTotal: 1, unread: [{ line: 4001 }] })
    const full = { format: 'gift', text: many(maxTransferQuestions), key: 'all' } as const
    expect(await educator.call(api.quizTransfer.import, { params, body: full })).toEqual({ imported: 2000 })
    const extra = educator.call(api.quizTransfer.import, { params, body: { ...full, text: many(1), key: 'one' } })
    await expectProblem(extra, 409, 'bank_full')
    expect((await listOf(educator, courseId)).total).toBe(2000)
  })

  test.each(['gift', 'csv'] as const)('brings what left as %s', async (format) => {
    const { educator, courseId } = await makeBank()
    for (const question of Object.values(everyKind))
      await educator.call(api.quizBank.create, { params: { courseId }, body: { question, tags: ['=a, b', 'c|d'] } })
    const text = await textOf(educator, `/api/quiz/transfer/${courseId}/${format === 'gift' ? 'moodle' : 'csv'}`)
    const other = await makeBank()
    const body = { format, text, key: 'x' }
    await other.educator.call(api.quizTransfer.import, { params: { courseId: other.courseId }, body })
    const [before, after] = [await listOf(educator, courseId), await listOf(other.educator, other.courseId)]
    expect(plain(after.questions)).toEqual(plain(before.questions))
    expect(after.questions).toHaveLength(8)
  })

  test.each([
    ['another format', { format: 'qti', text: 'A {T}' }],
    ['no text', { format: 'gift' }],
    ['more than 1 MB', { format: 'gift', text: 'ग'.repeat(400_000) }],
    ['another field', { format: 'gift', text: 'A {T}', course: 'x' }],
    ['a list', { format: 'csv', text: ['A'] }],
  ])('refuses %s', async (_, body) => {
    const { educator, courseId } = await makeBank()
    for (const path of [`/api/quiz/transfer/${courseId}/preview`, `/api/quiz/transfer/${courseId}`]) {
      const key = path.endsWith('preview') ? {} : { key: 'k' }
      const reply = await post(educator, path, { ...body, ...key })
      expect(reply.statusCode).toBe(400)
    }
  })

  test('refuses keys that are none', async () => {
    const { educator, courseId } = await makeBank()
    for (const key of ['', 'x'.repeat(65), 'a\u0000b', 7, null]) {
      const reply = await post(educator, `/api/quiz/transfer/${courseId}`, { format: 'gift', text: gift, key })
      expect(reply.statusCode).toBe(400)
    }
  })

  test('and files are of own courses alone', async () => {
    const { courseId } = await makeBank()
    const { educator: other } = await makeBank()
    const quiz = await makeQuiz(app, { questions: [everyKind.truth] })
    const body = { format: 'gift', text: gift } as const
    await expectProblem(other.call(api.quizTransfer.preview, { params: { courseId }, body }), 404, 'not_found')
    const keyed = { params: { courseId }, body: { ...body, key: 'k' } }
    await expectProblem(other.call(api.quizTransfer.import, keyed), 404, 'not_found')
    for (const path of [
      `/api/quiz/transfer/${courseId}/moodle`,
      `/api/quiz/transfer/${courseId}/csv`,
      `/api/quiz/attempts/${quiz.lectureId}/csv`,
      '/api/quiz/attempts/unknown/csv',
    ])
      expect((await get(other, path)).statusCode).toBe(404)
  })

  test('meets a limit that says when to try again', async () => {
    const { educator, courseId } = await makeBank()
    const path = `/api/quiz/transfer/${courseId}/preview`
    let reply = await post(educator, path, { format: 'csv', text: '' })
    for (let tries = 1; tries < 61; tries++) reply = await post(educator, path, { format: 'csv', text: '' })
    expect(reply.statusCode).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})

test('a file of many rows or places that cannot be read is read no further than it matters', () => {
  const most = maxTransferQuestions + 1
  const fill = (piece: string) => piece.repeat(900_000 / piece.length)
  for (const [format, text, parts] of [
    ['csv', `kind,question\n${fill('a"b\n')}`, 101],
    ['csv', `kind,question\n${fill('a\n')}`, most],
    ['csv', `kind,question\n${fill(',,\n')}`, 1],
    ['csv', fill(','), 1],
    ['gift', `$CATEGORY: ${'a/'.repeat(200_000)}\n\n${'a{T}\n\n'.repeat(80_000)}`, most],
    ['gift', fill('{=a}'), 1],
    ['csv', `kind,question,right,points\nnumber,How many?,${fill('1')}x,${fill('1')}x`, 1],
    ['gift', `How many?{#${fill('1')}x}`, 1],
  ] as const) {
    const before = performance.now()
    expect(readFile(format, text)).toHaveLength(parts)
    // most of them took 15 seconds, and a number that ends in a letter hours
    expect(performance.now() - before).toBeLessThan(5000)
  }
})

test('a table whose quotation marks do not fit, also in one line, is read up to the hundredth place', () => {
  for (const broken of ['x"', 'x"\n', '"a"b,']) {
    const text = `kind,question\ntruth,Sure?\n${broken.repeat(12_000 / broken.length)}`
    const parts = readFile('csv', text)
    expect(parts).toHaveLength(102)
    expect(JSON.stringify(parts[1])).toContain('Too many rows have quotation marks')
  }
})

test('a table says of rows that cannot be read where they are', async () => {
  const { educator, courseId } = await makeBank()
  const text =
    'Kind;Question;Right;Answer 1;Answer 2\none;Pick;2;a;b\nessay;Write\ntruth;Sure?;maybe\nnumber;How many?;\ntruth;"Is\nit?";yes\n'
  const preview = await educator.call(api.quizTransfer.preview, { params: { courseId }, body: { format: 'csv', text } })
  expect(preview.questions.map(({ line, question }) => [line, question.kind])).toEqual([
    [2, 'one'],
    [6, 'truth'],
  ])
  expect(preview.unread.map(({ line }) => line)).toEqual([3, 4, 5])
  for (const broken of ['', 'no header', 'kind,question\n"one', 'kind,question\n"a"b"c,d\ntruth,x'])
    await educator.call(api.quizTransfer.preview, { params: { courseId }, body: { format: 'csv', text: broken } })
})

test('all answers of a quiz leave as a table without formulas', async () => {
  const quiz = await makeQuiz(app)
  const student = await makeStudent(app, quiz)
  const attempt = await begin(student, quiz)
  await answerAll(student, attempt)
  const path = `/api/quiz/attempts/${quiz.lectureId}/csv`
  expect(parse(await textOf(quiz.educator, path), { bom: true })).toHaveLength(1)
  await handIn(student, attempt._id)
  const rows: Record<string, string>[] = parse(await textOf(quiz.educator, path), { bom: true, columns: true })
  expect(rows).toHaveLength(8)
  expect(rows.every(({ Passed, Marks }) => Passed === 'yes' && Marks === '1')).toBe(true)
  expect(rows.map(({ Answer }) => Answer).toSorted()).toContain('bowline')
})
