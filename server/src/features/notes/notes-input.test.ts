import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'

let app: TestApp
let author: TestUser
let lectureId: string
beforeAll(async () => {
  app = await createTestApp()
  author = await app.makeUser('educator')
  lectureId = (await makeLecture(author, (await makeCourse(author))._id))._id
})
beforeEach(async () => {
  await sql`delete from notes`.execute(app.deps.db)
})
afterAll(() => app.close())

const random = () => randomBytes(12).toString('base64url')
const at = (second: number) => ({ kind: 'video', second, videoId: 'v1' })
const sent = (changes: object = {}) => ({
  lectureId,
  place: at(83),
  text: 'Warp first',
  revision: random(),
  base: null,
  attempts: [],
  ...changes,
})
const kept = async () => (await sql<{ text: string }>`select text from notes`.execute(app.deps.db)).rows
const headers = () => ({ cookie: author.cookie })
const post = (payload: unknown) =>
  app.server.inject({
    method: 'POST',
    url: `/api/notes/note/${random()}`,
    headers: headers(),
    ...(payload !== undefined && { payload: payload as object }), // `inject` knows no other bodies
  })

test.each<[string, () => unknown]>([
  ['no body', () => undefined],
  ['a list', () => []],
  ['no lecture', () => sent({ lectureId: undefined })],
  ['a lecture with a control character', () => sent({ lectureId: 'a\u0000b' })],
  ['no place', () => sent({ place: undefined })],
  ['a place of another kind', () => sent({ place: { kind: 'page', second: 1 } })],
  ['a second before the beginning', () => sent({ place: at(-1) })],
  ['half a second', () => sent({ place: at(1.5) })],
  ['a second after a week', () => sent({ place: at(604_801) })],
  ['a second as text', () => sent({ place: { ...at(1), second: '1' } })],
  ['no video', () => sent({ place: { kind: 'video', second: 1 } })],
  ['a part before the first', () => sent({ place: { kind: 'text', block: -1, quote: '' } })],
  ['a part behind all', () => sent({ place: { kind: 'text', block: 50_001, quote: '' } })],
  ['a long quote', () => sent({ place: { kind: 'text', block: 1, quote: 'x'.repeat(161) } })],
  ['both places', () => sent({ place: { ...at(1), block: 1 } })],
  ['no text', () => sent({ text: undefined })],
  ['a text that is too long', () => sent({ text: 'x'.repeat(4001) })],
  ['a number as text', () => sent({ text: 5 })],
  ['no revision', () => sent({ revision: undefined })],
  ['a short revision', () => sent({ revision: 'short' })],
  ['a revision with a comma', () => sent({ revision: 'one-two-three,four' })],
  ['no revision that was read', () => sent({ base: undefined })],
  ['attempts as text', () => sent({ attempts: random() })],
  ['too many attempts', () => sent({ attempts: Array.from({ length: 8 }, random) })],
  ['more than the fields', () => sent({ userId: author.user._id })],
])('%s is refused', async (_name, payload) => {
  const answer = await post(payload())
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  expect(await kept()).toEqual([])
})

test.each([
  ['POST', '/api/notes/note/short'],
  ['GET', `/api/notes/note/${'x'.repeat(33)}`],
  ['GET', '/api/notes/note/a%2Fb'],
  ['GET', '/api/notes/course/%00'],
  ['GET', '/api/notes/find?limit=0'],
  ['GET', '/api/notes/find?limit=101&text=x'],
  ['GET', `/api/notes/find?text=${'x'.repeat(101)}`],
  ['GET', '/api/notes/find?text=x&cursor=abc'],
  ['GET', '/api/notes/export?courseId=%00'],
  ['DELETE', '/api/notes/note/aaaaaaaaaaaa'],
  ['DELETE', '/api/notes/note/aaaaaaaaaaaa?revision=bbbbbbbbbbbb'],
  ['DELETE', '/api/notes/note/aaaaaaaaaaaa?revision=bbbbbbbbbbbb&replaces=,'],
] as const)('%s %s is refused', async (method, url) => {
  const answer = await app.server.inject({ method, url, headers: headers() })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
})

test('a text with signs that look like a command is a text', async () => {
  const text = `'; drop table notes; -- \u{1f600} ${'\u0301'.repeat(500)}`
  expect((await post(sent({ text }))).statusCode).toBe(200)
  expect(await kept()).toEqual([{ text }])
})
