import { describe, expect, test } from 'vitest'
import { createHashingPool } from './hashing-pool.ts'

/** Work that ends when it is told to. */
function openWork() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { started, work, end }
}

const full = { code: 'unavailable', retryAfterSeconds: expect.any(Number) }

describe('the hashing pool', () => {
  test('runs as many at once as it may, and the next one when one has ended or failed', async () => {
    const pool = createHashingPool({ atOnce: 2, waiting: 10 })
    const { started, work, end } = openWork()
    const all = ['a', 'b', 'c'].map((name) => pool.run({ client: 'one' }, work(name)))
    expect(started).toEqual(['a', 'b'])
    await end('b')
    expect(started).toEqual(['a', 'b', 'c'])
    const failing = pool.run({ client: 'one' }, () => Promise.reject(new Error('no memory'))).catch(String)
    const after = pool.run({ client: 'one' }, work('d'))
    await end('a')
    await end('c')
    await end('d')
    expect(await Promise.all([...all, failing, after])).toEqual(['a', 'b', 'c', 'Error: no memory', 'd'])
  })

  test('lets clients take turns, however much one of them asks for', async () => {
    const pool = createHashingPool({ atOnce: 1, waiting: 10 })
    const { started, work, end } = openWork()
    for (const name of ['flood-1', 'flood-2', 'flood-3', 'flood-4']) void pool.run({ client: 'flood' }, work(name))
    void pool.run({ client: 'asha' }, work('asha'))
    void pool.run({ client: 'ravi' }, work('ravi'))
    for (let step = 0; step < 6; step++) await end(started.at(-1) ?? '')
    expect(started).toEqual(['flood-1', 'flood-2', 'asha', 'ravi', 'flood-3', 'flood-4'])
  })

  test('refuses more than may wait, the client first that waits most', async () => {
    const pool = createHashingPool({ atOnce: 1, waiting: 3 })
    const { started, work, end } = openWork()
    const flood = ['1', '2', '3', '4', '5'].map((name) => pool.run({ client: 'flood' }, work(name)).catch((e) => e))
    expect(await flood[4]).toMatchObject(full)
    const asha = pool.run({ client: 'asha' }, work('asha'))
    expect(await flood[3]).toMatchObject(full)
    for (let step = 0; step < 5; step++) await end(started.at(-1) ?? '')
    expect(started).toEqual(['1', '2', 'asha', '3'])
    expect(await asha).toBe('asha')
  })

  test('drops what waits when its client has left, and lets what runs end', async () => {
    const pool = createHashingPool({ atOnce: 1, waiting: 1 })
    const { started, work, end } = openWork()
    const leaving = new AbortController()
    const runs = pool.run({ client: 'leaver', signal: leaving.signal }, work('runs'))
    const waits = pool.run({ client: 'leaver', signal: leaving.signal }, work('waits')).catch((error) => error)
    leaving.abort()
    expect(await waits).toMatchObject(full)
    const next = pool.run({ client: 'asha' }, work('next'))
    await end('runs')
    await end('next')
    expect([await runs, await next, started]).toEqual(['runs', 'next', ['runs', 'next']])
    expect(await pool.run({ client: 'asha' }, async () => 'again')).toBe('again')
  })
})
