import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'

let app: TestApp
let author: TestUser
let lectureId: string
let courseId: string
beforeAll(async () => {
  app = await createTestApp()
  author = await app.makeUser('educator')
  courseId = (await makeCourse(author))._id
  lectureId = (await makeLecture(author, courseId))._id
})
afterAll(() => app.close())

const random = () => randomBytes(12).toString('base64url')
const kept = async () => (await sql<{ text: string }>`select text from posts`.execute(app.deps.db)).rows
const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: unknown) =>
  app.server.inject({
    method,
    url,
    headers: { cookie: author.cookie },
    ...(payload !== undefined && { payload: payload as object }), // `inject` knows no other bodies
  })
const ask = (changes: object) => ({ key: random(), title: 'Why?', text: '', second: null, ...changes })

test.each<[string, () => unknown]>([
  ['no body', () => undefined],
  ['a list', () => []],
  ['no key', () => ask({ key: undefined })],
  ['a short key', () => ask({ key: 'short' })],
  ['a key with a control character', () => ask({ key: `${random()}\u0000` })],
  ['no title', () => ask({ title: undefined })],
  ['a title of spaces', () => ask({ title: ' \n\t ' })],
  ['a long title', () => ask({ title: 'x'.repeat(151) })],
  ['a number as title', () => ask({ title: 5 })],
  ['a long text', () => ask({ text: 'x'.repeat(4001) })],
  ['null as text', () => ask({ text: null })],
  ['a second before the beginning', () => ask({ second: -1 })],
  ['half a second', () => ask({ second: 0.5 })],
  ['a second after a week', () => ask({ second: 604_801 })],
  ['a second as text', () => ask({ second: '1' })],
  ['more than the fields', () => ask({ courseId: 'another' })],
])('a question with %s is refused', async (_name, payload) => {
  const answer = await send('POST', `/api/questions/lecture/${lectureId}`, payload())
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  expect(await kept()).toEqual([])
})

test.each<['GET' | 'POST' | 'DELETE', string, unknown?]>([
  ['GET', '/api/questions/course/:course?limit=0'],
  ['GET', '/api/questions/course/:course?limit=51'],
  ['GET', '/api/questions/course/:course?order=oldest'],
  ['GET', '/api/questions/course/:course?show=hidden'],
  ['GET', '/api/questions/course/:course?cursor=abc'],
  ['GET', `/api/questions/course/:course?text=${'x'.repeat(101)}`],
  ['GET', '/api/questions/course/%00'],
  ['GET', '/api/questions/course/:course/similar'],
  ['GET', `/api/questions/course/:course/similar?text=${'x'.repeat(151)}`],
  ['GET', `/api/questions/question/${'x'.repeat(65)}`],
  ['GET', '/api/questions/question/any?limit=1000'],
  ['GET', '/api/questions/mine?show=all&limit=-1'],
  ['GET', '/api/questions/mine?cursor=W10'],
  ['POST', '/api/questions/question/any/answers', { key: random(), text: '' }],
  ['POST', '/api/questions/question/any/answers', { key: random() }],
  ['POST', '/api/questions/question/any/answers', { key: random(), text: 'x'.repeat(4001) }],
  ['POST', '/api/questions/question/any/accept', {}],
  ['POST', '/api/questions/question/any/accept', { answerId: 5 }],
  ['POST', '/api/questions/question/any/follow', { follows: 'yes' }],
  ['POST', '/api/questions/post/any/vote', { voted: 2 }],
  ['POST', '/api/questions/post/any/vote', { voted: true, votes: 100 }],
  ['POST', '/api/questions/post/any', { title: 'Why?' }],
  ['POST', '/api/questions/post/any', { title: 'Why?', text: '', version: 'x' }],
  ['POST', '/api/questions/post/any/report', { reason: 'boring' }],
  ['POST', '/api/questions/post/any/report', { reason: 'spam', text: 'x'.repeat(501) }],
  ['DELETE', '/api/questions/post/%00'],
])('%s %s is refused', async (method, url, payload) => {
  const answer = await send(method, url.replace(':course', courseId), payload)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
})

test.each<['GET' | 'POST' | 'DELETE', string, unknown?]>([
  ['GET', '/api/questions/course/unknown'],
  ['GET', '/api/questions/course/unknown/similar?text=why'],
  ['GET', '/api/questions/course/:course?lecture=unknown'],
  ['GET', '/api/questions/question/unknown'],
  ['GET', '/api/questions/mine?course=unknown'],
  ['POST', '/api/questions/lecture/unknown', ask({})],
  ['POST', '/api/questions/question/unknown/answers', { key: random(), text: 'So' }],
  ['POST', '/api/questions/question/unknown/accept', { answerId: null }],
  ['POST', '/api/questions/question/unknown/follow', { follows: true }],
  ['POST', '/api/questions/post/unknown/vote', { voted: true }],
  ['POST', '/api/questions/post/unknown', { title: 'Why?', text: '' }],
  ['POST', '/api/questions/post/unknown/report', { reason: 'spam' }],
  ['DELETE', '/api/questions/post/unknown'],
])('%s %s is not found', async (method, url, payload) => {
  const answer = await send(method, url.replace(':course', courseId), payload)
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

test('a text with signs that look like a command is a text', async () => {
  const text = `'; drop table posts; -- <script>alert(1)</script> \u{1f600} ${'\u0301'.repeat(500)}`
  expect(
    (await send('POST', `/api/questions/lecture/${lectureId}`, ask({ title: "Why '%_\\?", text }))).statusCode,
  ).toBe(201)
  expect(await kept()).toEqual([{ text }])
  for (const words of ['%25', '_', '\\', "'", '%F0%9F%98%80'])
    expect((await send('GET', `/api/questions/course/${courseId}?text=${encodeURIComponent(words)}`)).statusCode).toBe(
      200,
    )
})

test.each(['?show=mine', '?limit=0', '?limit=101', '?cursor=abc', `?text=${'x'.repeat(101)}`])(
  'admins see no list of posts for %s',
  async (query) => {
    const admin = await app.makeUser('admin')
    const answer = await app.server.inject({ url: `/api/admin/posts${query}`, headers: { cookie: admin.cookie } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  },
)
