import { expect, test } from 'vitest'
import { storeInTurn } from './store-in-turn.ts'

/** Stores numbers once `release` is called; refuses odd calls as the test says. */
function createStore(refuse: (items: readonly number[]) => object | null = () => null) {
  const calls: { room: string; items: readonly number[] }[] = []
  const held: (() => void)[] = []
  const store = storeInTurn<number, string>(async (room, items) => {
    calls.push({ room, items })
    await new Promise<void>((resolve) => held.push(resolve))
    const error = refuse(items)
    if (error) throw error
    return `with ${items.length}`
  })
  /** Lets the calls of now end, and those that follow them. */
  const release = async () => {
    for (let turn = 0; turn < 20; turn++) {
      for (const end of held.splice(0)) end()
      await Promise.resolve()
    }
  }
  return { store, calls, release }
}

test('what comes while one is stored is stored together, in its order; rooms do not wait for each other', async () => {
  const { store, calls, release } = createStore()
  const all = [store('a', 1), store('a', 2), store('b', 3), store('a', 4)]
  expect(calls).toEqual([
    { room: 'a', items: [1] },
    { room: 'b', items: [3] },
  ])
  await release()
  expect(await Promise.all(all)).toEqual(['with 1', 'with 2', 'with 1', 'with 2'])
  expect(calls.slice(2)).toEqual([{ room: 'a', items: [2, 4] }])
  const later = store('a', 5)
  await release()
  expect(await later).toBe('with 1')
})

test('one that the database refuses fails alone', async () => {
  const refused = { code: '23503' }
  const { store, calls, release } = createStore((items) => (items.includes(3) ? refused : null))
  const all = [1, 2, 3, 4].map((item) => store('a', item))
  const settled = Promise.allSettled(all)
  await release()
  await release()
  const fulfilled = { status: 'fulfilled', value: 'with 1' }
  expect(await settled).toEqual([fulfilled, fulfilled, { status: 'rejected', reason: refused }, fulfilled])
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [2], [3], [4]])
})

test('a lost connection fails all that were stored together, and the next ones go on', async () => {
  const lost = new Error('connection lost')
  const { store, calls, release } = createStore((items) => (items.length > 1 ? lost : null))
  const settled = Promise.allSettled([1, 2, 3].map((item) => store('a', item)))
  await release()
  const rejected = { status: 'rejected', reason: lost }
  expect(await settled).toEqual([{ status: 'fulfilled', value: 'with 1' }, rejected, rejected])
  expect(calls).toHaveLength(2)
  const next = store('a', 4)
  await release()
  expect(await next).toBe('with 1')
})
