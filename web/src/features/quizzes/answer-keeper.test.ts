import { ApiError, maxAnswersAtOnce, type QuizAnswer } from '@virtual-courses/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnswerKeeper, type Send } from './answer-keeper.ts'

const truth = (value: boolean): QuizAnswer => ({ kind: 'truth', value })
const text = (words: string): QuizAnswer => ({ kind: 'text', text: words })

/** A server that keeps answers as ours does. */
function createServer() {
  const rows = new Map<number, { answer: QuizAnswer | null; revision: number }>()
  const server = {
    rows,
    isDown: false,
    loses: 0,
    isOver: false,
    requests: 0,
    send: (async (answers) => {
      server.requests++
      if (server.isDown) throw new ApiError(0, 'network', 'no connection', { fields: [], spoken: false })
      if (server.isOver) throw new ApiError(409, 'attempt_over', 'over', { fields: [], spoken: true })
      const saved: { position: number; revision: number }[] = []
      const stale: { position: number; answer: QuizAnswer | null; revision: number }[] = []
      for (const { position, answer, base } of answers) {
        const row = rows.get(position) ?? { answer: null, revision: 0 }
        const isSame = JSON.stringify(row.answer) === JSON.stringify(answer)
        if (!isSame && row.revision !== base) stale.push({ position, ...row })
        else {
          const next = { answer, revision: row.revision + (isSame ? 0 : 1) }
          rows.set(position, next)
          saved.push({ position, revision: next.revision })
        }
      }
      if (server.loses > 0) {
        server.loses--
        throw new ApiError(0, 'network', 'lost', { fields: [], spoken: false })
      }
      return { saved, stale, secondsLeft: 60 }
    }) as Send, // the answers of the client are those of the contract
  }
  return server
}

const open = (server: ReturnType<typeof createServer>, questions = 2) =>
  createAnswerKeeper({
    userId: 'u',
    attemptId: 'a',
    secondsLeft: null,
    questions: Array.from({ length: questions }, (_, position) => ({
      position,
      answer: null,
      revision: 0,
      ...server.rows.get(position),
    })),
    send: server.send,
  })

const stored = new Map<string, string>()
beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('saves soon after a change, only the last of quick ones', async () => {
  const server = createServer()
  const keeper = open(server)
  for (const words of ['a', 'ab', 'abc']) keeper.set(0, text(words))
  expect(keeper.view().state).toBe('saving')
  await vi.advanceTimersByTimeAsync(700)
  expect([server.requests, server.rows.get(0)?.answer, keeper.view().state]).toEqual([1, text('abc'), 'saved'])
  expect([...stored.keys()]).toEqual([])
})

test('a lost connection loses nothing, also through a reload', async () => {
  const server = createServer()
  const keeper = open(server)
  server.isDown = true
  keeper.set(0, truth(true))
  await vi.advanceTimersByTimeAsync(700)
  expect(keeper.view().state).toBe('unsaved')
  keeper.close()
  server.isDown = false
  const again = open(server)
  expect(again.view().answers.get(0)).toEqual(truth(true))
  await vi.advanceTimersByTimeAsync(100)
  expect([server.rows.get(0)?.answer, again.view().state]).toEqual([truth(true), 'saved'])
})

test('a reload that is read before the last answer is saved has it all the same', async () => {
  const server = createServer()
  const keeper = open(server)
  keeper.set(0, truth(true))
  keeper.leave()
  await vi.advanceTimersByTimeAsync(700)
  expect(keeper.view().state).toBe('saved')
  // the next document has what the server had before
  const again = open({ ...server, rows: new Map() })
  expect(again.view().answers.get(0)).toEqual(truth(true))
  await vi.advanceTimersByTimeAsync(100)
  expect([server.rows.get(0), again.view().state, [...stored.keys()]]).toEqual([
    { answer: truth(true), revision: 1 },
    'saved',
    [],
  ])
})

test('a reply that was lost is no other tab: the next answer is saved', async () => {
  const server = createServer()
  const keeper = open(server)
  server.loses = 1
  keeper.set(0, text('first'))
  await vi.advanceTimersByTimeAsync(700)
  keeper.set(0, text('second'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect([server.rows.get(0)?.answer, keeper.view().state]).toEqual([text('second'), 'saved'])
})

test('what another tab has answered meanwhile is taken over', async () => {
  const server = createServer()
  const keeper = open(server)
  server.rows.set(0, { answer: text('other tab'), revision: 1 })
  keeper.set(0, text('this tab'))
  await vi.advanceTimersByTimeAsync(700)
  expect([server.rows.get(0)?.answer, keeper.view().answers.get(0)]).toEqual([text('other tab'), text('other tab')])
})

test('an attempt that is over takes nothing more, and keeps nothing here', async () => {
  const server = createServer()
  const keeper = open(server)
  server.isOver = true
  keeper.set(0, truth(true))
  await vi.advanceTimersByTimeAsync(700)
  keeper.set(1, truth(true))
  await vi.advanceTimersByTimeAsync(5000)
  expect([server.requests, keeper.view().state, [...stored.keys()]]).toEqual([1, 'over', []])
  expect(await keeper.flush()).toBe(true)
})

test('more answers than one request takes are sent in several, all before a hand-in', async () => {
  const server = createServer()
  const count = 2 * maxAnswersAtOnce + 1
  const keeper = open(server, count)
  for (let position = 0; position < count; position++) keeper.set(position, truth(true))
  expect(await keeper.flush()).toBe(true)
  expect([server.rows.size, server.requests, keeper.view().state]).toEqual([count, 3, 'saved'])
})

test('without a connection a hand-in asks three times and no more', async () => {
  const server = createServer()
  const keeper = open(server, 200)
  server.isDown = true
  for (let position = 0; position < 200; position++) keeper.set(position, truth(true))
  expect([await keeper.flush(), server.requests]).toEqual([false, 3])
})
