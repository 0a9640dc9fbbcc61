import { expect, it } from 'vitest'
import { createWishQueue } from './wish-queue.ts'

type Call = { wished: boolean; answer: (error?: Error) => void }

/** A heart, and a server whose answers come when the test says so. */
function heart(wished = false) {
  const state = { shown: wished, server: wished }
  const calls: Call[] = []
  const said: string[] = []
  const settle = createWishQueue({
    send: (_, next) =>
      new Promise<void>((resolve, reject) => {
        const answer = (error?: Error) => {
          if (error) return reject(error)
          state.server = next
          resolve()
        }
        calls.push({ wished: next, answer })
      }),
    shown: () => state.shown,
    show: (_, next) => {
      state.shown = next
    },
    saved: (_, next) => said.push(next ? 'added' : 'removed'),
    failed: (error) => said.push(`failed: ${(error as Error).message}`),
  })
  const press = () => {
    const before = state.shown
    state.shown = !before
    return settle('c1', before)
  }
  const answer = async (error?: Error) => {
    calls.at(-1)?.answer(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { state, calls, said, press, answer }
}

const sent = (calls: Call[]) => calls.map(({ wished }) => wished)

it('shows it at once, sends it once and says so', async () => {
  const { state, calls, said, press, answer } = heart()
  const done = press()
  expect(state.shown).toBe(true)
  expect(said).toEqual([])
  await answer()
  await done
  expect(sent(calls)).toEqual([true])
  expect(said).toEqual(['added'])
})

it('puts the heart back when the server refuses', async () => {
  const { state, said, press, answer } = heart(true)
  press()
  await answer(new Error('No'))
  expect(state).toEqual({ shown: true, server: true })
  expect(said).toEqual(['failed: No'])
})

it('sends one call at a time, and the last press wins', async () => {
  const { state, calls, said, press, answer } = heart()
  press()
  press()
  expect(sent(calls)).toEqual([true])
  await answer()
  expect(sent(calls)).toEqual([true, false])
  await answer()
  expect(state).toEqual({ shown: false, server: false })
  expect(said).toEqual(['removed'])
  press()
  press()
  press()
  await answer()
  expect(sent(calls)).toEqual([true, false, true])
  expect(state).toEqual({ shown: true, server: true })
})

it('sends the last press even when the one before it failed: its answer may have been lost on the way', async () => {
  const { state, calls, said, press, answer } = heart()
  press()
  press()
  state.server = true
  await answer(new Error('lost'))
  expect(sent(calls)).toEqual([true, false])
  await answer()
  expect(state).toEqual({ shown: false, server: false })
  expect(said).toEqual(['removed'])
})

it('goes back to what the server last said yes to', async () => {
  const { state, said, press, answer } = heart()
  press()
  press()
  await answer()
  await answer(new Error('No'))
  expect(state).toEqual({ shown: true, server: true })
  expect(said).toEqual(['failed: No'])
})

it('works again after a failure', async () => {
  const { state, said, press, answer } = heart()
  press()
  await answer(new Error('No'))
  press()
  await answer()
  expect(state).toEqual({ shown: true, server: true })
  expect(said).toEqual(['failed: No', 'added'])
})
