import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionOver } from '#lib/session/session.ts'
import { openTalk } from './tutor-talk.ts'

const storage = new Map<string, string>()
beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const asked = { message: 'What is a knot?', task: 'ask', lectureId: null, seconds: null } as const
const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status, headers: { 'content-type': 'application/json' } }))

test('a question is there again after a session that ends, with the way to the login, and after a reload', async () => {
  answer(401, { message: 'Please log in to continue', code: 'unauthenticated', requestId: 'r' })
  const talk = openTalk('nila', 'c1')
  talk.setDraft(asked.message)
  await talk.ask(asked)
  sessionOver.write(true)
  expect(talk.read().exchanges).toMatchObject([
    { message: asked.message, error: { message: 'Please log in to continue', login: '/login' } },
  ])
  expect(openTalk('nila', 'c1').read().draft).toBe(asked.message)
  sessionOver.write(false)
  await talk.ask(asked)
  expect(talk.read().exchanges).toHaveLength(1)

  vi.resetModules()
  const reloaded = await import('./tutor-talk.ts')
  expect(reloaded.openTalk('tara', 'c1').read().draft).toBe('')
  const again = reloaded.openTalk('nila', 'c1')
  expect(again.read().draft).toBe(asked.message)
  again.setDraft('')
  expect(storage.size).toBe(0)
})

test('what is typed while a question is on its way stays', async () => {
  answer(503, {})
  const talk = openTalk('nila', 'c2')
  talk.setDraft(asked.message)
  const asking = talk.ask(asked)
  expect(talk.read().draft).toBe('')
  talk.setDraft('And a loop?')
  await asking
  expect(talk.read().draft).toBe('And a loop?')
})
