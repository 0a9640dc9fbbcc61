import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type CachedDocument, createPageCache } from './page-cache.ts'

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
  it('renders once for concurrent requests, and keeps the result for a short time', async () => {
    let rendered = 0
    const cache = createPageCache({ ...limits, maxAgeMs: 200 })
    const get = () => cache.get('/', stay, async () => page(String(++rendered)))
    expect((await Promise.all([get(), get(), get()])).map(({ html }) => html)).toEqual(['1', '1', '1'])
    expect((await get()).html).toBe('1')
    await sleep(210)
    expect((await get()).html).toBe('2')
  })

  it('returns no document whose rendering began before a change', async () => {
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

  it('keeps no errors, stays within its limits, and ignores overlong keys', async () => {
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

  it('aborts a rendering when the last waiting visitor has left', async () => {
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
