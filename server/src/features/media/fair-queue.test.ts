import { describe, expect, it } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const options = { maxWaiting: 3, maxPerUser: 2, maxWaitMs: 60_000, busyWithYours: 'yours wait', busy: 'too many wait' }

/** Work that ends when it is told to, and the names of what was begun. */
function bench(changes: Partial<typeof options> = {}) {
  const enqueue = fairQueue({ ...options, ...changes })
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<string>>()
  const ask = (userId: string, name: string, turn: { signal?: AbortSignal; background?: boolean } = {}) => {
    const gate = Promise.withResolvers<string>()
    gates.set(name, gate)
    const done = enqueue({ userId, ...turn }, () => {
      begun.push(name)
      return gate.promise
    })
    done.catch(() => {})
    return done
  }
  const finish = (name: string) => gates.get(name)?.resolve(name)
  return { ask, finish, begun, gates }
}

describe('fairQueue', () => {
  it("runs everybody's first turn before anybody's second, and background work last", async () => {
    const { ask, finish, begun } = bench()
    const all = [
      ask('ana', 'ana 1'),
      ask('server', 'poster', { background: true }),
      ask('ana', 'ana 2'),
      ask('ben', 'ben 1'),
    ]
    for (const name of ['ana 1', 'ben 1', 'ana 2', 'poster']) finish(name)
    expect(await Promise.all(all)).toEqual(['ana 1', 'poster', 'ana 2', 'ben 1'])
    expect(begun).toEqual(['ana 1', 'ben 1', 'ana 2', 'poster'])
  })

  it("refuses a user's third turn, and takes it when one of theirs has ended", async () => {
    const { ask, finish } = bench()
    const first = ask('ana', 'ana 1')
    ask('ana', 'ana 2')
    await expect(ask('ana', 'ana 3')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'yours wait',
      retryAfterSeconds: 5,
    })
    finish('ana 1')
    await first
    const third = ask('ana', 'ana 3')
    finish('ana 2')
    finish('ana 3')
    expect(await third).toBe('ana 3')
  })

  it('refuses everybody while it is full', async () => {
    const { ask } = bench()
    for (const user of ['ana', 'ben', 'cem', 'dan']) ask(user, user)
    await expect(ask('eve', 'eve')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 15 })
  })

  it('drops a waiting turn whose client has left', async () => {
    const { ask, finish, begun } = bench()
    const client = new AbortController()
    const first = ask('ana', 'ana')
    const left = ask('ben', 'ben', { signal: client.signal })
    client.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    finish('ana')
    await first
    const next = ask('cem', 'cem')
    finish('cem')
    await next
    expect(begun).toEqual(['ana', 'cem'])
  })

  it('gives its turn free only when cancelled work has really ended', async () => {
    const { ask, finish, gates, begun } = bench()
    const client = new AbortController()
    const first = ask('ana', 'ana', { signal: client.signal })
    const second = ask('ben', 'ben')
    client.abort()
    await Promise.resolve()
    expect(begun).toEqual(['ana'])
    gates.get('ana')?.reject(new Error('killed'))
    await expect(first).rejects.toThrow('killed')
    finish('ben')
    expect(await second).toBe('ben')
  })

  it('refuses who has waited for too long, without ever beginning their work', async () => {
    const { ask, finish, begun } = bench({ maxWaitMs: 1 })
    const first = ask('ana', 'ana')
    await expect(ask('ben', 'ben')).rejects.toMatchObject({ code: 'unavailable', message: 'too many wait' })
    finish('ana')
    expect(await first).toBe('ana')
    expect(begun).toEqual(['ana'])
  })
})
