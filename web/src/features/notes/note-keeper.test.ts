import type { LectureNotes, Note, NotePlace } from '@virtual-courses/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { KeptNote, NoteStorage } from './kept-notes.ts'
import { createNoteKeeper, type Failure, type NoteCalls } from './note-keeper.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const at = (second: number): NotePlace => ({ kind: 'video', second, videoId: 'v1' })
const place = at(83)
const course = { _id: 'c1', title: 'Weaving', open: true }

type Sent = Parameters<NoteCalls['save']>[1]

/** A server with the rules of the real one, which several devices share. */
function makeServer() {
  const notes = new Map<string, { note: Note; deleted: boolean }>()
  const line: { failure: Failure | null; repliesLost: boolean } = { failure: null, repliesLost: false }
  const texts: string[] = []
  const answer = <T>(value: T): T => {
    if (line.repliesLost) throw { kind: 'offline' } satisfies Failure
    return value
  }
  const check = (id: string, revision: string, replaces: readonly string[], isNew = false) => {
    if (line.failure) throw line.failure
    const known = notes.get(id)
    if (!known) {
      if (!isNew) throw { kind: 'gone', message: 'gone' } satisfies Failure
    } else if (known.note.revision !== revision && !replaces.includes(known.note.revision))
      throw (known.deleted ? { kind: 'gone', message: 'gone' } : { kind: 'changed' }) satisfies Failure
  }
  return {
    notes,
    line,
    texts,
    calls: {
      async list() {
        if (line.failure) throw line.failure
        const own = [...notes.values()].flatMap(({ note, deleted }) => (deleted ? [] : [note]))
        const lecture: LectureNotes = { lectureId: 'l1', title: 'The loom', state: 'open', videoId: 'v1', notes: own }
        return { course, lectures: own.length > 0 ? [lecture] : [] }
      },
      async read(id: string) {
        const known = notes.get(id)
        return known && !known.deleted ? known.note : null
      },
      async save(id: string, { lectureId, place, text, revision, base, attempts }: Sent) {
        check(id, revision, [...(base === null ? [] : [base]), ...attempts], base === null)
        texts.push(text)
        const at = '2026-01-01T00:00:00.000Z'
        const note: Note = { _id: id, lectureId, place, text: text.trim(), revision, createdAt: at, changedAt: at }
        notes.set(id, { note, deleted: false })
        return answer(note)
      },
      async remove(id: string, { revision, replaces }: { revision: string; replaces: string }) {
        check(id, revision, replaces.split(','), true)
        const known = notes.get(id)
        if (known) notes.set(id, { note: { ...known.note, revision, text: '' }, deleted: true })
        return answer({ removed: true })
      },
      judge: (error: unknown) => error as Failure, // all that this server throws
    },
  }
}

let count = 0
function openDevice(server: ReturnType<typeof makeServer>, browser = new Map<string, KeptNote>()) {
  const storage: NoteStorage = {
    all: () => [...browser],
    keep: (id, note) => Boolean(browser.set(id, structuredClone(note))),
    drop: (id) => void browser.delete(id),
  }
  const keeper = createNoteKeeper({
    calls: server.calls,
    storage,
    now: () => new Date(),
    random: () => `random-${++count}`,
  })
  const states = () => keeper.view().notes.map(({ text, state }) => [text, state.kind])
  return { keeper, browser, states }
}
const later = (ms = 1000) => vi.advanceTimersByTimeAsync(ms)

test('what is typed is in the browser at once, on the server within a second, and saved only then', async () => {
  const server = makeServer()
  const { keeper, browser, states } = openDevice(server)
  const id = keeper.add('l1', place, 'W')
  for (const text of ['Wa', 'War', 'Warp']) {
    await later(300)
    keeper.edit(id, text)
    expect(browser.get(id)?.text).toBe(text)
  }
  expect(states()).toEqual([['Warp', 'saving']])
  expect(server.texts).toEqual([])
  await later(200)
  expect(server.texts).toEqual(['Warp'])
  expect(states()).toEqual([['Warp', 'saved']])
  expect(browser.size).toBe(0)
})

test('a bookmark is saved without waiting', async () => {
  const server = makeServer()
  const { keeper, states } = openDevice(server)
  keeper.add('l1', place)
  await later(1)
  expect(states()).toEqual([['', 'saved']])
})

test('a dead line keeps the note in the browser; it is sent when the line is back', async () => {
  const server = makeServer()
  const { keeper, browser, states } = openDevice(server)
  server.line.failure = { kind: 'offline' }
  keeper.add('l1', place, 'Warp')
  await later(1000)
  expect(states()).toEqual([['Warp', 'offline']])
  expect(browser.size).toBe(1)
  server.line.failure = null
  await later(2000)
  expect(states()).toEqual([['Warp', 'saved']])
})

test.each(['a killed page', 'an ended session'])('%s loses nothing', async (name) => {
  const server = makeServer()
  const browser = new Map<string, KeptNote>()
  const first = openDevice(server, browser)
  server.line.failure = name === 'a killed page' ? { kind: 'offline' } : { kind: 'signed-out' }
  first.keeper.add('l1', place, 'Warp')
  await later(1000)
  // the page is not there any more
  vi.clearAllTimers()
  server.line.failure = null
  const second = openDevice(server, browser)
  await second.keeper.refresh()
  await later(10)
  expect(second.states()).toEqual([['Warp', 'saved']])
  expect(browser.size).toBe(0)
})

test('a reply that was lost makes neither a conflict nor a second note', async () => {
  const server = makeServer()
  const { keeper, states } = openDevice(server)
  server.line.repliesLost = true
  const id = keeper.add('l1', place, 'one')
  await later(1000)
  keeper.edit(id, 'one two')
  await later(3000)
  server.line.repliesLost = false
  await later(10_000)
  expect(states()).toEqual([['one two', 'saved']])
  expect([...server.notes.values()].map(({ note }) => note.text)).toEqual(['one two'])
})

describe('two devices', () => {
  async function twoDevices() {
    const server = makeServer()
    const [desk, phone] = [openDevice(server), openDevice(server)]
    const id = desk.keeper.add('l1', place, 'Warp')
    await later(1000)
    await phone.keeper.refresh()
    return { server, desk, phone, id }
  }

  test('what another device wrote is shown after a refresh', async () => {
    const { desk, phone, id } = await twoDevices()
    phone.keeper.edit(id, 'Warp and weft')
    await later(1000)
    await desk.keeper.refresh()
    expect(desk.states()).toEqual([['Warp and weft', 'saved']])
  })

  test('what another device wrote is never overwritten unseen: the user decides', async () => {
    const { server, desk, phone, id } = await twoDevices()
    phone.keeper.edit(id, 'from the phone')
    await later(1000)
    desk.keeper.edit(id, 'from the desk')
    await later(1000)
    expect(desk.keeper.view().notes[0]?.state).toEqual({ kind: 'conflict', theirs: 'from the phone' })
    expect(server.notes.get(id)?.note.text).toBe('from the phone')
    // typing goes on, and nothing is sent
    desk.keeper.edit(id, 'from the desk, longer')
    await later(5000)
    expect(server.notes.get(id)?.note.text).toBe('from the phone')
    expect(desk.keeper.resolve(id, 'mine')).toBe(id)
    await later(1000)
    expect(server.notes.get(id)?.note.text).toBe('from the desk, longer')
    expect(desk.states()).toEqual([['from the desk, longer', 'saved']])
  })

  test('the other text can be taken', async () => {
    const { desk, phone, id } = await twoDevices()
    phone.keeper.edit(id, 'from the phone')
    await later(1000)
    desk.keeper.edit(id, 'from the desk')
    await later(1000)
    expect(desk.keeper.resolve(id, 'theirs')).toBe(id)
    expect(desk.states()).toEqual([['from the phone', 'saved']])
    expect(desk.browser.size).toBe(0)
  })

  test('the same text on both is no conflict', async () => {
    const { desk, phone, id } = await twoDevices()
    phone.keeper.edit(id, 'the same')
    await later(1000)
    desk.keeper.edit(id, 'the same ')
    await later(1000)
    expect(desk.states()).toEqual([['the same ', 'saved']])
  })

  test('a note that was deleted elsewhere goes on as a new one, or goes', async () => {
    const { server, desk, phone, id } = await twoDevices()
    phone.keeper.remove(id)
    await later(10)
    desk.keeper.edit(id, 'still needed')
    await later(1000)
    expect(desk.keeper.view().notes[0]?.state).toEqual({ kind: 'conflict', theirs: null })
    const next = desk.keeper.resolve(id, 'mine')
    expect(next).not.toBe(id)
    await later(1000)
    expect(desk.states()).toEqual([['still needed', 'saved']])
    expect(server.notes.get(id)?.deleted).toBe(true)
  })

  test('what another device has changed is not deleted unseen', async () => {
    const { server, desk, phone, id } = await twoDevices()
    phone.keeper.edit(id, 'new on the phone')
    await later(1000)
    desk.keeper.remove(id)
    await later(10)
    expect(desk.keeper.view().notes[0]?.state).toEqual({ kind: 'conflict', theirs: 'new on the phone' })
    expect(server.notes.get(id)?.deleted).toBe(false)
  })
})

describe('a deleted note', () => {
  test('is brought back, before and after the server knows of it', async () => {
    const server = makeServer()
    const { keeper, states } = openDevice(server)
    const id = keeper.add('l1', place, 'Warp')
    await later(1000)
    for (const ms of [0, 10]) {
      keeper.remove(id)
      expect(keeper.view().deleted?.text).toBe('Warp')
      expect(states()).toEqual([])
      await later(ms)
      await keeper.refresh()
      keeper.restore()
      await later(1000)
      expect(keeper.view().deleted).toBeNull()
      expect(states()).toEqual([['Warp', 'saved']])
      expect(server.notes.get(id)).toMatchObject({ deleted: false, note: { text: 'Warp' } })
    }
  })

  test('that never left the browser is nowhere', async () => {
    const server = makeServer()
    const { keeper, browser } = openDevice(server)
    keeper.remove(keeper.add('l1', place, 'Warp'))
    await later(5000)
    expect([server.texts, browser.size]).toEqual([[], 0])
  })
})

test('a bookmark is set once at its place, however often it is pressed', async () => {
  const server = makeServer()
  const { keeper } = openDevice(server)
  keeper.add('l1', at(4), 'Warp')
  for (const second of [4, 5, 30]) keeper.bookmark('l1', at(second))
  keeper.bookmark('l2', at(4))
  await later(1000)
  const bookmarks = keeper.view().notes.filter(({ text }) => text === '')
  expect(bookmarks.map((one) => [one.lectureId, one.place])).toEqual([
    ['l1', at(4)],
    ['l2', at(4)],
    ['l1', at(30)],
  ])
  keeper.remove(bookmarks[0]?.id ?? '')
  keeper.bookmark('l1', at(4))
  expect(keeper.view().notes.filter(({ text }) => text === '')).toHaveLength(3)
})

test('what the server refuses is kept, says why, and is sent again on the next change', async () => {
  const server = makeServer()
  const { keeper, browser, states } = openDevice(server)
  server.line.failure = { kind: 'refused', message: 'Too many notes' }
  const id = keeper.add('l1', place, 'Warp')
  await later(60_000)
  expect(keeper.view().notes[0]?.state).toEqual({ kind: 'refused', kept: true, message: 'Too many notes' })
  expect(browser.size).toBe(1)
  server.line.failure = null
  keeper.edit(id, 'Warp, again')
  await later(1000)
  expect(states()).toEqual([['Warp, again', 'saved']])
})

test('someone who types without a pause sends one note a second, and the last words arrive', async () => {
  const server = makeServer()
  const { keeper, states } = openDevice(server)
  const id = keeper.add('l1', place, 'x')
  for (let step = 1; step <= 100; step++) {
    await later(100)
    keeper.edit(id, 'x'.repeat(step + 1))
  }
  await later(1000)
  expect(server.texts.length).toBeLessThanOrEqual(11)
  expect(states()).toEqual([['x'.repeat(101), 'saved']])
})

test('a list that was read before a save, and comes after it, takes nothing back', async () => {
  const server = makeServer()
  const { keeper, states } = openDevice(server)
  const [warp, weft] = [keeper.add('l1', place, 'Warp'), keeper.add('l1', place, 'Weft')]
  await later(1000)
  const { list } = server.calls
  const older = await list()
  const onItsWay = Promise.withResolvers<typeof older>()
  server.calls.list = () => onItsWay.promise
  const refreshed = keeper.refresh()
  keeper.edit(warp, 'Warp, again')
  keeper.remove(weft)
  keeper.add('l1', place, 'Selvage')
  await later(2000)
  onItsWay.resolve(older)
  await refreshed
  const now = [
    ['Warp, again', 'saved'],
    ['Selvage', 'saved'],
  ]
  expect(states()).toEqual(now)
  server.calls.list = list
  await keeper.refresh()
  expect(states()).toEqual(now)
  // another device is followed again
  const other = openDevice(server).keeper
  await other.refresh()
  other.edit(warp, 'Elsewhere')
  await later(1000)
  await keeper.refresh()
  expect(states()[0]).toEqual(['Elsewhere', 'saved'])
})
