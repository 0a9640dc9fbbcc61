import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  chooseDraft,
  createDraftKeeper,
  type KeptDraft,
  localDraft,
  type Place,
  pruneDrafts,
  type ServerDraft,
} from './kept-drafts.ts'

const kept = (changes: Partial<KeptDraft> = {}): KeptDraft => ({
  typed: { title: 'Mine' },
  version: 'v1',
  at: '2026-11-27T10:00:00.000Z',
  revision: null,
  isSent: false,
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
  const sent = kept({ revision: 'r1', isSent: true })
  const seen = kept({ revision: 'r1' })
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
    ['typed on here', seen, stored('r1'), seen],
    ['typed on here, and saved or discarded elsewhere since', seen, null, seen],
    [
      'not sent, as far as this browser knows',
      kept({ typed: { title: 'Server' } }),
      stored('r2'),
      expect.objectContaining({ revision: 'r2', isSent: true }),
    ],
  ])('%s', (_name, local, server, draft) => expect(chooseDraft(local, server)).toEqual({ draft, other: null }))

  it.each([
    ['newer here', '2026-11-27T09:00:00.000Z'],
    ['newer there', '2026-11-27T11:00:00.000Z'],
  ])('typed here and elsewhere is both, %s', (_name, storedAt) => {
    const other = stored('r2', storedAt)
    expect(chooseDraft(seen, other)).toEqual({ draft: seen, other })
    expect(chooseDraft(mine, other)).toEqual({ draft: mine, other })
  })
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
    const others: (ServerDraft | null)[] = []
    let count = 0
    const line = { fails, isLost: false }
    /** what the server has, which other devices change as well */
    const remote: { draft: ServerDraft | null } = { draft: null }
    const keeper = createDraftKeeper({
      userId,
      form: 'course:c1',
      now: Date.now,
      onPlace: (place) => places.push(place),
      onOther: (other) => others.push(other),
      server: server
        ? {
            store: async ({ typed, version }, seen) => {
              calls.push(typed)
              if (line.fails) throw new Error('the line is dead')
              if (remote.draft && remote.draft.revision !== seen) return { outcome: 'conflict', other: remote.draft }
              const revision = `r${++count}`
              remote.draft = { typed, version, revision, storedAt: new Date().toISOString() }
              if (line.isLost) throw new Error('the reply was lost')
              return { outcome: 'stored', revision }
            },
            remove: async (revision) => {
              calls.push(`remove ${revision}`)
              if (remote.draft?.revision === revision) remote.draft = null
            },
          }
        : null,
    })
    const type = (title: string) => keeper.put({ typed: { title }, version: 'v1' })
    return { keeper, calls, places, others, remote, line, type, local: localDraft(userId, 'course:c1') }
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
    expect(local.read()).toMatchObject({ typed: { title: 'Knots' }, revision: 'r1', isSent: true })
  })

  it('keeps at once what is typed while the server is asked for its draft, on top of what the browser had', async () => {
    const { keeper, calls, places, local } = open()
    const before = kept({ typed: { title: 'Mine', level: 'Beginner' }, revision: 'r1', isSent: true })
    local.write(before)
    keeper.putEarly({ typed: { title: 'Knots' }, version: 'v2' }, before)
    expect([local.read()?.typed, local.read()?.version]).toEqual([{ title: 'Knots', level: 'Beginner' }, 'v1'])
    expect([local.read()?.isSent, local.read()?.revision, places]).toEqual([false, 'r1', ['browser']])
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
    expect([local.read()?.isSent, places.at(-1)]).toEqual([false, 'browser'])
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

  describe('of two devices', () => {
    const type = async (device: ReturnType<typeof open>, title: string) => {
      device.type(title)
      await vi.advanceTimersByTimeAsync(3000)
    }

    it('replaces nothing of the other before the user has decided, and keeps both until then', async () => {
      const device = open()
      device.remote.draft = stored('r9')
      await type(device, 'Mine')
      await type(device, 'Mine, longer')
      expect([device.others.at(-1), device.remote.draft, device.places.at(-1)]).toEqual([
        stored('r9'),
        stored('r9'),
        'browser',
      ])
      expect(device.local.read()).toMatchObject({ typed: { title: 'Mine, longer' }, isSent: false })
      // one call was refused; until the decision there is no other
      expect(device.calls).toEqual([{ title: 'Mine' }])
    })

    it('sends what the user goes on with, and keeps the other beside it, also over a reload', async () => {
      const device = open()
      device.remote.draft = stored('r9')
      await type(device, 'Mine')
      device.keeper.settle(stored('r9'))
      device.keeper.keepAside({ ...stored('r9'), at: '2026-11-27T10:00:00.000Z' })
      await vi.advanceTimersByTimeAsync(3000)
      expect([device.remote.draft?.typed, device.others.at(-1), device.places.at(-1)]).toEqual([
        { title: 'Mine' },
        null,
        'server',
      ])
      expect(device.local.read()).toMatchObject({
        typed: { title: 'Mine' },
        isSent: true,
        aside: { typed: { title: 'Server' } },
      })
    })

    it('asks again when the other goes on typing', async () => {
      const device = open()
      await type(device, 'Mine')
      device.remote.draft = stored('r9')
      await type(device, 'Mine, longer')
      expect(device.others).toEqual([stored('r9')])
    })

    it('what was saved here leaves the draft of the other where it is', async () => {
      const device = open()
      device.remote.draft = stored('r9')
      await type(device, 'Mine')
      device.keeper.put(null)
      await vi.advanceTimersByTimeAsync(3000)
      expect([device.others.at(-1), device.remote.draft, device.local.read()]).toEqual([null, stored('r9'), null])
    })

    it('an own text whose reply was lost is no other one', async () => {
      const device = open()
      device.line.isLost = true
      await type(device, 'Mine')
      device.line.isLost = false
      await type(device, 'Mine, longer')
      await vi.advanceTimersByTimeAsync(3000)
      expect([device.others, device.remote.draft?.typed]).toEqual([[], { title: 'Mine, longer' }])
    })
  })

  it('stores a draft that it took over only once something else is typed', async () => {
    const { keeper, calls, places, type } = open()
    keeper.adopt(kept({ revision: 'r7', isSent: true }))
    type('Mine')
    await vi.advanceTimersByTimeAsync(3000)
    expect([calls, places]).toEqual([[], ['server']])
    type('Mine, longer')
    await vi.advanceTimersByTimeAsync(3000)
    expect(calls).toEqual([{ title: 'Mine, longer' }])
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
