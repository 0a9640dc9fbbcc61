import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTypedLookup, typingPause } from './typed-lookup.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A lookup whose replies arrive on demand, what it asked for, and what it showed. */
function openLookup() {
  const asked: { text: string; signal: AbortSignal; reply: PromiseWithResolvers<string> }[] = []
  const shown: (string | null)[] = []
  const lookup = createTypedLookup<string>(
    (text, signal) => {
      const reply = Promise.withResolvers<string>()
      asked.push({ text, signal, reply })
      return reply.promise
    },
    (found) => void shown.push(found),
  )
  const texts = () => asked.map(({ text }) => text)
  /** Lets a reply arrive and everything that waits for it run. */
  const arrive = async (at: number, what: string | Error) => {
    const { reply } = asked[at] ?? { reply: Promise.withResolvers<string>() }
    if (what instanceof Error) reply.reject(what)
    else reply.resolve(what)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { lookup, asked, shown, texts, arrive, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('asks once for what is typed without a pause', async () => {
  const { lookup, texts, wait, shown, arrive } = openLookup()
  for (const text of ['r', 're', 'rea', 'reac', 'react']) {
    lookup.type(text)
    await wait(typingPause - 1)
  }
  expect(texts()).toEqual([])
  await wait(1)
  expect(texts()).toEqual(['react'])
  await arrive(0, 'React')
  expect(shown).toEqual(['React'])
})

test('aborts what is superseded at the next key, and never shows its late reply', async () => {
  const { lookup, asked, wait, shown, arrive } = openLookup()
  lookup.type('re')
  await wait(typingPause)
  lookup.type('react')
  expect(asked[0]?.signal.aborted).toBe(true)
  await wait(typingPause)
  await arrive(1, 'new')
  await arrive(0, 'old')
  expect(shown).toEqual(['new'])
  expect(asked[1]?.signal.aborted).toBe(false)
})

test('asks again for a text that was typed, changed and typed again', async () => {
  const { lookup, wait, shown, texts, arrive } = openLookup()
  lookup.type('go')
  await wait(typingPause)
  lookup.type('goo')
  lookup.type('go')
  await wait(typingPause)
  expect(texts()).toEqual(['go', 'go'])
  await arrive(0, 'first')
  await arrive(1, 'second')
  expect(shown).toEqual(['second'])
})

test('shows nothing for an empty field, whatever arrives later', async () => {
  const { lookup, wait, shown, arrive } = openLookup()
  lookup.type('go')
  await wait(typingPause)
  lookup.type('')
  await arrive(0, 'late')
  await wait(1000)
  expect(shown).toEqual([null])
})

test('shows nothing when a request fails, and goes on with the next text', async () => {
  const { lookup, wait, shown, arrive } = openLookup()
  lookup.type('go')
  await wait(typingPause)
  await arrive(0, new Error('429'))
  lookup.type('gol')
  await wait(typingPause)
  await arrive(1, 'Golang')
  expect(shown).toEqual([null, 'Golang'])
})

test('is silent after its end, also while it waits for the pause', async () => {
  const { lookup, wait, shown, texts, arrive } = openLookup()
  lookup.type('go')
  await wait(typingPause)
  lookup.close()
  await arrive(0, 'late')
  lookup.type('rust')
  lookup.close()
  await wait(1000)
  expect([shown, texts()]).toEqual([[], ['go']])
})
