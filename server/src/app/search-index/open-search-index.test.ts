import { afterEach, expect, test } from 'vitest'
import type { SearchIndex } from '#ports/search-index.ts'
import { openSearchIndex } from './open-search-index.ts'

const program = new URL('../../../test/support/services/scripted-search-worker.ts', import.meta.url)
let index: SearchIndex
const open = (stuckMs?: number): SearchIndex => {
  index = openSearchIndex({ embeddings: false, program, ...(stuckMs && { stuckMs }) }, () => {})
  return index
}
afterEach(() => index.close())

/** What the thread was asked so far, in order. */
const askedOf = async (client = 'reporter'): Promise<string[]> =>
  (await index.search('report', { client })).courses.map(({ id }) => id)

test('a search whose client leaves while it waits is never computed', async () => {
  await open().generation()
  const left = new AbortController()
  const first = index.search('slow', { client: 'a' })
  const waiting = Array.from({ length: 20 }, (_, at) =>
    index.search(`left ${at}`, { client: `b${at}`, signal: left.signal }),
  )
  const similar = index.similar('left too', 4, { client: 'c', signal: left.signal })
  const outcomes = Promise.allSettled([...waiting, similar])
  await Promise.resolve()
  left.abort()
  await first
  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
  expect(await askedOf()).toEqual(['slow', 'report'])
})

test('when 32 searches wait, one more of the same client is unavailable with the seconds to wait; another client is served next but one', async () => {
  await open().generation()
  const flood = Array.from({ length: 60 }, (_, at) => index.search(`slow ${at}`, { client: 'flood' }))
  const outcomes = Promise.allSettled(flood)
  const honest = await askedOf('honest')
  expect(honest.length).toBeLessThanOrEqual(3)
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(60 - 33)
  for (const one of refused)
    expect(one).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: expect.any(Number) } })
})

test('an update of the index during a flood of searches arrives before those that wait', async () => {
  await open().generation()
  const flood = Array.from({ length: 20 }, (_, at) => index.search(`slow ${at}`, { client: `c${at}` }))
  await index.update({ put: [], remove: ['gone'] })
  const results = await Promise.all(flood)
  const asked = results.at(-1)?.courses.map(({ id }) => id) ?? []
  expect(asked).toContain('update')
  expect(asked.indexOf('update')).toBeLessThan(3)
})

test('a model that cannot be loaded when a search needs it is named in the log, and the next search goes by words alone', async () => {
  const logged: unknown[] = []
  index = openSearchIndex({ embeddings: true, program }, (_level, ...line) => logged.push(line))
  expect(await index.model()).toBe('a model')
  await expect(index.search('meaning', { client: 'a' })).rejects.toMatchObject({ code: 'unavailable' })
  expect(logged).toContainEqual([expect.stringMatching(/by words alone/), { error: 'the file is broken' }])
  expect(await index.model()).toBeNull()
  expect((await index.search('meaning', { client: 'a' })).courses.map(({ id }) => id)).toEqual(['meaning'])
})

test('a thread that hangs on a search is replaced, and says unavailable to the one who waited for it', async () => {
  const first = await open(300).generation()
  await expect(index.search('endless', { client: 'a' })).rejects.toMatchObject({ code: 'unavailable' })
  expect(await index.generation()).toBe(first + 1)
  expect(await askedOf()).toEqual(['report'])
})
