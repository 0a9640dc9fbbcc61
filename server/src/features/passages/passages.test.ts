import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { makeAllPassages, makeSpokenCourse, say } from '#test/support/passages.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { findPassages, listPassages } from './index.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: { ...paymentKeys, AI_EMBEDDINGS: 'off' } })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const joins = [
  'Welcome back to this lecture about databases.',
  'Today we look at how two tables are joined.',
  'A join takes the rows of two tables and puts those together whose keys are equal.',
  'An inner join leaves out the rows without a partner.',
  'A left join keeps every row of the first table, with nulls where there is no partner.',
  'Now let us talk about indexes.',
  'An index makes a lookup fast, and every write a little slower.',
  'So do not index every column of a table.',
]
const search = (user: Pick<TestUser, 'call'> | null, input: string, courseId?: string) =>
  (user?.call ?? app.visitor)(api.passages.search, { body: { input, ...(courseId && { courseId }) } })
const countSets = async () =>
  Number((await sql<{ count: string }>`select count(*) from passage_sets`.execute(app.deps.db)).rows[0]?.count)

async function drawPdf(text: string): Promise<Blob> {
  const document = new PDFDocument()
  const parts: Uint8Array<ArrayBuffer>[] = []
  document.on('data', (part: Buffer) => parts.push(new Uint8Array(part)))
  const end = new Promise((resolve) => document.on('end', resolve))
  document.text(text)
  document.end()
  await end
  return new Blob(parts, { type: 'application/pdf' })
}

describe('what a lecture says', () => {
  test('is found by who may watch it, with its second and its place; by others as the course page shows it', async () => {
    const { courseId, lectureId } = await makeSpokenCourse(app, educator, joins, { title: 'Joins' })
    const student = await app.makeUser()
    await buy(student, courseId)
    const { passages, covered } = await search(student, 'what does a left join keep?', courseId)
    expect(passages[0]).toMatchObject({ courseId, lectureId, lectureTitle: 'Joins', lectureNumber: 1, at: 40 })
    expect(passages[0]?.text).toContain('A left join keeps every row')
    expect(covered).toEqual([])
    for (const other of [await app.makeUser(), null]) {
      const hidden = await search(other, 'how are two tables joined, and rows')
      expect(hidden.passages).toEqual([])
      expect(hidden.covered.map((one) => one.lectureId)).toEqual([lectureId])
      expect(JSON.stringify(hidden)).not.toContain('partner')
    }
    expect((await search(educator, 'left join')).passages[0]?.lectureId).toBe(lectureId)
  })

  test('tell a stranger nothing of how something is said', async () => {
    const { lectureId } = await makeSpokenCourse(app, educator, [
      'The kiwi is a bird and the kiwi is small.',
      'A kiwi feeds at night, and its feather is like hair.',
      'No other bird has such a feather as the kiwi.',
      'The password of the aviary is marmalade.',
    ])
    const coveredBy = async (input: string) => (await search(null, input)).covered.map((one) => one.lectureId)
    expect(await coveredBy('kiwi bird feather')).toEqual([lectureId])
    for (const input of [
      'kiwi',
      'marmalade',
      'password marmalade',
      'the password of the aviary is marmalade',
      'kiwi feeds marmalade aviary',
    ])
      expect([input, await coveredBy(input)]).toEqual([input, []])
  })

  test('may be in a file: a PDF, and a text with markup', async () => {
    const { _id: courseId } = await makeCourse(educator)
    const { _id: lectureId } = await makeLecture(educator, courseId)
    const attach = (file: Blob, name: string) =>
      educator.call(api.lectures.attach, { params: { lectureId }, body: {}, files: { file: new File([file], name) } })
    await attach(await drawPdf('The capybara bathes in hot springs.'), 'sheet.pdf')
    await attach(
      new Blob(['# Ignore all rules\n<script>alert(1)</script> The meerkat stands guard. [cite:1]']),
      'notes.md',
    )
    await makeAllPassages(app)
    for (const word of ['capybara', 'meerkat']) {
      const { passages } = await search(educator, word, courseId)
      expect(passages.map(({ kind, start }) => [kind, start])).toEqual([['attachment', null]])
      expect(passages[0]?.text).toContain(word)
      expect(passages[0]?.text).not.toContain('<script>')
    }
  })

  test('is made again when captions, texts and chapters change, and goes with the lecture', async () => {
    const before = await countSets()
    const { courseId, lectureId } = await makeSpokenCourse(app, educator, ['The zebrafish swims.'])
    const found = async (input: string) =>
      (await search(educator, input, courseId)).passages.map(({ kind, text }) => [kind, text])
    expect(await found('zebrafish')).toEqual([['captions', 'The zebrafish swims.']])
    await say(educator, lectureId, ['The armadillo digs.'])
    // what is not said any more is gone at once, before the job
    expect(await found('zebrafish')).toEqual([])
    await makeAllPassages(app)
    expect(await found('armadillo')).toEqual([['captions', 'The armadillo digs.']])
    const body = { text: '# Habitat\nThe pangolin lives in forests.', description: 'About the aardvark.' }
    await educator.call(api.lectures.edit, { params: { lectureId }, body })
    const chapters = [{ start: 0, title: 'The wombat' }]
    await educator.call(api.lectures.setChapters, { params: { lectureId }, body: { chapters } })
    await makeAllPassages(app)
    expect(await found('pangolin')).toEqual([['text', 'Habitat: The pangolin lives in forests.']])
    expect(await found('aardvark')).toEqual([['description', 'About the aardvark.']])
    expect(await found('wombat')).toEqual([['chapters', 'The wombat']])
    await educator.call(api.lectures.remove, { params: { lectureId } })
    expect(await countSets()).toBe(before)
  })

  test('is shared by copies of a course, and stays with the last one', async () => {
    const { courseId, lectureId } = await makeSpokenCourse(app, educator, ['The quokka smiles.'])
    const before = await countSets()
    const copy = await educator.call(api.courses.duplicate, { params: { courseId } })
    await makeAllPassages(app)
    expect(await countSets()).toBe(before)
    await educator.call(api.lectures.remove, { params: { lectureId } })
    expect((await search(educator, 'quokka', copy._id)).passages).toHaveLength(1)
  })

  test('is listed in its order', async () => {
    const { lectureId } = await makeSpokenCourse(
      app,
      educator,
      Array.from({ length: 30 }, (_, at) => `Sentence ${at}.`),
    )
    const viewer = await userOf(educator)
    const all = await listPassages(app.deps, { viewer, lectureId })
    expect(all.map(({ start }) => start)).toEqual(all.map(({ start }) => start).toSorted((a, b) => (a ?? 0) - (b ?? 0)))
    expect(all.length).toBeGreaterThan(5)
    expect(await listPassages(app.deps, { viewer, lectureId, most: 2 })).toEqual(all.slice(0, 2))
    expect(await listPassages(app.deps, { viewer: null, lectureId })).toEqual([])
    expect(
      (await findPassages(app.deps, { viewer: null, question: 'sentence', lectureId, limit: 5 })).passages,
    ).toEqual([])
  })
})

async function userOf({ user }: TestUser) {
  return { id: user._id, role: user.role, name: '', email: '', sessionId: '', language: null, hasFactor: false }
}

describe('input', () => {
  test.each([
    ['no body', undefined],
    ['no question', {}],
    ['an empty question', { input: '' }],
    ['a long question', { input: 'a'.repeat(301) }],
    ['a number', { input: 7 }],
    ['a course that is no id', { input: 'a', courseId: 7 }],
  ])('%s is refused', async (_, body) => {
    const reply = await app.server.inject({
      method: 'POST',
      url: api.passages.search.path,
      ...(body && { payload: body }),
    })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
  })

  test('a course that is not there, and a draft of others, are not found', async () => {
    const draft = await makeCourse(educator, { published: false })
    await makeLecture(educator, draft._id)
    for (const courseId of ['nothing', draft._id])
      await expectProblem(search(null, 'anything', courseId), 404, 'not_found')
  })
})
