import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseDraft, createDraftKeeper, type KeptDraft, localDraft, type Place, pruneDrafts } from './kept-drafts.ts'

const kept = (changes: Partial<KeptDraft> = {}): KeptDraft => ({
  typed: { title: 'Mine' },
  version: 'v1',
  at: '2026-11-27T10:00:00.000Z',
  revision: null,
  by: 'a page',
  ...changes,
})
const stored = (revision: string, storedAt = '2026-11-27T10:00:00.000Z') => ({
  typed: { title: 'Server' },
  version: 'v1',
  revision,
  storedAt,
})

describe('the draft that a form begins with', () => {
  const mine = kept()
  const sent = kept({ revision: 'r1' })
  const fromServer = expect.objectContaining({ typed: { title: 'Server' } })
  it.each([
    ['none', null, null, null],
    ['none that can be asked for', null, undefined, null],
    ["the server's alone", null, stored('r1'), fromServer],
    ["this browser's alone, not sent", mine, null, mine],
    ["this browser's alone, the server cannot be asked", sent, undefined, sent],
    ['sent, and saved or discarded elsewhere since', sent, null, null],
    ['sent, and the same', sent, stored('r1'), sent],
    ['sent, and typed on elsewhere', sent, stored('r2'), fromServer],
    ['not sent, and newer', mine, stored('r1', '2026-11-27T09:00:00.000Z'), mine],
    ['not sent, and older', mine, stored('r1', '2026-11-27T11:00:00.000Z'), fromServer],
  ])('%s', (_name, local, server, chosen) => expect(chooseDraft(local, server)).toEqual(chosen))
})

describe('the keeper', () => {
  const storage: Record<string, unknown> = {}
  beforeEach(() => {
    for (const key of Object.keys(storage)) delete storage[key]
    Object.defineProperties(storage, {
      getItem: { value: (key: string) => storage[key] ?? null, configurable: true },
      setItem: { value: (key: string, value: string) => Object.assign(storage, { [key]: value }), configurable: true },
      removeItem: { value: (key: string) => delete storage[key], configurable: true },
    })
    vi.stubGlobal('localStorage', storage)
    vi.useFakeTimers({ now: Date.parse('2026-11-27T12:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function open({ userId = 'u1', fails = false, server = true } = {}) {
    const calls: unknown[] = []
    const places: Place[] = []
    let count = 0
    const line = { fails }
    const keeper = createDraftKeeper({
      userId,
      form: 'course:c1',
      now: Date.now,
      onPlace: (place) => places.push(place),
      server: server
        ? {
            store: async ({ typed }) => {
              calls.push(typed)
              if (line.fails) throw new Error('the line is dead')
              return { revision: `r${++count}` }
            },
            remove: async (revision) => calls.push(`remove ${revision}`),
          }
        : null,
    })
    const type = (title: string) => keeper.put({ typed: { title }, version: 'v1' })
    return { keeper, calls, places, line, type, local: localDraft(userId, 'course:c1') }
  }

  it('writes to the browser at once and to the server later, one call for what is typed meanwhile', async () => {
    const { calls, places, type, local } = open()
    type('K')
    await vi.advanceTimersByTimeAsync(500)
    expect([local.read()?.typed, places.at(-1), calls]).toEqual([{ title: 'K' }, 'browser', []])
    type('Kn')
    type('Knots')
    await vi.advanceTimersByTimeAsync(3000)
    expect([calls, places.at(-1)]).toEqual([[{ title: 'Knots' }], 'server'])
    expect(local.read()).toMatchObject({ typed: { title: 'Knots' }, revision: 'r1' })
  })

  it('keeps at once what is typed while the server is asked for its draft, on top of what the browser had', async () => {
    const { keeper, calls, places, local } = open()
    const before = kept({ typed: { title: 'Mine', level: 'Beginner' }, revision: 'r1' })
    local.write(before)
    keeper.putEarly({ typed: { title: 'Knots' }, version: 'v2' }, before)
    expect([local.read()?.typed, local.read()?.version]).toEqual([{ title: 'Knots', level: 'Beginner' }, 'v1'])
    expect([local.read()?.revision, places]).toEqual([null, ['browser']])
    keeper.putEarly(null, before)
    expect(local.read()).toEqual(before)
    await vi.advanceTimersByTimeAsync(5000)
    expect(calls).toEqual([])
  })

  it('leaves nothing of a form that was saved while the server was asked for its draft', () => {
    const { keeper, local } = open()
    keeper.putEarly({ typed: { title: 'Knots' }, version: 'v1' }, null)
    keeper.put(null)
    expect(local.read()).toBeNull()
  })

  it('keeps in the browser what the server does not take, and sends it with the next change', async () => {
    const { calls, places, type, local, line } = open({ fails: true })
    type('Knots')
    await vi.advanceTimersByTimeAsync(5000)
    expect([local.read()?.revision, places.at(-1)]).toEqual([null, 'browser'])
    line.fails = false
    type('Knots and bends')
    await vi.advanceTimersByTimeAsync(5000)
    expect([calls.at(-1), places.at(-1)]).toEqual([{ title: 'Knots and bends' }, 'server'])
  })

  it('writes at once what waits when the page is left', async () => {
    const { keeper, calls, type, local } = open()
    type('Knots')
    keeper.flush()
    expect([local.read()?.typed, calls]).toEqual([{ title: 'Knots' }, [{ title: 'Knots' }]])
  })

  it('deletes what was saved, in the browser and on the server, also while a call is on its way', async () => {
    const { keeper, calls, type, local } = open()
    type('Knots')
    keeper.flush()
    keeper.put(null)
    await vi.advanceTimersByTimeAsync(5000)
    expect([local.read(), calls]).toEqual([null, [{ title: 'Knots' }, 'remove r1']])
  })

  it('leaves what another tab has typed since', async () => {
    const one = open({ server: false })
    const other = open({ server: false })
    one.type('One')
    await vi.advanceTimersByTimeAsync(500)
    other.type('Other')
    await vi.advanceTimersByTimeAsync(500)
    one.keeper.put(null)
    expect(one.local.read()?.typed).toEqual({ title: 'Other' })
  })

  it('goes on with a draft that it took over, and deletes that one when it is saved', async () => {
    const { keeper, calls, local } = open()
    keeper.adopt(kept({ revision: 'r7' }))
    keeper.put(null)
    await vi.advanceTimersByTimeAsync(100)
    expect([local.read(), calls]).toEqual([null, ['remove r7']])
  })

  it('shows no account what another one has typed in this browser', async () => {
    const first = open({ server: false })
    first.type('A secret plan')
    await vi.advanceTimersByTimeAsync(500)
    expect(open({ userId: 'u2' }).local.read()).toBeNull()
  })

  it('deletes old drafts, and the oldest of too many', async () => {
    const day = 24 * 3600 * 1000
    const now = Date.now()
    const put = (name: string, days: number) =>
      localDraft('u1', name).write(kept({ at: new Date(now - days * day).toISOString() }))
    put('old', 31)
    storage['draft:u1:broken'] = '"?"'
    storage.player = '{}'
    for (let count = 0; count < 60; count++) put(`f${count}`, count / 10)
    pruneDrafts(now)
    const left = Object.keys(storage).filter((key) => key.startsWith('draft:'))
    expect([left.length, storage['draft:u1:old'], storage['draft:u1:broken'], storage.player]).toEqual([
      50,
      undefined,
      undefined,
      '{}',
    ])
    expect(left).toContain('draft:u1:f0')
  })
})
