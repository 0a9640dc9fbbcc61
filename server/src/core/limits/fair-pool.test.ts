import { describe, expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { createFairPool, type Turn } from './fair-pool.ts'

/** A pool, work that ends on demand, and the names of the started work, in order. */
function openPool(bounds: Partial<Parameters<typeof createFairPool>[0]> = {}) {
  const pool = createFairPool({ atOnce: 1, waiting: 10, busy: 'Busy.', ...bounds })
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const ask = (client: string, name: string, turn: Omit<Turn, 'client'> = {}) => {
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    const done = pool.run({ client, ...turn }, () => {
      started.push(name)
      return end.promise
    })
    done.catch(() => {})
    return done
  }
  const end = async (name: string) => {
    ends.get(name)?.resolve(name)
    await new Promise(setImmediate)
  }
  const fail = async (name: string) => {
    ends.get(name)?.reject(new Error(`${name} failed`))
    await new Promise(setImmediate)
  }
  return { ask, end, fail, started }
}

const full = { code: 'unavailable', message: 'Busy.', retryAfterSeconds: 5 }

describe('a fair pool', () => {
  test('runs as many at once as it may, and the next one when one has ended or failed', async () => {
    const { ask, end, fail, started } = openPool({ atOnce: 2 })
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ask('one', name))
    expect(started).toEqual(['a', 'b'])
    await end('b')
    expect(started).toEqual(['a', 'b', 'c'])
    await fail('a')
    expect(started).toEqual(['a', 'b', 'c', 'd'])
    await end('c')
    await end('d')
    await expect(a).rejects.toThrow('a failed')
    expect(await Promise.all([b, c, d])).toEqual(['b', 'c', 'd'])
  })

  test("runs everyone's first turn before anyone's second, and background work last", async () => {
    const { ask, end, started } = openPool()
    ask('server', 'background', { background: true })
    for (const name of ['flood 1', 'flood 2', 'flood 3']) ask('flood', name)
    ask('server', 'later', { background: true })
    ask('asha', 'asha')
    ask('ravi', 'ravi')
    for (let step = 0; step < 7; step++) await end(started.at(-1) ?? '')
    expect(started).toEqual(['background', 'flood 1', 'asha', 'ravi', 'flood 2', 'flood 3', 'later'])
  })

  test('refuses more than may wait, the newest of the client first that waits for most', async () => {
    const { ask, end, started } = openPool({ waiting: 3 })
    const flood = ['1', '2', '3', '4', '5'].map((name) => ask('flood', name))
    await expect(flood[4]).rejects.toMatchObject(full)
    const asha = ask('asha', 'asha')
    await expect(flood[3]).rejects.toMatchObject(full)
    for (let step = 0; step < 4; step++) await end(started.at(-1) ?? '')
    expect(started).toEqual(['1', 'asha', '2', '3'])
    expect(await asha).toBe('asha')
  })

  test('refuses what one client has too much of, and takes it when some of theirs has ended', async () => {
    const { ask, end } = openPool({ each: 2, tooMany: 'Yours wait.' })
    ask('ana', '1')
    ask('ana', '2')
    await expect(ask('ana', '3')).rejects.toMatchObject({ code: 'rate_limited', message: 'Yours wait.' })
    await end('1')
    const third = ask('ana', '4')
    await end('2')
    await end('4')
    expect(await third).toBe('4')
  })

  test('drops what waits when its client has left, and keeps the place of what runs until it ends', async () => {
    const { ask, end, started } = openPool({ waiting: 2 })
    const leaving = new AbortController()
    const runs = ask('leaver', 'runs', { signal: leaving.signal })
    const waits = ask('leaver', 'waits', { signal: leaving.signal })
    const next = ask('asha', 'next')
    leaving.abort()
    await expect(waits).rejects.toMatchObject(full)
    expect(started).toEqual(['runs'])
    await end('runs')
    await end('next')
    expect([await runs, await next, started]).toEqual(['runs', 'next', ['runs', 'next']])
    await expect(ask('leaver', 'gone', { signal: AbortSignal.abort() })).rejects.toMatchObject(full)
    expect(started).not.toContain('gone')
  })

  test('refuses what has waited too long, which then never runs', async () => {
    const { ask, end, started } = openPool({ longestMs: 1 })
    const running = ask('ana', 'ana')
    await expect(ask('ben', 'ben')).rejects.toMatchObject(full)
    await end('ana')
    expect([await running, started]).toEqual(['ana', ['ana']])
  })
})

test('a client has a bounded number at once, all clients together too; what has ended counts no more', () => {
  const atOnce = createConcurrencyLimit({ each: 2, all: 3, tooMany: 'Too many.', busy: 'Busy.' })
  const leave = atOnce.enter('a')
  atOnce.enter('a')
  const refused = (client: string) => () => atOnce.enter(client)
  expect(refused('a')).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 2 }))
  atOnce.enter('b')
  expect(refused('c')).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 2 }))
  leave()
  leave()
  atOnce.enter('c')
  expect(refused('d')).toThrow(expect.objectContaining({ code: 'unavailable' }))
})
