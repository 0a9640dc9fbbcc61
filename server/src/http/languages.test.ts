import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptSentences } from '#core/languages/kept-sentence.ts'
import { speak } from '#core/languages/language.ts'
import { englishOf, videoProblems } from '#ports/video-problems.ts'
import { connectSocket, listen, refusedSocket } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'

const devanagari = /[\u0900-\u097f]/

let app: TestApp
let address: string
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp()
  address = await listen(app.server)
  educator = await app.makeUser('educator', 'Meera Iyer')
  await makeCourse(educator, { title: 'Modern React', price: 1499 })
})
afterAll(() => app.close())

/** Expects a sentence in Hindi without unfilled placeholders. */
function expectHindi(sentence: unknown): void {
  expect(sentence).toMatch(devanagari)
  expect(sentence).not.toMatch(/[{}]|undefined|\[object/)
}
const post = (url: string, payload: object, headers: Record<string, string>) =>
  app.server.inject({ method: 'POST', url, payload, headers })
const inHindi = { 'x-language': 'hi' }

test('an invalid input is explained in the language of the page, with the field and its limit', async () => {
  const { path } = api.ai.chat
  const { message, fields } = (await post(path, { message: 'x', history: 7 }, inHindi)).json()
  expectHindi(message)
  expect(message).toContain('"history"')
  expect(fields[0].message).toBe(message)
  expect((await post(path, { message: 'x', history: 7 }, {})).json().message).toBe('"history" must be a list')
})

test('an account gets errors and replies in its own language if the client names none', async () => {
  const student = await app.makeUser()
  await student.call(api.accounts.setLanguage, { body: { language: 'hi' } })
  const headers = { cookie: student.cookie, origin: app.deps.config.publicUrl }
  expectHindi(
    (await post(api.accounts.changePassword.path, { current: 'wrong', password: 'x' }, headers)).json().message,
  )
  expectHindi((await student.call(api.accounts.endOtherSessions)).message)
})

test('a socket is refused in the language of the browser, and gets replies in that of the account', async () => {
  const refused = await refusedSocket(address, { cookie: 'vc_language=hi' })
  expectHindi((refused.data as { message: string }).message) // the data of a SocketError
  const student = await app.makeUser()
  await student.call(api.accounts.setLanguage, { body: { language: 'hi' } })
  const { socket } = await connectSocket(address, { cookie: `${student.cookie}; vc_language=en` })
  const answer = await socket.emitWithAck('join-room', 'f'.repeat(24))
  socket.disconnect()
  expect(answer).toMatchObject({ ok: false, code: 'not_found' })
  expectHindi(answer.message)
})

test('the assistant answers in Hindi with the price and the link, and the search gives its reasons', async () => {
  const answer = await post(api.ai.chat.path, { message: 'react course ki price kya hai' }, inHindi)
  const reply = answer.body
    .split('\n\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.slice('data: '.length)).reply)
    .join('')
  expectHindi(reply)
  expect(reply).toContain('₹1,499')
  expect(reply).toMatch(/\[Modern React\]\(\/viewcourse\/[\w-]+\)/)
  const [found] = (await post(api.ai.search.path, { input: 'react' }, inHindi)).json()
  expect(found.reasons).not.toEqual([])
  for (const reason of found.reasons) expectHindi(reason)
})

test('a suspended account gets the reason in its language', async () => {
  const { user } = await app.makeUser()
  const reason = { suspended_at: new Date(), suspended_reason: 'Spam in reviews' }
  await app.deps.db.updateTable('users').set(reason).where('id', '=', user._id).execute()
  const credentials = { email: user.email, password: 'correct horse battery' }
  const { message, code } = (await post(api.accounts.login.path, credentials, inHindi)).json()
  expect(code).toBe('suspended')
  expectHindi(message)
  expect(message).toContain('Spam in reviews')
})

test('messages about a video that are stored in English are read in Hindi, with their values', () => {
  const makers: readonly ((...values: string[]) => ReturnType<typeof videoProblems.strip>)[] =
    Object.values(videoProblems)
  const read = keptSentences(makers.map((make) => make('', '')))
  for (const make of makers) {
    const kept = englishOf(make('1,280', '16'))
    expect(speak('en')(read(kept))).toBe(kept)
    expectHindi(speak('hi')(read(kept)))
  }
  expect(speak('hi')(read(englishOf(videoProblems.strip('1,280', '16'))))).toContain('1,280 x 16')
  expect(read('Something of an older version')).toBe('Something of an older version')
})
