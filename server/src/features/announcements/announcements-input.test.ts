import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'

let app: TestApp
let educator: TestUser
let admin: TestUser
let courseId: string
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator')
  admin = await app.makeUser('admin')
  courseId = (await makeCourse(educator))._id
})
afterAll(() => app.close())

const random = () => randomBytes(12).toString('base64url')
const kept = async () => (await sql<{ text: string }>`select text from announcements`.execute(app.deps.db)).rows
const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: unknown) =>
  app.server.inject({
    method,
    url: url.replace(':course', courseId),
    headers: { cookie: (url.startsWith('/api/admin') ? admin : educator).cookie },
    ...(payload !== undefined && { payload: payload as object }), // `inject` knows no other bodies
  })
const words = { title: 'Hello', text: 'Everyone' }
const body = (changes: object) => ({ key: random(), ...words, ...changes })

test.each<[string, () => unknown]>([
  ['no body', () => undefined],
  ['a list', () => []],
  ['no key', () => body({ key: undefined })],
  ['a short key', () => body({ key: 'short' })],
  ['a key with a control character', () => body({ key: `${random()}\u0000` })],
  ['no title', () => body({ title: undefined })],
  ['a title of spaces', () => body({ title: ' \n\t ' })],
  ['a long title', () => body({ title: 'x'.repeat(151) })],
  ['a number as title', () => body({ title: 5 })],
  ['an empty text', () => body({ text: ' ' })],
  ['a long text', () => body({ text: 'x'.repeat(4001) })],
  ['null as text', () => body({ text: null })],
  ['more than the fields', () => body({ createdAt: '2020-01-01T00:00:00Z' })],
])('an announcement with %s is refused', async (_name, payload) => {
  const answer = await send('POST', '/api/announcements/course/:course', payload())
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  expect(await kept()).toEqual([])
})

test.each<['GET' | 'POST' | 'DELETE', string, unknown?]>([
  ['GET', '/api/announcements/course/:course?limit=0'],
  ['GET', '/api/announcements/course/:course?limit=51'],
  ['GET', '/api/announcements/course/:course?cursor=abc'],
  ['GET', '/api/announcements/course/:course?named=%00'],
  ['GET', '/api/announcements/course/:course?cursor=W10'],
  ['GET', '/api/announcements/course/%00'],
  ['GET', '/api/announcements/announcement/%00'],
  ['GET', `/api/announcements/announcement/${'x'.repeat(65)}`],
  ['POST', '/api/announcements/announcement/any', {}],
  ['POST', '/api/announcements/announcement/any', { title: 'Hello' }],
  ['POST', '/api/announcements/announcement/any', { ...words, title: '' }],
  ['POST', '/api/announcements/announcement/any', { ...words, text: 'x'.repeat(4001) }],
  ['POST', '/api/announcements/announcement/any', { ...words, version: 'x' }],
  ['POST', '/api/announcements/announcement/any', { ...words, courseId: 'another' }],
  ['POST', '/api/announcements/announcement/%00', words],
  ['DELETE', '/api/announcements/announcement/%00'],
  ['POST', '/api/announcements/announcement/any/report', {}],
  ['POST', '/api/announcements/announcement/any/report', { reason: 'dislike' }],
  ['POST', '/api/announcements/announcement/any/report', { reason: ['spam'] }],
  ['POST', '/api/announcements/announcement/any/report', { reason: 'spam', text: null }],
  ['POST', '/api/announcements/announcement/any/report', { reason: 'spam', text: 'x'.repeat(501) }],
  ['POST', '/api/announcements/announcement/any/report', { reason: 'spam', userId: 'another' }],
  ['POST', '/api/announcements/announcement/%00/report', { reason: 'spam' }],
  ['POST', `/api/announcements/announcement/${'x'.repeat(65)}/report`, { reason: 'spam' }],
  ['POST', '/api/admin/announcements/%00/keep'],
  ['POST', '/api/admin/announcements/any/remove', {}],
  ['POST', '/api/admin/announcements/any/remove', { reason: ' ' }],
  ['POST', '/api/admin/announcements/any/remove', { reason: 'x'.repeat(501) }],
  ['POST', '/api/admin/announcements/any/remove', { reason: 'Spam', ban: true }],
])('%s %s is refused', async (method, url, payload) => {
  const answer = await send(method, url, payload)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
})

test.each<['GET' | 'POST' | 'DELETE', string, unknown?]>([
  ['GET', '/api/announcements/course/unknown'],
  ['GET', '/api/announcements/announcement/unknown'],
  ['POST', '/api/announcements/course/unknown', body({})],
  ['POST', '/api/announcements/announcement/unknown', words],
  ['DELETE', '/api/announcements/announcement/unknown'],
  ['POST', '/api/announcements/announcement/unknown/report', { reason: 'spam' }],
  ['POST', '/api/admin/announcements/unknown/keep'],
  ['POST', '/api/admin/announcements/unknown/remove', { reason: 'Spam' }],
])('%s %s is not found', async (method, url, payload) => {
  const answer = await send(method, url, payload)
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

test('the longest one in any script is taken as it is, but for the ends of its lines', async () => {
  const text = `${'😀'.repeat(1990)}\r\n'; drop table x`
  const answer = await send('POST', '/api/announcements/course/:course', body({ title: '  Two\n lines ', text }))
  expect([answer.statusCode, answer.json().announcement?.title]).toEqual([201, 'Two lines'])
  const stored = (await kept()).map((row) => row.text)
  expect(stored[0] === text.replace('\r\n', '\n') && stored.length).toBe(1)
})
