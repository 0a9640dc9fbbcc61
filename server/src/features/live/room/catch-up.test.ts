import { api, type SentMessage } from '@virtual-courses/contract'
import { expect, test, vi } from 'vitest'
import { setReceiving } from '#core/events/cache-invalidation.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { openRoom, useTabs } from '#test/support/live/live-room.ts'
import type { TogetherChange } from '../together/together-events.ts'
import { catchUp, createKnownMessages } from './catch-up.ts'
import type { RoomEvent } from './room-events.ts'

let app: TestApp
const open = useTabs(async () => {
  app = await createTestApp()
  return app
})

test('what others published while this process received nothing is shown: people, messages, polls, notes, the end', async () => {
  const room = await openRoom(app, open)
  const { roomId, params, educator, host, asha, late } = room
  await host.send('set-room', { roomId, waitingRoom: true })
  const waits = await open(late)
  const { peerId } = (await waits.join(roomId, { forwarded: true })) as { peerId: string }
  const shown: RoomEvent[] = []
  const together: TogetherChange[] = []
  // a process with one of those in the room and with who waits
  const here = [
    { socket: { data: { viewer: { id: asha.who.user._id } } }, slot: { roomId, peerId: 'of asha', waiting: false } },
    { socket: { data: { viewer: { id: late.user._id } } }, slot: { roomId, peerId, waiting: true } },
  ]
  // a key of its own, so that the application itself goes on
  const db = { ...app.deps.db, selectFrom: app.deps.db.selectFrom.bind(app.deps.db) } as typeof app.deps.db
  setReceiving(db, true)
  const onScreen = createKnownMessages()
  catchUp({ ...app.deps, db }, { all: () => here }, onScreen, {
    inRoom: (event) => shown.push(event),
    together: (change) => together.push(change),
  })
  const { message: known } = (await asha.write(roomId, 'Known')) as SentMessage
  onScreen.happened({ kind: 'message', room: roomId, from: 'of asha', message: known })

  setReceiving(db, false)
  await asha.write(roomId, 'Missed')
  await host.send('admit', { roomId, peerId })
  await educator.call(api.liveTogether.makePoll, {
    params,
    body: { question: 'Now?', choices: ['Yes', 'No'], start: true },
  })
  await educator.call(api.liveTogether.saveNotes, { params, body: { text: 'Later' } })
  await host.send('set-board', { roomId, shown: true })
  setReceiving(db, true)
  await vi.waitFor(() => expect(together).toHaveLength(2))
  expect(together.map(({ kind }) => kind)).toEqual(['poll', 'notes'])
  expect(
    shown.map((event) => (event.kind === 'message' ? `${event.from}: ${event.message.message}` : event.kind)),
  ).toEqual(['people', 'room', 'waiting', 'admitted', 'of asha: Missed'])

  setReceiving(db, false)
  await educator.call(api.live.end, { params })
  setReceiving(db, true)
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ kind: 'ended', room: roomId, reason: 'ended' }))
})

test('after a failed query the room is read again, also when another outage begins before, and nothing of the first is lost', async () => {
  const { roomId, asha, host } = await openRoom(app, open)
  const shown: RoomEvent[] = []
  let failures = 0
  const selectFrom = app.deps.db.selectFrom.bind(app.deps.db)
  const failing = ((...tables: Parameters<typeof selectFrom>) => {
    if (failures === 0) return selectFrom(...tables)
    failures--
    throw new Error('the database is away')
  }) as typeof selectFrom // overloaded
  const db = { ...app.deps.db, selectFrom: failing } as typeof app.deps.db
  setReceiving(db, true)
  const onScreen = createKnownMessages()
  const here = [
    { socket: { data: { viewer: { id: asha.who.user._id } } }, slot: { roomId, peerId: 'of asha', waiting: false } },
  ]
  catchUp({ ...app.deps, db }, { all: () => here }, onScreen, {
    inRoom: (event) => {
      onScreen.happened(event)
      shown.push(event)
    },
    together: () => {},
  })
  const texts = () => shown.flatMap((event) => (event.kind === 'message' ? [event.message.message] : []))

  setReceiving(db, false)
  await asha.write(roomId, 'First')
  failures = 1
  setReceiving(db, true)
  expect(failures).toBe(0)
  setReceiving(db, false)
  app.clock.ms += 10 * 60_000
  await host.write(roomId, 'Second')
  failures = 1
  setReceiving(db, true)
  await vi.waitFor(() => expect(texts()).toEqual(['First', 'Second']), 8000)
  expect(failures).toBe(0)
})

test('messages that were deleted meanwhile leave the screens, also those of a page that was read', async () => {
  const { roomId, params, asha, host } = await openRoom(app, open)
  const shown: RoomEvent[] = []
  const db = { ...app.deps.db, selectFrom: app.deps.db.selectFrom.bind(app.deps.db) } as typeof app.deps.db
  setReceiving(db, true)
  const onScreen = createKnownMessages()
  const here = [
    { socket: { data: { viewer: { id: asha.who.user._id } } }, slot: { roomId, peerId: 'of asha', waiting: false } },
  ]
  catchUp({ ...app.deps, db }, { all: () => here }, onScreen, {
    inRoom: (event) => shown.push(event),
    together: () => {},
  })
  const write = async (text: string) => ((await asha.write(roomId, text)) as SentMessage).message
  const [old, seen, stays, before] = [
    await write('Old'),
    await write('Seen'),
    await write('Stays'),
    await write('Before'),
  ]
  onScreen.listed(roomId, [old])
  for (const message of [seen, stays, before])
    onScreen.happened({ kind: 'message', room: roomId, from: 'of asha', message })
  await host.send('delete-message', { roomId, messageId: before._id })
  onScreen.happened({ kind: 'deleted', room: roomId, message: before._id })
  onScreen.listed('of-another-room', [{ _id: 'one of another room' }])

  setReceiving(db, false)
  for (const { _id } of [old, seen]) await host.send('delete-message', { roomId, messageId: _id })
  const { messages } = await asha.who.call(api.live.messages, { params })
  expect(messages.map(({ message }) => message)).toEqual(['Stays'])
  setReceiving(db, true)
  const deleted = () => shown.flatMap((event) => (event.kind === 'deleted' ? [event.message] : []))
  await vi.waitFor(() => expect(deleted()).toHaveLength(2))
  expect(deleted()).toEqual([old._id, seen._id])
})

test('of known messages the last are kept; one that was listed is not taken for shown', () => {
  const onScreen = createKnownMessages()
  onScreen.listed('room', [{ _id: 'listed' }])
  expect([onScreen.isShown('listed'), onScreen.of('room')]).toEqual([false, ['listed']])
  for (let count = 0; count < 25_000; count++) onScreen.listed('room', [{ _id: `${count}` }])
  expect(onScreen.of('room').at(0)).toBe('23000')
  expect(onScreen.of('room')).toHaveLength(2000)
})
