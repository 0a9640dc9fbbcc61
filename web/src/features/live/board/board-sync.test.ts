import type { BoardElement, DrawnElement } from '@virtual-courses/contract'
import { ApiError } from '@virtual-courses/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveConnection } from '#lib/connection/live-connection.ts'
import type { SceneElement } from './board-elements.ts'
import { type BoardSync, createBoardSync } from './board-sync.ts'
import { element } from './fixtures.ts'

type Reply = { ok: boolean; revision?: number; code?: string; message?: string }
type Sent = { name: string; elements: BoardElement[] }

let sync: BoardSync
let local: Map<string, SceneElement>
let sent: Sent[]
/** what the server has, and how it answers */
let board: { roomId: string; revision: number; elements: DrawnElement[] }
let answer: (message: Sent) => Reply | null
let readBoard: () => Promise<typeof board>
let emit: (event: { since: number; revision: number; elements: BoardElement[] }) => void
let allowed: boolean
let loadedTimes: number

beforeEach(() => {
  vi.useFakeTimers()
  local = new Map()
  sent = []
  board = { roomId: 'room', revision: 0, elements: [] }
  answer = () => ({ ok: true, revision: ++board.revision })
  readBoard = async () => structuredClone(board)
  allowed = true
  loadedTimes = 0
  const live: LiveConnection = {
    on: (_, listener) => {
      emit = (event) => listener({ roomId: 'room', ...event } as never)
    },
    onConnect: () => {},
    onDisconnect: () => {},
    emit: () => {},
    async request(name, payload) {
      const message = { name, ...(payload as { elements: BoardElement[] }) }
      sent.push(message)
      const reply = answer(message)
      if (reply === null) throw new Error('no connection')
      return reply
    },
    close: () => {},
  }
  sync = createBoardSync({
    live,
    readBoard: () => readBoard(),
    roomId: 'room',
    mayDraw: () => allowed,
    onLoaded: () => loadedTimes++,
    scene: {
      elements: () => [...local.values()],
      isNothing: () => false,
      take(elements) {
        for (const one of elements)
          if ((local.get(one.id)?.version ?? 0) <= one.version) local.set(one.id, one as SceneElement)
      },
      remove(ids) {
        for (const id of ids) local.delete(id)
      },
    },
  })
})
afterEach(() => {
  sync.close()
  vi.useRealTimers()
})

const pass = (milliseconds = 1000) => vi.advanceTimersByTimeAsync(milliseconds)
async function loaded(): Promise<void> {
  void sync.load()
  await pass(0)
}
function drawHere(...elements: DrawnElement[]): void {
  for (const one of elements) local.set(one.id, one)
  sync.changed()
}
const here = () => [...local.keys()]

test('what is drawn before the board was read is sent after it', async () => {
  drawHere(element('mine'))
  await pass()
  expect(sent).toEqual([])
  board.elements = [element('theirs')]
  await loaded()
  expect([here(), loadedTimes]).toEqual([['mine', 'theirs'], 1])
  await pass()
  expect(sent.map(({ elements }) => elements.map(({ id }) => id))).toEqual([['mine']])
})

test('a board that cannot be read is read again until it is there, less often each time', async () => {
  let reads = 0
  readBoard = async () => {
    if (++reads < 4) throw new ApiError(503, 'unavailable', 'Away')
    return structuredClone(board)
  }
  void sync.load()
  await pass(6000)
  expect([reads, loadedTimes]).toEqual([3, 0])
  await pass(2000)
  expect([reads, loadedTimes]).toEqual([4, 1])
})

test('who may not read it does not ask again', async () => {
  let reads = 0
  readBoard = async () => {
    reads++
    throw new ApiError(409, 'not_in_room', 'Not here')
  }
  void sync.load()
  await pass(60_000)
  expect(reads).toBe(1)
})

describe('while the board is read', () => {
  test('events wait and are taken after it; what they show is not lost', async () => {
    await loaded()
    let finish = (): void => {}
    readBoard = () =>
      new Promise((resolve) => {
        const before = structuredClone({ ...board, revision: 4 })
        finish = () => resolve(before)
      })
    void sync.load()
    emit({ since: 4, revision: 5, elements: [element('late')] })
    finish()
    await pass(0)
    expect(here()).toEqual(['late'])
    // one that the reading has already
    emit({ since: 3, revision: 4, elements: [element('old')] })
    expect(here()).toEqual(['late'])
  })

  test('a hundred gaps are one more reading', async () => {
    await loaded()
    let reads = 0
    readBoard = async () => {
      reads++
      return structuredClone({ ...board, revision: 500 })
    }
    for (let at = 1; at <= 100; at++) emit({ since: at * 2, revision: at * 2 + 1, elements: [] })
    await pass()
    expect(reads).toBe(1)
  })
})

describe('what the server refuses', () => {
  beforeEach(loaded)
  const refuse = (id: string, code: string) => {
    answer = ({ elements }) =>
      elements.some((one) => one.id === id)
        ? { ok: false, code, message: 'No' }
        : { ok: true, revision: ++board.revision }
  }

  test('stays in this tab alone, once found among others, which are sent', async () => {
    refuse('bad', 'invalid_input')
    drawHere(element('a'), element('bad'), element('b'))
    await pass(60_000)
    expect(sent.map(({ elements }) => elements.map(({ id }) => id).join())).toEqual(['a,bad,b', 'a', 'bad', 'b'])
    expect(here()).toEqual(['a', 'bad', 'b'])
    drawHere(element('c'), element('d'))
    await pass()
    expect(sent.at(-1)?.elements).toHaveLength(2)
    // changed, it is tried again
    answer = () => ({ ok: true, revision: ++board.revision })
    drawHere(element('bad', 2))
    await pass()
    expect(sent.at(-1)?.elements).toMatchObject([{ id: 'bad', version: 2 }])
  })

  test('as too much is tried again once something was erased', async () => {
    refuse('bad', 'board_full')
    drawHere(element('a'))
    await pass()
    drawHere(element('bad'))
    await pass(60_000)
    const tries = sent.length
    answer = () => ({ ok: true, revision: ++board.revision })
    local.set('a', { ...element('a', 2), isDeleted: true } as never)
    sync.changed()
    await pass()
    expect(sent.slice(tries).flatMap(({ elements }) => elements.map(({ id }) => id))).toEqual(['a', 'bad'])
  })

  test('because one may not draw any more is taken out, without a loop', async () => {
    board.elements = [element('theirs')]
    await loaded()
    answer = () => ({ ok: false, code: 'forbidden', message: 'No' })
    drawHere(element('mine'), element('theirs', 7))
    await pass(60_000)
    expect(sent).toHaveLength(1)
    expect([...local.values()]).toMatchObject([{ id: 'theirs', version: 1 }])
  })

  test.each([
    ['an outage', { ok: false, code: 'unavailable', message: 'Away' }],
    ['a fault', { ok: false, code: 'internal', message: 'Oh' }],
    ['no connection', null],
    ['too many', { ok: false, code: 'rate_limited', message: 'Wait' }],
  ])('after %s is sent later, less often each time, and nothing goes', async (_, reply) => {
    answer = () => reply
    drawHere(element('mine'))
    await pass(120_000)
    expect(sent.length).toBeGreaterThan(4)
    expect(sent.length).toBeLessThan(10)
    answer = () => ({ ok: true, revision: ++board.revision })
    await pass(30_000)
    const times = sent.length
    await pass(60_000)
    expect([sent.length, here()]).toEqual([times, ['mine']])
  })
})

test('a message is as large as a socket takes, in bytes', async () => {
  await loaded()
  const hindi = 'क'.repeat(3000)
  const written = (id: string) => element(id, 1, { type: 'text', text: hindi, originalText: hindi } as never)
  drawHere(...['a', 'b', 'c', 'd', 'e'].map(written))
  await pass(5000)
  expect(sent.flatMap(({ elements }) => elements)).toHaveLength(5)
  for (const { elements } of sent)
    expect(new TextEncoder().encode(JSON.stringify(elements)).length).toBeLessThan(60_000)
})

test('a text that no socket takes stays here, and what stands above it is sent', async () => {
  await loaded()
  const text = 'क'.repeat(20_000)
  drawHere(element('long', 1, { type: 'text', text, originalText: text } as object), element('above'))
  await pass(5000)
  expect(sent.map(({ elements }) => elements.map(({ id }) => id))).toEqual([['above']])
})

test.each([
  ['before it is sent', false],
  ['while it is on its way', true],
])('a text that is edited counts above what others made of it %s', async (_when, isOnItsWay) => {
  board.elements = [element('text', 5)]
  await loaded()
  const others = () => {
    board.revision += 60
    emit({ since: board.revision - 60, revision: board.revision, elements: [element('text', 65)] })
    // Excalidraw keeps what is being edited
    local.set('text', element('text', 16))
  }
  if (isOnItsWay)
    answer = ({ elements }) => {
      if (elements[0]?.version === 16) others()
      return { ok: true, revision: ++board.revision }
    }
  drawHere(element('text', 16))
  if (!isOnItsWay) others()
  await pass(5000)
  expect(sent.map(({ elements }) => elements[0]?.version)).toEqual(isOnItsWay ? [16, 66] : [66])
})

test('clearing erases it for all, and here what no one else has', async () => {
  board.elements = [element('theirs')]
  await loaded()
  allowed = false
  drawHere(element('mine'))
  answer = ({ name }) => (name === 'clear-board' ? { ok: true, revision: 1 } : null)
  await sync.clear()
  expect(here()).toEqual(['theirs'])
  emit({ since: 0, revision: 1, elements: [{ id: 'theirs', version: 2, versionNonce: 0, isDeleted: true }] })
  expect(local.get('theirs')).toMatchObject({ isDeleted: true })
})

test('settled is the change that the drawing has with its own', async () => {
  await loaded()
  drawHere(element('mine'))
  await pass(80)
  let settled = -1
  void sync.settled().then((revision) => {
    settled = revision
  })
  await pass(500)
  expect(settled).toBe(-1)
  emit({ since: 0, revision: 1, elements: [element('mine')] })
  await pass(500)
  expect(settled).toBe(1)
})
