import { api, type BoardElement, type DrawnElement, maxBoardElements, type RoomStatus } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { receivesFromOthers } from '#core/events/cache-invalidation.ts'
import { listen, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import {
  type OpenRoom as Open,
  openRoom as openClassRoom,
  openTab,
  startLive,
  type Tab,
  useTabs,
} from '#test/support/live/live-room.ts'

let app: TestApp
const open = useTabs(async () => {
  app = await createTestApp()
  return app
})

async function openRoom({ shown = true, speakersDraw = false } = {}) {
  const room = await openClassRoom(app, open)
  const { roomId, host } = room
  if (shown) expect(await host.send('set-board', { roomId, shown, speakersDraw })).toEqual({ ok: true })
  return room
}

const box: DrawnElement = {
  id: 'box',
  type: 'rectangle',
  version: 1,
  versionNonce: 7,
  isDeleted: false,
  index: 'a0',
  x: 10,
  y: 20.5,
  width: 100,
  height: 50,
  angle: 0,
  strokeColor: '#1e1e1e',
  backgroundColor: 'transparent',
  fillStyle: 'solid',
  strokeWidth: 2,
  strokeStyle: 'solid',
  roundness: { type: 3 },
  roughness: 1,
  opacity: 100,
  seed: 1,
  groupIds: [],
  frameId: null,
  boundElements: null,
  updated: 1,
  link: null,
  locked: false,
}
const { type: _, ...base } = box
const line = (points: number): object => ({
  ...base,
  type: 'freedraw',
  points: Array.from({ length: points }, (__, at) => [at, at / 2]),
  pressures: [],
  simulatePressure: true,
  lastCommittedPoint: null,
})
/** Its width and height say nothing of it. */
const zigzag = (points: number, height = 1000): object => ({
  ...line(0),
  type: 'line',
  points: Array.from({ length: points }, (__, at) => [at % 2, at % 2 ? height : 0]),
  startBinding: null,
  endBinding: null,
  startArrowhead: null,
  endArrowhead: null,
})
const writing = (text: string): object => ({
  ...base,
  type: 'text',
  text,
  originalText: text,
  fontSize: 20,
  fontFamily: 5,
  textAlign: 'left',
  verticalAlign: 'top',
  containerId: null,
  autoResize: true,
  lineHeight: 1.25,
})
const erased = { id: 'box', version: 9, versionNonce: 1, isDeleted: true }

const draw = (tab: Tab, { roomId }: Open, ...elements: object[]) => tab.send('draw', { roomId, elements })
const read = (who: TestUser, { params }: Open) => who.call(api.liveBoard.board, { params })
type Drawn = { since: number; revision: number; elements: BoardElement[] }
const seenBy = (tab: Tab) => tab.got('board-drawn') as Drawn[]
const statusSeenBy = (tab: Tab) => (tab.got('room-status').at(-1) as { status: RoomStatus } | undefined)?.status.board

describe('the whiteboard of a room', () => {
  test('opens for everyone; hosts draw, all others see it at once, and who comes late reads it', async () => {
    const room = await openRoom({ shown: false })
    const { host, asha, roomId } = room
    expect(await draw(host, room, box)).toMatchObject({ code: 'board_closed' })
    await host.send('set-board', { roomId, shown: true })
    await until(() => statusSeenBy(asha)?.speakersDraw === false)
    const before = performance.now()
    expect(await draw(host, room, box, { ...box, id: 'other', link: null })).toMatchObject({ ok: true })
    await until(() => seenBy(asha).length > 0)
    expect(performance.now() - before).toBeLessThan(1000)
    expect(seenBy(asha)[0]).toMatchObject({ since: 0, revision: 1 })
    expect(seenBy(asha)[0]?.elements).toEqual(expect.arrayContaining([box, { ...box, id: 'other' }]))
    await draw(host, room, erased)
    await until(() => seenBy(asha).length > 1)
    expect(seenBy(asha)[1]).toEqual({ roomId, since: 1, revision: 2, elements: [erased] })
    const late = await open(room.late)
    expect((await late.enter(roomId)).room.board).toEqual({ speakersDraw: false })
    expect(await read(room.late, room)).toEqual({ roomId, revision: 2, elements: [{ ...box, id: 'other' }] })
    // closed, it is there for hosts alone
    await host.send('set-board', { roomId, shown: false })
    await until(() => statusSeenBy(asha) === null)
    expect((await read(room.late, room)).elements).toEqual([])
    expect((await read(room.educator, room)).elements).toHaveLength(1)
  })

  test('is opened by hosts alone; speakers draw where a host says so, listeners never', async () => {
    const room = await openRoom()
    const { host, asha, ravi, roomId } = room
    for (const change of [{ shown: false }, { speakersDraw: true }])
      expect(await asha.send('set-board', { roomId, ...change })).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await draw(asha, room, box)).toMatchObject({ ok: false, code: 'forbidden' })
    await host.send('set-board', { roomId, speakersDraw: true })
    expect(await draw(asha, room, box)).toMatchObject({ ok: true })
    // what a speaker drew can be replaced by a host, whatever its version
    expect(await draw(asha, room, { ...box, version: 2_000_000_000 })).toMatchObject({ code: 'invalid_input' })
    expect(await draw(asha, room, { ...box, version: 1_000_000_000 })).toMatchObject({ ok: true })
    expect(await draw(host, room, { ...erased, version: 1_000_000_001 })).toMatchObject({ ok: true })
    const { db } = app.deps
    await db
      .updateTable('live_participants')
      .set({ role: 'listener' })
      .where('user_id', '=', ravi.who.user._id)
      .execute()
    expect(await draw(ravi, room, box)).toMatchObject({ ok: false, code: 'forbidden' })
    await host.send('set-board', { roomId, speakersDraw: false })
    expect(await draw(asha, room, box)).toMatchObject({ ok: false, code: 'forbidden' })
  })

  test('is for those in the room: others neither read nor draw, nor does a co-host who was removed', async () => {
    const room = await openRoom()
    const { host, asha, roomId, late } = room
    const other = await openRoom()
    expect(await draw(other.host, room, box)).toMatchObject({ code: 'not_in_room' })
    const outside = await open(late)
    expect(await draw(outside, room, box)).toMatchObject({ code: 'not_in_room' })
    await expectProblem(read(late, room), 409, 'not_in_room')
    await expectProblem(read(await app.makeUser(), room), 403, 'not_enrolled_live')
    const { participants } = await host.enter(roomId)
    const peerId = participants.find(({ userId }) => userId === asha.who.user._id)?.peerId
    await host.send('set-role', { roomId, peerId, role: 'cohost' })
    expect(await draw(asha, room, box)).toMatchObject({ ok: true })
    await host.send('remove-participant', { roomId, peerId })
    expect(await draw(asha, room, { ...box, version: 2 })).toMatchObject({ code: 'not_in_room' })
    await expectProblem(read(asha.who, room), 403, 'live_removed')
    await room.educator.call(api.live.end, { params: room.params })
    expect(await draw(host, room, box)).toMatchObject({ code: 'not_in_room' })
  })

  test('keeps the newest form of each element, whichever comes first', async () => {
    const room = await openRoom({ speakersDraw: true })
    const { host, asha, ravi } = room
    const moved = (version: number, versionNonce: number, x: number) => ({ ...box, version, versionNonce, x })
    await Promise.all([
      draw(host, room, moved(2, 9, 1), moved(3, 5, 2)),
      draw(asha, room, moved(3, 4, 3), moved(1, 1, 4)),
      draw(ravi, room, moved(3, 6, 5)),
    ])
    expect((await read(host.who, room)).elements).toEqual([moved(3, 4, 3)])
    await draw(host, room, erased)
    await draw(ravi, room, moved(8, 1, 6))
    const { elements, revision } = await read(host.who, room)
    expect(elements).toEqual([])
    await draw(ravi, room, moved(8, 1, 6))
    expect((await read(host.who, room)).revision).toBe(revision)
    await until(() => seenBy(asha).at(-1)?.revision === revision)
    const last = new Map(seenBy(asha).flatMap((one) => one.elements.map((element) => [element.id, element])))
    expect(last.get('box')?.version).toBeGreaterThanOrEqual(3)
  })

  test('has a limit of elements, and of their size', async () => {
    const room = await openRoom()
    const { host, roomId } = room
    const { db } = app.deps
    await draw(host, room, box)
    const rows = Array.from({ length: maxBoardElements - 1 }, (__, at) => ({
      session_id: roomId,
      id: `old${at}`,
      version: 1,
      nonce: 1,
      revision: 1,
      bytes: 10,
      data: JSON.stringify({ ...box, id: `old${at}` }),
    }))
    await db.insertInto('live_board_elements').values(rows).execute()
    expect(await draw(host, room, { ...box, id: 'more' })).toMatchObject({ code: 'board_full' })
    expect(await draw(host, room, { ...erased, id: 'old1' }, { ...box, id: 'more' })).toMatchObject({ ok: true })
    expect((await read(host.who, room)).elements).toHaveLength(maxBoardElements)
    await db.updateTable('live_board_elements').set({ bytes: 2_000_000 }).where('id', '=', 'old2').execute()
    expect(await draw(host, room, { ...box, version: 2 })).toMatchObject({ code: 'board_full' })
  })

  test('is cleared by hosts alone, whatever stands there', async () => {
    const room = await openRoom({ speakersDraw: true })
    const { host, asha, roomId } = room
    await draw(host, room, box, { ...box, id: 'last', version: 2_147_483_647, versionNonce: 5 })
    await draw(asha, room, { ...box, id: 'three' })
    expect(await asha.send('clear-board', { roomId })).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await host.send('clear-board', { roomId })).toMatchObject({ ok: true, revision: 3 })
    await until(() => seenBy(asha).at(-1)?.revision === 3)
    const gone = seenBy(asha)
      .at(-1)
      ?.elements.toSorted((a, b) => a.id.localeCompare(b.id))
    expect(gone?.map(({ id, isDeleted, version, versionNonce }) => [id, isDeleted, version, versionNonce])).toEqual([
      ['box', true, 2, 0],
      ['last', true, 2_147_483_647, 0],
      ['three', true, 2, 0],
    ])
    expect((await read(host.who, room)).elements).toEqual([])
    // nothing more to erase
    expect(await host.send('clear-board', { roomId })).toMatchObject({ ok: true, revision: 3 })
    expect(await host.send('clear-board', { roomId: 5 })).toMatchObject({ code: 'invalid_input' })
    expect(await draw(asha, room, { ...box, id: 'new' })).toMatchObject({ ok: true, revision: 4 })
  })

  test('leaves hosts room above what speakers draw', async () => {
    const room = await openRoom({ speakersDraw: true })
    for (const index of ['ezzzzz', `a1${'z'.repeat(60)}`]) {
      expect(await draw(room.asha, room, { ...box, index })).toMatchObject({ ok: false, code: 'invalid_input' })
      expect(await draw(room.host, room, { ...box, id: index.slice(0, 9), index })).toMatchObject({ ok: true })
    }
    expect(await draw(room.asha, room, { ...box, index: 'dzzzz' })).toMatchObject({ ok: true })
  })

  test('shows nothing to anyone once it is closed', async () => {
    const room = await openRoom()
    const { host, asha, roomId } = room
    await draw(host, room, box)
    await host.send('set-board', { roomId, shown: false })
    await until(() => statusSeenBy(asha) === null)
    const seen = seenBy(asha).length
    await host.send('clear-board', { roomId })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(seenBy(asha).length).toBe(seen)
    await host.send('set-board', { roomId, shown: true })
    expect(await read(host.who, room)).toMatchObject({ revision: 2, elements: [] })
  })

  test('takes no flood, and no message of a megabyte', async () => {
    const room = await openRoom()
    const answers = await Promise.all(
      Array.from({ length: 80 }, (__, version) => draw(room.host, room, { ...box, version: version + 1 })),
    )
    expect(answers.filter(({ ok }) => ok).length).toBeLessThan(50)
    expect(answers.at(-1)).toMatchObject({ code: 'rate_limited' })
    room.asha.socket.emit('draw', { roomId: room.roomId, elements: [writing('x'.repeat(1_000_000))] })
    await until(() => !room.asha.socket.connected)
  })

  test.each<[string, object[]]>([
    ['nothing', []],
    ['a picture', [{ ...base, type: 'image', fileId: 'a', status: 'saved', scale: [1, 1], crop: null }]],
    ['an embedded page', [{ ...base, type: 'embeddable', link: 'https://example.com' }]],
    ['a frame of another page', [{ ...base, type: 'iframe' }]],
    ['a link', [{ ...box, link: 'https://example.com' }]],
    ['a script as a link', [{ ...box, link: 'javascript:alert(1)' }]],
    ['a colour that loads', [{ ...box, backgroundColor: 'url(//example.com)' }]],
    ['another kind', [{ ...base, type: 'selection' }]],
    ['an id with other letters', [{ ...box, id: 'a b' }]],
    ['a version of 0', [{ ...box, version: 0 }]],
    ['a version that is no number', [{ ...box, version: '1' }]],
    ['a version that is too high', [{ ...erased, version: 2 ** 31 }]],
    ['a place that is no number', [{ ...box, x: null }]],
    ['a place beyond all', [{ ...box, x: 1e7 }]],
    ['a shape beyond all', [{ ...box, width: 1e5 }]],
    ['a large shape that is hatched', [{ ...box, backgroundColor: '#ff0000', fillStyle: 'hachure', height: -6000 }]],
    [
      'an outline of many points that is hatched',
      [{ ...zigzag(1000), backgroundColor: '#ff0000', fillStyle: 'hachure' }],
    ],
    ['a large outline that is hatched', [{ ...zigzag(4, 6000), backgroundColor: '#ff0000', fillStyle: 'cross-hatch' }]],
    ['lines of nothing', [{ ...box, strokeWidth: 0.01 }]],
    ['no order', [{ ...box, index: null }]],
    ['an order of digits alone', [{ ...box, index: '0' }]],
    ['an order with too few digits', [{ ...box, index: 'zz' }]],
    ['an order that ends with a zero', [{ ...box, index: 'a10' }]],
    ['an order below all', [{ ...box, index: `A${'0'.repeat(26)}` }]],
    ['a text with a NUL', [writing('a\0b')]],
    ['a text that is too long', [writing('x'.repeat(5001))]],
    ['half a letter', [writing('\ud83d')]],
    ['a line of too many points', [line(2001)]],
    [
      'an element that is too large',
      [
        {
          ...line(2000),
          groupIds: Array.from({ length: 20 }, () => 'g'.repeat(64)),
          pressures: Array.from({ length: 2000 }, () => 0.123),
        },
      ],
    ],
    ['too many elements', Array.from({ length: 51 }, (__, at) => ({ ...erased, id: `e${at}` }))],
  ])('refuses %s', async (__, elements) => {
    const room = await openRoom()
    expect(await draw(room.host, room, ...elements)).toMatchObject({ ok: false, code: 'invalid_input' })
    expect((await read(room.educator, room)).elements).toEqual([])
  })

  test('erases nothing that never was, so that ids cost nothing', async () => {
    const room = await openRoom()
    const never = Array.from({ length: 50 }, (__, at) => ({ ...erased, id: `never${at}` }))
    expect(await draw(room.host, room, ...never)).toEqual({ ok: true, revision: 0 })
    expect(
      await app.deps.db.selectFrom('live_board_elements').select('id').where('id', 'like', 'never%').execute(),
    ).toEqual([])
  })

  test.each([{ shown: 'yes' }, { speakersDraw: 1 }, { roomId: 5 }])('refuses the setting %j', async (wrong) => {
    const room = await openRoom({ shown: false })
    expect(await room.host.send('set-board', { roomId: room.roomId, ...wrong })).toMatchObject({
      code: 'invalid_input',
    })
  })

  test('keeps nothing but what the contract names', async () => {
    const room = await openRoom()
    await draw(room.host, room, { ...box, customData: { generationData: { html: '<b>' } }, fileId: 'a' })
    expect((await read(room.educator, room)).elements).toEqual([box])
  })
})

describe('after its session', () => {
  test('the educator reads the last one, and notes that a picture of it was kept; no one else does', async () => {
    const room = await openRoom({ speakersDraw: true })
    const { educator, params, host, asha } = room
    const last = (who: TestUser) => who.call(api.liveBoard.lastBoard, { params })
    const keep = (who: TestUser, revision: number, roomId = room.roomId) =>
      who.call(api.liveBoard.boardKept, { params, body: { roomId, revision } })
    expect(await last(educator)).toEqual({ board: null })
    await draw(host, room, box)
    await draw(asha, room, { ...box, id: 'two' })
    await educator.call(api.live.end, { params })
    const { board } = await last(educator)
    expect(board).toMatchObject({ roomId: room.roomId, revision: 2, kept: false })
    expect(board?.elements).toHaveLength(2)
    expect(await keep(educator, 1)).toEqual({ kept: false })
    expect(await keep(educator, 99)).toEqual({ kept: true })
    expect(await keep(educator, 0)).toEqual({ kept: true })
    expect((await last(educator)).board?.kept).toBe(true)
    const other = await openRoom()
    await expectProblem(last(other.educator), 404, 'not_found')
    await expectProblem(keep(other.educator, 1), 404, 'not_found')
    await expectProblem(keep(educator, 1, other.roomId), 404, 'not_found')
    await expectProblem(last(asha.who), 403, 'forbidden')
    await expectProblem(keep(asha.who, 1), 403, 'forbidden')
    // an empty one does not hide it
    const again = await startLive(room)
    await host.enter(again)
    await host.send('set-board', { roomId: again, shown: true })
    expect((await last(educator)).board?.roomId).toBe(room.roomId)
    await educator.call(api.live.end, { params })
  })

  test.each([{ revision: -1 }, { revision: 1.5 }, { revision: '1' }, { roomId: 1 }, { more: true }])(
    'a wrong note is refused: %j',
    async (wrong) => {
      const { educator, params, roomId } = await openRoom({ shown: false })
      const body = { roomId, revision: 1, ...wrong } as { roomId: string; revision: number }
      await expectProblem(educator.call(api.liveBoard.boardKept, { params, body }), 400, 'invalid_input')
    },
  )
})

test('people at two processes see what the others draw', async ({ skip }) => {
  if (!app.database.url) return skip('the embedded database serves one process')
  const room = await openRoom({ speakersDraw: true })
  const other = await createTestApp({ beside: app.database })
  const address = await listen(other.server)
  await until(() => receivesFromOthers(app.deps.db) && receivesFromOthers(other.deps.db))
  const tab = await openTab(address, room.late)
  await tab.enter(room.roomId)
  await draw(room.host, room, box)
  await until(() => seenBy(tab).length === 1)
  await draw(tab, room, { ...box, version: 2, x: 5 })
  await until(() => seenBy(room.asha).at(-1)?.revision === 2)
  expect(seenBy(room.asha).at(-1)?.elements).toEqual([{ ...box, version: 2, x: 5 }])
  tab.socket.disconnect()
  await other.close()
})
