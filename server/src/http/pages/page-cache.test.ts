import { describe, expect, it } from 'vitest'
import { type CachedDocument, createPageCache } from './page-cache.ts'
import { createGate } from './page-gate.ts'

const stay = new AbortController().signal
const page = (html: string, keep = true): CachedDocument => ({
  status: 200,
  headers: [],
  html,
  marks: { nonce: 'n', requestId: 'r' },
  keep,
})
const limits = { entries: 2, characters: 100, maxAgeMs: 1000, maxKeyLength: 20 }

describe('the cache of pages', () => {
  it('renders once for all who ask at the same time, and keeps it for a moment', async () => {
    let time = 0
    let rendered = 0
    const cache = createPageCache(limits, () => time)
    const get = () => cache.get('/', stay, async () => page(String(++rendered)))
    expect((await Promise.all([get(), get(), get()])).map(({ html }) => html)).toEqual(['1', '1', '1'])
    time = 999
    expect((await get()).html).toBe('1')
    time = 1000
    expect((await get()).html).toBe('2')
  })

  it('gives nothing away that was rendered, or begun, before a change', async () => {
    const cache = createPageCache(limits)
    const slow = Promise.withResolvers<CachedDocument>()
    const before = cache.get('/', stay, () => slow.promise)
    cache.clear()
    const after = cache.get('/', stay, async () => page('new'))
    slow.resolve(page('old'))
    expect([(await before).html, (await after).html]).toEqual(['old', 'new'])
    expect((await cache.get('/', stay, async () => page('again'))).html).toBe('new')
    cache.clear()
    expect((await cache.get('/', stay, async () => page('again'))).html).toBe('again')
  })

  it('keeps no errors, no more than its room, and nothing under endless addresses', async () => {
    const cache = createPageCache(limits)
    let rendered = 0
    const get = (key: string, one = page('x'.repeat(40))) =>
      cache.get(key, stay, async () => {
        rendered++
        return one
      })
    for (const key of ['/a', '/b', '/c', '/c', '/b']) await get(key)
    expect(rendered).toBe(3)
    await get('/a')
    expect(rendered).toBe(4)
    const error = page('', false)
    await get('/error', error)
    await get('/error', error)
    await get('/'.repeat(21))
    await get('/'.repeat(21))
    expect(rendered).toBe(8)
  })

  it('stops a rendering when the last one who waits has left', async () => {
    const cache = createPageCache(limits)
    const [one, two] = [new AbortController(), new AbortController()]
    let unwanted: AbortSignal | undefined
    const render = (signal: AbortSignal) => {
      unwanted = signal
      return new Promise<CachedDocument>(() => {})
    }
    const first = cache.get('/', one.signal, render).catch(() => 'left')
    const second = cache.get('/', two.signal, render).catch(() => 'left')
    one.abort()
    expect([await first, unwanted?.aborted]).toEqual(['left', false])
    two.abort()
    expect([await second, unwanted?.aborted]).toEqual(['left', true])
  })
})

describe('the queue of pages', () => {
  it('is short: who comes to a full one is told when to come again', async () => {
    const gate = createGate({ running: 1, waiting: 1, perClient: 9, waitMs: 60_000 })
    const end = Promise.withResolvers<void>()
    const running = gate.run('a', stay, () => end.promise)
    const waiting = gate.run('a', stay, async () => 'done')
    await expect(gate.run('b', stay, async () => '')).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
    })
    end.resolve()
    await running
    expect(await waiting).toBe('done')
    expect(await gate.run('b', stay, async () => 'room again')).toBe('room again')
  })

  it('gives a client no more of it than its share', async () => {
    const gate = createGate({ running: 1, waiting: 9, perClient: 2, waitMs: 60_000 })
    const end = Promise.withResolvers<void>()
    const held = [gate.run('a', stay, () => end.promise), gate.run('a', stay, () => end.promise)]
    await expect(gate.run('a', stay, async () => '')).rejects.toMatchObject({ code: 'rate_limited' })
    const other = gate.run('b', stay, async () => 'served')
    end.resolve()
    await Promise.all(held)
    expect(await other).toBe('served')
  })

  it('lets clients take turns', async () => {
    const gate = createGate({ running: 1, waiting: 9, perClient: 9, waitMs: 60_000 })
    const order: string[] = []
    const run = (client: string, name: string) =>
      gate.run(client, stay, async () => {
        order.push(name)
      })
    await Promise.all([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1')])
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it('forgets who has left or waited too long', async () => {
    const gate = createGate({ running: 1, waiting: 1, perClient: 9, waitMs: 20 })
    const end = Promise.withResolvers<void>()
    const running = gate.run('a', stay, () => end.promise)
    const gone = new AbortController()
    const left = gate.run('b', gone.signal, async () => '').catch((error: Error) => error.name)
    gone.abort()
    expect(await left).toBe('AbortError')
    await expect(gate.run('b', stay, async () => '')).rejects.toMatchObject({ code: 'unavailable' })
    end.resolve()
    await running
  })
})
