import {
  api,
  type JoinedRoom,
  maxCohosts,
  maxSpeakers,
  type Participant,
  type RoomStatus,
} from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { addAttendance } from '#features/lectures/index.ts'
import { until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { type LiveClass, makeClass, startLive, type Tab, useTabs } from '#test/support/live/live-room.ts'

let app: TestApp
const open = useTabs(async () => {
  app = await createTestApp()
  return app
})

/** A live room with its educator in it, and tabs of its students outside. */
async function openRoom(students = 2) {
  const made = await makeClass(app, students)
  const roomId = await startLive(made)
  const educator = await open(made.educator)
  await educator.enter(roomId)
  const outside = await Promise.all(made.students.map((student) => open(student)))
  const [asha, ravi] = outside as [Tab, Tab]
  return { made, roomId, educator, outside, asha, ravi }
}
const modern = { forwarded: true }
/** Lets a room be carried by a media server, as a seventh entry does. */
const forward = (roomId: string) =>
  app.deps.db
    .updateTable('live_sessions')
    .set({ media: 'forwarded', media_server: 'one', media_room: 1 })
    .where('id', '=', roomId)
    .execute()
const seenBy = (tab: Tab): Participant[] =>
  (tab.got('participants').at(-1) as { participants: Participant[] } | undefined)?.participants ?? []
const rolesSeenBy = (tab: Tab) => seenBy(tab).map(({ role }) => role)
const statusSeenBy = (tab: Tab) => (tab.got('room-status').at(-1) as { status: RoomStatus } | undefined)?.status
const waitingSeenBy = (tab: Tab) =>
  (tab.got('waiting').at(-1) as { people: { peerId: string; name: string }[] } | undefined)?.people

describe('roles', () => {
  test('everyone in a mesh speaks; in a forwarded room who comes later listens, until a host gives the floor', async () => {
    const { roomId, educator, asha, ravi } = await openRoom()
    const first = await asha.enter(roomId, { ...modern, audio: true, video: true })
    expect(first.room).toEqual({
      media: 'mesh',
      locked: false,
      waitingRoom: false,
      recording: null,
      maxSpeakers,
      board: null,
    })
    expect(await educator.send('set-role', { roomId, peerId: first.peerId, role: 'listener' })).toMatchObject({
      code: 'invalid_input',
    })
    await forward(roomId)
    const second = await ravi.enter(roomId, { ...modern, audio: true, video: true })
    expect(second.room.media).toBe('forwarded')
    expect(second.participants.map(({ role, audio, video }) => [role, audio, video])).toEqual([
      ['educator', true, true],
      ['speaker', true, true],
      ['listener', false, false],
    ])
    await ravi.send('set-state', { roomId, audio: true, video: true, handRaised: true })
    await until(() => seenBy(educator)[2]?.handRaised === true)
    expect(seenBy(educator)[2]).toMatchObject({ audio: false, video: false })

    await educator.send('set-role', { roomId, peerId: second.peerId, role: 'speaker' })
    await until(() => seenBy(ravi)[2]?.role === 'speaker')
    expect(seenBy(ravi)[2]?.handRaised).toBe(false)
    await ravi.send('set-state', { roomId, audio: true })
    await until(() => seenBy(educator)[2]?.audio === true)
    await educator.send('set-role', { roomId, peerId: second.peerId, role: 'listener' })
    await until(() => seenBy(educator)[2]?.role === 'listener')
    expect(seenBy(educator)[2]).toMatchObject({ audio: false, video: false })
    // who comes back keeps the role
    ravi.vanish()
    const again = await open(ravi.who)
    const back = await again.enter(roomId, { ...modern, slotToken: second.slotToken, audio: true })
    expect(back.participants[2]).toMatchObject({ peerId: second.peerId, role: 'listener', audio: false })
    ravi.socket.disconnect()
  })

  test('no more speak than can, also when hosts give the floor at once', async () => {
    const { roomId, educator, outside } = await openRoom(5)
    await forward(roomId)
    const { settings } = app.deps
    settings.current = () => ({ ...settings.defaults, livePeople: 50 })
    const peers = await Promise.all(outside.map(async (tab) => (await tab.enter(roomId, modern)).peerId))
    const others = await app.deps.db
      .selectFrom('users')
      .select('id')
      .limit(maxSpeakers - 3)
      .execute()
    const now = new Date(app.clock.ms)
    const row = { session_id: roomId, token_hash: Buffer.from('x'), joined_at: now, seen_at: now, connected: true }
    const rows = others.map(({ id }) => ({ ...row, user_id: id, peer_id: `${roomId} ${id}`, socket_id: id }))
    const strangers = rows.filter(({ user_id }) => user_id !== educator.who.user._id)
    await app.deps.db
      .insertInto('live_participants')
      .values(strangers)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { count } = await app.deps.db
      .selectFrom('live_participants')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('session_id', '=', roomId)
      .where('role', '=', 'speaker')
      .executeTakeFirstOrThrow()
    const free = maxSpeakers - (Number(count) - 1)
    const answers = await Promise.all(
      peers.map((peerId) => educator.send('set-role', { roomId, peerId, role: 'speaker' })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(Math.min(free, peers.length))
    for (const answer of answers) if (!answer.ok) expect(answer).toMatchObject({ code: 'speakers_full' })
    settings.current = () => settings.defaults
  })

  test('a co-host moderates, except the educator and other co-hosts, and stays one when they come back', async () => {
    const { roomId, educator, asha, ravi } = await openRoom()
    const [host, other] = [await asha.enter(roomId, modern), await ravi.enter(roomId, modern)]
    const teacher = host.participants[0]?.peerId ?? ''
    expect(await educator.send('set-role', { roomId, peerId: host.peerId, role: 'cohost' })).toEqual({ ok: true })
    await until(() => rolesSeenBy(asha)[1] === 'cohost')
    for (const peerId of [teacher, host.peerId])
      for (const name of ['mute-participant', 'camera-off', 'remove-participant', 'set-role'])
        expect(await asha.send(name, { roomId, peerId, role: 'speaker' })).toMatchObject({ code: 'forbidden' })
    expect(await asha.send('set-role', { roomId, peerId: other.peerId, role: 'cohost' })).toMatchObject({
      code: 'forbidden',
    })
    expect(await asha.send('set-state', { roomId, screen: true })).toEqual({ ok: true })
    expect(await asha.send('camera-off', { roomId, peerId: other.peerId })).toEqual({ ok: true })
    await until(() => ravi.got('camera-off-requested').length === 1)
    expect(await asha.send('mute-all', { roomId })).toEqual({ ok: true })
    await until(() => ravi.got('mute-requested').length === 1)
    expect([asha, educator].map((tab) => tab.got('mute-requested'))).toEqual([[], []])
    const { message } = (await ravi.write(roomId, 'spam')) as { message: { _id: string } }
    expect(await asha.send('delete-message', { roomId, messageId: message._id })).toEqual({ ok: true })

    await asha.send('leave-room', { roomId })
    const again = await asha.enter(roomId, modern)
    expect(again.participants.at(-1)?.role).toBe('cohost')
    expect(await educator.send('set-role', { roomId, peerId: again.peerId, role: 'speaker' })).toEqual({ ok: true })
    expect(await asha.send('mute-all', { roomId })).toMatchObject({ code: 'forbidden' })
    expect(await asha.send('remove-participant', { roomId, peerId: other.peerId })).toMatchObject({ code: 'forbidden' })
  })

  test('a session has a few co-hosts only', async () => {
    const { roomId, educator, outside } = await openRoom(maxCohosts + 1)
    const { settings } = app.deps
    settings.current = () => ({ ...settings.defaults, livePeople: 50 })
    const answers = []
    for (const tab of outside) {
      const { peerId } = await tab.enter(roomId, modern)
      answers.push(await educator.send('set-role', { roomId, peerId, role: 'cohost' }))
    }
    expect(answers.map(({ ok }) => ok)).toEqual([...Array(maxCohosts).fill(true), false])
    settings.current = () => settings.defaults
  })
})

describe('a locked room', () => {
  test('takes no one new; who has a slot, a co-host and the educator come back', async () => {
    const { made, roomId, educator, asha, ravi } = await openRoom()
    const { slotToken, peerId } = await asha.enter(roomId, modern)
    expect(await educator.send('set-room', { roomId, locked: true })).toEqual({ ok: true })
    await until(() => statusSeenBy(asha)?.locked === true)
    for (const options of [modern, {}])
      expect(await ravi.join(roomId, options)).toMatchObject({ ok: false, code: 'live_locked' })
    asha.vanish()
    const again = await open(asha.who)
    expect((await again.enter(roomId, { ...modern, slotToken })).peerId).toBe(peerId)
    await educator.send('set-role', { roomId, peerId, role: 'cohost' })
    await again.send('leave-room', { roomId })
    await again.enter(roomId, modern)
    await (await open(made.educator)).enter(roomId, modern)
    asha.socket.disconnect()
  })
})

describe('a waiting room', () => {
  async function openWaiting(students = 2) {
    const room = await openRoom(students)
    await room.educator.send('set-room', { roomId: room.roomId, waitingRoom: true })
    return room
  }

  test('shows who waits to hosts alone, and lets in whom they admit', async () => {
    const { roomId, educator, asha, ravi } = await openWaiting()
    const waits = await asha.join(roomId, modern)
    expect(waits).toEqual({ ok: true, waiting: true, peerId: expect.any(String), slotToken: expect.any(String) })
    await until(() => waitingSeenBy(educator)?.length === 1)
    expect(waitingSeenBy(educator)?.[0]?.name).toBe(asha.who.user.name)
    await educator.write(roomId, 'not for those outside')
    const { peerId, slotToken } = waits.ok ? waits : expect.fail(waits.message)
    for (const [name, payload] of [
      ['send-message', { message: 'Hello' }],
      ['set-state', { handRaised: true }],
      ['offer', { offer: { type: 'offer', sdp: 'v=0' } }],
      ['admit', { all: true }],
      ['choose-layers', { streams: [] }],
    ] as [string, object][])
      expect(await asha.send(name, { roomId, ...payload })).toMatchObject({ code: 'not_in_room' })
    expect([...asha.received, ...educator.got('user-connected')]).toEqual([])
    expect(seenBy(educator).filter(({ isEducator }) => !isEducator)).toEqual([])
    expect(await ravi.join(roomId)).toMatchObject({ ok: false, code: 'live_waiting' })
    await ravi.join(roomId, modern)
    await until(() => waitingSeenBy(educator)?.length === 2)

    expect(await educator.send('admit', { roomId, peerId })).toEqual({ ok: true })
    expect(await educator.send('admit', { roomId, peerId })).toMatchObject({ code: 'not_found' })
    await until(() => asha.got('admitted').length === 1)
    const joined = await asha.enter(roomId, { ...modern, slotToken })
    expect([joined.peerId, joined.participants.length]).toEqual([peerId, 2])
    await until(() => educator.got('user-connected').length === 1)
    expect(educator.got('user-connected')).toEqual([peerId])
    expect(await asha.write(roomId, 'Thank you')).toMatchObject({ ok: true })
    expect([ravi.got('admitted'), ravi.got('participants'), ravi.got('receive-message')]).toEqual([[], [], []])

    await educator.send('set-room', { roomId, waitingRoom: false })
    await until(() => ravi.got('admitted').length === 1)
    await until(() => waitingSeenBy(educator)?.length === 0)
  })

  test('forgets who goes, and who is turned away cannot come back; its end reaches those who wait', async () => {
    const { made, roomId, educator, asha, ravi } = await openWaiting()
    const { peerId } = (await asha.join(roomId, modern)) as JoinedRoom
    await ravi.join(roomId, modern)
    await until(() => waitingSeenBy(educator)?.length === 2)
    await educator.send('remove-participant', { roomId, peerId })
    await until(() => asha.got('removed-from-room').length === 1)
    expect(await asha.join(roomId, modern)).toMatchObject({ code: 'live_removed' })
    await until(() => waitingSeenBy(educator)?.length === 1)
    await ravi.send('leave-room', { roomId })
    await until(() => waitingSeenBy(educator)?.length === 0)
    expect(educator.got('user-disconnected')).toEqual([])
    await ravi.join(roomId, modern)
    await endLive(made)
    await until(() => ravi.got('live-ended').length === 1)
    expect(app.live.counts()).toMatchObject({ rooms: 0, people: 0 })
  })

  test('does not count as attendance, and admits no more people than the room holds', async () => {
    const { roomId, educator, asha, ravi } = await openWaiting()
    const { settings } = app.deps
    settings.current = () => ({ ...settings.defaults, livePeople: 2 })
    await asha.join(roomId, modern)
    await ravi.join(roomId, modern)
    await addAttendance(app.deps.db)
    expect(await app.deps.db.selectFrom('served_lectures').select('user_id').execute()).toEqual([])
    expect(await educator.send('admit', { roomId, all: true })).toMatchObject({ code: 'room_full' })
    await until(() => waitingSeenBy(educator)?.length === 2)
    expect(await educator.send('admit', { roomId, peerId: waitingSeenBy(educator)?.[0]?.peerId })).toEqual({ ok: true })
    settings.current = () => settings.defaults
  })

  test('who waited while the room was a mesh listens, when a media server carries it by then', async () => {
    const { roomId, educator, asha, ravi } = await openWaiting()
    await asha.join(roomId, modern)
    await ravi.join(roomId, modern)
    await until(() => waitingSeenBy(educator)?.length === 2)
    await forward(roomId)
    expect(await educator.send('admit', { roomId, all: true })).toEqual({ ok: true })
    await until(() => asha.got('admitted').length === 1 && ravi.got('admitted').length === 1)
    const { participants } = await asha.enter(roomId, modern)
    expect(participants.map(({ role }) => role)).toEqual(['educator', 'listener', 'listener'])
  })
})

const endLive = ({ educator, lecture }: LiveClass) =>
  educator.call(api.live.end, { params: { lectureId: lecture._id } })

test('a client that knows no media server is told so in a forwarded room', async () => {
  const { roomId, asha, ravi } = await openRoom()
  await forward(roomId)
  expect(await asha.join(roomId)).toEqual({
    ok: false,
    code: 'live_needs_update',
    message: 'This class has grown. Please reload this page to join it.',
  })
  ravi.socket.emit('join-room', roomId, 'a name, as some clients send')
  await until(() => ravi.got('room-refused').length === 1)
  expect(ravi.got('room-refused')).toMatchObject([{ code: 'live_needs_update' }])
})

test('ten thousand raised hands of one browser are one hand, and cost it the line', async () => {
  const { roomId, educator, asha } = await openRoom(1)
  await asha.enter(roomId, modern)
  for (let index = 0; index < 10_000; index++) asha.socket.emit('set-state', { roomId, handRaised: index % 2 === 0 })
  await until(() => asha.lost.length === 1)
  expect(await educator.send('set-state', { roomId, audio: true })).toEqual({ ok: true })
  expect(educator.lost).toEqual([])
})
