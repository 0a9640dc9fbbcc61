import { api } from '@virtual-courses/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { insertNotifications } from '#features/notifications/queries.ts'
import type { RoomSocket, Rooms } from '#ports/rooms.ts'
import { listen, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { delayNextCommit } from '#test/support/database/delay-commits.ts'
import { type LiveClass, makeClass, openTab, startLive, type Tab } from '#test/support/live/live-room.ts'
import { deliverRoomEvents } from './room/deliver-room-events.ts'
import { createSlots, peerName } from './room/slots.ts'

// Replies to two connections may overtake each other; events must still arrive in the order of the commits.

let app: TestApp
let address: string
let made: LiveClass
let asha: TestUser
const tabs: Tab[] = []
beforeEach(async () => {
  app = await createTestApp()
  address = await listen(app.server)
  made = await makeClass(app, 1)
  asha = made.students[0] as TestUser
})
afterEach(async () => {
  for (const { socket } of tabs.splice(0)) socket.disconnect()
  await app.close()
})
async function open(who: TestUser): Promise<Tab> {
  const tab = await openTab(address, who)
  tabs.push(tab)
  return tab
}

/** Only connections of a pool overtake each other; the embedded database has a single one. */
const isPooled = (): boolean => app.database.url !== undefined

test('an entry that is known after the end of the session leaves no one inside', async () => {
  const params = { lectureId: made.lecture._id }
  const roomId = await startLive(made)
  const tab = await open(asha)
  const held = delayNextCommit(app.deps.db)
  const joining = tab.join(roomId)
  await held.committed
  await made.educator.call(api.live.end, { params })
  held.release()
  expect(await joining).toMatchObject({ ok: false, code: 'live_not_on' })
  expect(app.live.counts()).toMatchObject({ rooms: 0, people: 0 })
  expect(tab.got('live-ended')).toEqual([{ roomId, reason: 'ended' }])
  expect(await tab.write(roomId, 'anybody here?')).toMatchObject({ code: 'not_in_room' })
})

test('an entry that is known after the removal leaves no one inside', async () => {
  const roomId = await startLive(made)
  const [tab, educator] = [await open(asha), await open(made.educator)]
  await educator.enter(roomId)
  const held = delayNextCommit(app.deps.db)
  const joining = tab.join(roomId)
  await held.committed
  const place = await app.deps.db
    .selectFrom('live_participants')
    .select('peer_id')
    .where('user_id', '=', asha.user._id)
    .executeTakeFirstOrThrow()
  expect(await educator.send('remove-participant', { roomId, peerId: place.peer_id })).toEqual({ ok: true })
  held.release()
  expect(await joining).toMatchObject({ ok: false, code: 'live_removed' })
  expect(app.live.counts()).toMatchObject({ rooms: 1, people: 1 })
  if (isPooled()) {
    await until(() => educator.got('user-disconnected').length === 1)
    const order = educator.received.map(([name]) => name).filter((name) => name.startsWith('user-'))
    expect(order).toEqual(['user-connected', 'user-disconnected'])
  }
})

test('a window that took its place back keeps it', async ({ skip }) => {
  skip(!isPooled(), 'one connection answers in order')
  const roomId = await startLive(made)
  const [first, second] = [await open(asha), await open(asha)]
  await first.enter(roomId)
  const held = delayNextCommit(app.deps.db)
  const joining = second.join(roomId)
  await held.committed
  await first.enter(roomId)
  held.release()
  await joining
  expect(await first.write(roomId, 'I am here')).toMatchObject({ ok: true })
  expect(await second.write(roomId, 'And I?')).toMatchObject({ code: 'not_in_room' })
  await until(() => second.got('removed-from-room').length === 1)
  expect(app.live.counts()).toMatchObject({ rooms: 1, people: 1 })
})

test('messages that come together are stored and delivered in one order, and each is acknowledged', async () => {
  const roomId = await startLive(made)
  const [tab, educator] = [await open(asha), await open(made.educator)]
  for (const one of [tab, educator]) await one.enter(roomId)
  const texts = (who: string) => [1, 2, 3, 4].map((number) => `${who} ${number}, \\ "quoted" {of} 'all' नमस्ते`)
  const answers = await Promise.all([
    ...texts('asha').map((text) => tab.write(roomId, text)),
    ...texts('educator').map((text) => educator.write(roomId, text)),
  ])
  const written = [...texts('asha'), ...texts('educator')]
  expect(answers.map((answer) => (answer as { message: { message: string } }).message.message)).toEqual(written)
  const textsTo = ({ got }: Tab) => got('receive-message').map((message) => (message as { message: string }).message)
  await until(() => textsTo(tab).length === 4 && textsTo(educator).length === 4)
  expect([textsTo(tab), textsTo(educator)]).toEqual([texts('educator'), texts('asha')])
  const { messages } = await asha.call(api.live.messages, { params: { lectureId: made.lecture._id }, query: {} })
  expect(messages.map(({ message }) => message).sort()).toEqual(written.sort())
})

test('students see a session that has ended as ended', async ({ skip }) => {
  skip(!isPooled(), 'one connection answers in order')
  const params = { lectureId: made.lecture._id }
  const tab = await open(asha)
  const held = delayNextCommit(app.deps.db)
  const starting = made.educator.call(api.live.start, { params })
  await held.committed
  await made.educator.call(api.live.end, { params })
  held.release()
  await starting
  await until(() => tab.got('live-changed').length === 2)
  expect(tab.got('live-changed').at(-1)).toMatchObject({ liveState: 'ended' })
})

test('the last unread count that a user receives is the one that the list shows', async ({ skip }) => {
  skip(!isPooled(), 'one connection answers in order')
  const { db } = app.deps
  const userIds = [asha.user._id]
  const made: { id: string }[] = []
  for (const eventKey of ['one', 'two'])
    await transact(db, async (tx) => {
      made.push(
        ...(await insertNotifications(
          tx,
          { eventKey, content: { kind: 'text', params: { message: eventKey, link: '' } }, createdAt: new Date() },
          userIds,
        )),
      )
    })
  const tab = await open(asha)
  const read = (index: number) =>
    asha.call(api.notifications.markRead, { params: { notificationId: made[index]?.id ?? '' } })
  const held = delayNextCommit(db)
  const first = read(0)
  await held.committed
  await read(1)
  held.release()
  await first
  await until(() => tab.got('notifications-read').length === 2)
  const { unreadCount } = await asha.call(api.notifications.list, { query: {} })
  expect(tab.got('notifications-read').at(-1)).toMatchObject({ unreadCount })
})

test('signals that overtake the entry of their target wait for it, in their order; others do not wait', async () => {
  const seated = new Set<string>([peerName('room', 'present')])
  const emitted: unknown[] = []
  const rooms: Rooms = {
    listen: () => {},
    emit: (room, _event, payload) => void (seated.has(room) && emitted.push(payload)),
    emitGradually: async () => {},
    members: () => [],
    size: (room) => (seated.has(room) ? 1 : 0),
  }
  const slots = createSlots()
  const receive = deliverRoomEvents(app.deps, rooms, slots)
  const send = (to: string, data: string) =>
    receive({ kind: 'signal', room: 'room', from: 'sender', to, name: 'offer', data })
  const entering = { id: 'socket' } as RoomSocket // only its identity matters
  slots.entering.set(entering, 'room')
  send('present', 'at once')
  for (const data of ['first', 'second']) send('late', data)
  send('present', 'at once too')
  expect(emitted.splice(0)).toEqual(['at once', 'at once too'].map((offer) => ({ offer, sender: 'sender' })))
  seated.add(peerName('room', 'late'))
  send('late', 'third')
  slots.entering.delete(entering)
  await until(() => emitted.length === 3)
  expect(emitted).toEqual(['first', 'second', 'third'].map((offer) => ({ offer, sender: 'sender' })))
})
