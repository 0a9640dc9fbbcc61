import { api, type Participant, type SentMessage } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { type LiveClass, makeClass, startLive, type Tab, useTabs } from '#test/support/live/live-room.ts'
import { makeLecture } from '#test/support/make-course.ts'

let app: TestApp
const open = useTabs(async () => {
  app = await createTestApp()
  return app
})

test('the simplest client makes a call with ours', async () => {
  const made = await makeClass(app, 1)
  const roomId = await startLive(made)
  const educator = await open(made.educator)
  const { peerId } = await educator.enter(roomId)
  const bare = await open(made.students[0] as TestUser)
  bare.socket.emit('join-room', roomId, 'a name, as some clients send')
  await until(() => educator.got('user-connected').length === 1)
  const [student] = educator.got('user-connected') as [string]
  expect(student).toMatch(/^[0-9a-f]{24}$/)

  const offer = { type: 'offer', sdp: 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\n' }
  await educator.send('offer', { offer, to: student, roomId })
  await until(() => bare.got('offer').length === 1)
  expect(bare.got('offer')).toEqual([{ offer, sender: peerId }])

  const answer = { type: 'answer', sdp: 'v=0\r\n' }
  bare.socket.emit('answer', { ...answer, roomId })
  await until(() => educator.got('answer').length === 1)
  expect(educator.got('answer')).toEqual([{ answer, sender: student }])

  bare.socket.emit('ice-candidate', { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMid: '0', roomId })
  bare.socket.emit('ice-candidate', { type: 'candidate', candidate: { candidate: 'b', sdpMLineIndex: 0 }, roomId })
  await until(() => educator.got('ice-candidate').length === 2)
  expect(educator.got('ice-candidate')).toEqual([
    { candidate: { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMid: '0' }, sender: student },
    { candidate: { candidate: 'b', sdpMLineIndex: 0 }, sender: student },
  ])

  bare.socket.emit('send-message', { message: ' <b>Hello</b> & "you" ', roomId })
  await until(() => educator.got('receive-message').length === 1)
  expect(educator.got('receive-message')).toEqual([
    {
      _id: expect.any(String),
      message: '<b>Hello</b> & "you"',
      sender: made.students[0]?.user.name,
      senderId: made.students[0]?.user._id,
      timestamp: expect.any(String),
    },
  ])
  expect([bare.got('receive-message'), bare.got('room-refused'), bare.got('user-connected')]).toEqual([[], [], []])
  const people = await bare.sees(made.educator.user.name, made.students[0]?.user.name ?? '')
  expect(people.map(({ isEducator, connected }) => [isEducator, connected])).toEqual([
    [true, true],
    [false, true],
  ])
})

/** A live room with its educator and students in it. */
async function openRoom(students = 2) {
  const made = await makeClass(app, students)
  const roomId = await startLive(made)
  const educator = await open(made.educator)
  const peers = [(await educator.enter(roomId, { audio: true, video: true })).peerId]
  const others: Tab[] = []
  for (const student of made.students) {
    const tab = await open(student)
    peers.push((await tab.enter(roomId)).peerId)
    others.push(tab)
  }
  const [asha, ravi] = others as [Tab, Tab]
  return { made, roomId, educator, asha, ravi, others, peers: peers as [string, string, string] }
}
const names = ({ educator, students }: LiveClass) => [educator, ...students].map(({ user }) => user.name)
const seenBy = (tab: Tab): Participant[] =>
  (tab.got('participants').at(-1) as { participants: Participant[] } | undefined)?.participants ?? []
const disconnected = (tab: Tab): number => seenBy(tab).filter(({ connected }) => !connected).length
const text = (answer: unknown) => (answer as SentMessage).message.message

describe('signals', () => {
  test('reach the named peer only; without a name all other participants', async () => {
    const { roomId, educator, asha, ravi, peers } = await openRoom()
    const offer = { type: 'offer', sdp: 'v=0' }
    await educator.send('offer', { offer, to: peers[2], roomId })
    await until(() => ravi.got('offer').length === 1)
    await educator.send('offer', { ...offer, roomId, to: null })
    await until(() => asha.got('offer').length === 1 && ravi.got('offer').length === 2)
    expect(asha.got('offer')).toEqual([{ offer, sender: peers[0] }])
    expect(educator.got('offer')).toEqual([])
  })

  test('as large as browsers make them pass; larger ones are refused, and a megabyte ends the line', async () => {
    const { roomId, educator, asha, peers } = await openRoom(1)
    const answer = { type: 'answer', sdp: 'a'.repeat(48_000) }
    expect(await asha.send('answer', { answer, roomId, to: peers[0] })).toEqual({ ok: true })
    await until(() => educator.got('answer').length === 1)
    expect(educator.got('answer')).toEqual([{ answer, sender: peers[1] }])
    expect(await asha.send('offer', { type: 'offer', sdp: 'a'.repeat(48_001), roomId })).toMatchObject({
      ok: false,
      code: 'invalid_input',
    })
    asha.socket.emit('send-message', { message: 'x'.repeat(1_000_000), roomId })
    await until(() => asha.lost.length === 1)
    await until(() => disconnected(educator) === 1)
    expect(educator.got('receive-message')).toEqual([])
  })
})

describe('the chat', () => {
  test('goes to the others under the name of the session, as text, whatever else was claimed', async () => {
    const { made, roomId, educator, asha, ravi } = await openRoom()
    const markup = '<img src=x onerror="alert(1)"> [link](javascript:alert(1)) & \u202e ₹ “Zoë” 👩🏽‍🏫'
    const sent = await asha.send('send-message', {
      message: `\n ${markup}\u0000\u0007 \t`,
      roomId,
      sender: 'The educator',
      senderId: made.educator.user._id,
      timestamp: '1999-01-01T00:00:00.000Z',
    })
    await until(() => ravi.got('receive-message').length === 1 && educator.got('receive-message').length === 1)
    expect(text(sent)).toBe(markup)
    const [message] = ravi.got('receive-message')
    expect(message).toEqual((sent as unknown as SentMessage).message)
    expect(message).toMatchObject({ message: markup, sender: asha.who.user.name, senderId: asha.who.user._id })
    expect(asha.got('receive-message')).toEqual([])
    const { messages } = await ravi.who.call(api.live.messages, { params: { lectureId: made.lecture._id }, query: {} })
    expect(messages).toEqual([message])
  })

  test('takes no empty messages, and none that are too long', async () => {
    const { roomId, asha, educator } = await openRoom(1)
    for (const message of ['', ' \n\t ', '\u0000', 'x'.repeat(2001)])
      expect(await asha.write(roomId, message)).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await asha.write(roomId, 'ह'.repeat(2000))).toMatchObject({ ok: true })
    await until(() => educator.got('receive-message').length === 1)
  })

  test('is there for who comes late, newest last, older ones by the page', async () => {
    const { made, roomId, educator } = await openRoom(1)
    const rows = Array.from({ length: 230 }, (_, index) => ({
      id: `m${String(index).padStart(3, '0')}-${roomId}`,
      session_id: roomId,
      user_id: made.educator.user._id,
      message: `message ${index}`,
      created_at: new Date(1_000_000 + Math.floor(index / 3)),
    }))
    await app.deps.db.insertInto('live_messages').values(rows).execute()
    const joined = await educator.enter(roomId)
    expect(joined.messages.map(({ message }) => message)).toEqual(rows.slice(130).map(({ message }) => message))
    expect(joined.moreMessages).toBe(true)
    const page = (before: string | undefined) =>
      made.educator.call(api.live.messages, {
        params: { lectureId: made.lecture._id },
        query: before === undefined ? {} : { before },
      })
    const second = await page(joined.messages[0]?._id)
    expect([second.messages[0]?.message, second.messages.length, second.more]).toEqual(['message 30', 100, true])
    const last = await page(second.messages[0]?._id)
    expect([last.messages[0]?.message, last.messages.length, last.more]).toEqual(['message 0', 30, false])
    expect((await page('of another room')).messages).toEqual([])
  })

  test('lets authors delete their own messages, and the educator all messages', async () => {
    const { roomId, educator, asha, ravi } = await openRoom()
    const ids: string[] = []
    for (const [tab, words] of [
      [asha, 'one'],
      [asha, 'two'],
      [educator, 'three'],
    ] as const)
      ids.push(((await tab.write(roomId, words)) as SentMessage).message._id)
    const remove = (tab: Tab, index: number) => tab.send('delete-message', { roomId, messageId: ids[index] })
    expect(await remove(ravi, 0)).toMatchObject({ code: 'not_found' })
    expect(await remove(asha, 2)).toMatchObject({ code: 'not_found' })
    expect(await remove(asha, 0)).toEqual({ ok: true })
    expect(await remove(educator, 1)).toEqual({ ok: true })
    expect(await remove(educator, 1)).toMatchObject({ code: 'not_found' })
    await until(() => ravi.got('message-deleted').length === 2)
    expect(ravi.got('message-deleted')).toEqual([{ _id: ids[0] }, { _id: ids[1] }])
    const { messages } = await ravi.enter(roomId)
    expect(messages.map(({ message }) => message)).toEqual(['three'])
  })

  test('is slowed down for who floods it', async () => {
    const { roomId, asha, educator } = await openRoom(1)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => asha.write(roomId, `flood ${index}`)))
    const refused = answers.filter((answer) => !answer.ok)
    expect(refused.length).toBeGreaterThanOrEqual(14)
    expect(refused[0]).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('wait a moment') })
    asha.socket.emit('send-message', { message: 'and more', roomId })
    await until(() => asha.got('room-refused').length === 1)
    await until(() => educator.got('receive-message').length === 20 - refused.length)
  })

  test('a flood that does not end costs the line', async () => {
    const { roomId, asha } = await openRoom(1)
    for (let index = 0; index < 2500; index++) asha.socket.emit('set-state', { roomId, handRaised: true })
    await until(() => asha.lost.length === 1)
    expect(asha.lost).toEqual(['io server disconnect'])
  })
})

describe('a place', () => {
  test('comes back after a lost line: same peer, no one connects again', async () => {
    const { made, roomId, educator, asha } = await openRoom(1)
    const first = await asha.enter(roomId)
    asha.vanish()
    await until(() => disconnected(educator) === 1)
    const again = await open(asha.who)
    const second = await again.enter(roomId, { slotToken: first.slotToken })
    expect([second.peerId, second.slotToken]).toEqual([first.peerId, first.slotToken])
    expect(second.participants.map(({ name }) => name)).toEqual(names(made))
    await until(() => disconnected(educator) === 0)
    expect(educator.got('user-connected')).toEqual([first.peerId])
    expect(educator.got('user-disconnected')).toEqual([])
    asha.socket.disconnect()
  })

  test('of a page that was loaded again keeps its peer, and the others connect to it again', async () => {
    const { roomId, educator, asha } = await openRoom(1)
    const first = await asha.enter(roomId)
    const again = await open(asha.who)
    await again.enter(roomId, { slotToken: first.slotToken, fresh: true })
    await until(() => educator.got('user-connected').length === 2)
    expect(educator.got('user-connected')).toEqual([first.peerId, first.peerId])
    await until(() => asha.got('removed-from-room').length === 1)
  })

  test('is taken away when it was lost for long', async () => {
    const { made, roomId, educator, asha, peers } = await openRoom(1)
    const { slotToken } = await asha.enter(roomId)
    app.clock.ms += 40_000
    asha.vanish()
    await until(() => disconnected(educator) === 1)
    await app.live.cleanUp()
    app.clock.ms += 25_000
    await app.live.cleanUp()
    expect(educator.got('user-disconnected')).toEqual([])
    app.clock.ms += 10_000
    await app.live.cleanUp()
    await until(() => educator.got('user-disconnected').length === 1)
    expect(educator.got('user-disconnected')).toEqual([peers[1]])
    await educator.sees(made.educator.user.name)
    const again = await open(asha.who)
    expect((await again.enter(roomId, { slotToken })).peerId).not.toBe(peers[1])
    asha.socket.disconnect()
  })

  test('moves to the window that joined last', async () => {
    const { made, roomId, educator, asha, peers } = await openRoom(1)
    const second = await open(asha.who)
    const { peerId } = await second.enter(roomId)
    expect(peerId).not.toBe(peers[1])
    await until(() => asha.got('removed-from-room').length === 1)
    expect(asha.got('removed-from-room')).toEqual([{ roomId, reason: 'elsewhere' }])
    await until(() => educator.got('user-connected').length === 2)
    expect(educator.got('user-disconnected')).toEqual([peers[1]])
    expect(await asha.write(roomId, 'I am still here')).toMatchObject({ ok: false, code: 'not_in_room' })
    await educator.sees(...names(made))
    asha.socket.disconnect()
    expect(await second.write(roomId, 'Here I am')).toMatchObject({ ok: true })
  })

  test('is given up by leaving, closing the socket or logging out; joining twice changes nothing', async () => {
    const { made, roomId, educator, asha, ravi, peers } = await openRoom()
    expect((await asha.enter(roomId)).peerId).toBe(peers[1])
    expect(await asha.send('leave-room', { roomId })).toEqual({ ok: true })
    expect(await asha.send('leave-room', { roomId })).toEqual({ ok: true })
    await educator.sees(made.educator.user.name, ravi.who.user.name)
    ravi.socket.disconnect()
    await educator.sees(made.educator.user.name)
    expect(educator.got('user-disconnected')).toEqual([peers[1], peers[2]])
    const before = educator.got('user-connected').length
    await asha.enter(roomId)
    await asha.who.call(api.accounts.logout)
    await until(() => asha.lost.length === 1)
    await until(() => educator.got('user-disconnected').length === 3)
    expect(educator.got('user-connected').length).toBe(before + 1)
  })

  test('in another room ends the one in this', async () => {
    const first = await openRoom(1)
    const lecture = {
      ...first.made,
      lecture: await makeLecture(first.made.educator, first.made.course._id, 'Another one'),
    }
    const other = await startLive(lecture)
    await first.educator.enter(other)
    await first.asha.sees(first.asha.who.user.name)
    expect(await first.educator.write(first.roomId, 'Hello?')).toMatchObject({ code: 'not_in_room' })
  })
})

describe('the educator', () => {
  test('mutes a participant, lowers their hand and removes them for good', async () => {
    const { made, roomId, educator, asha, ravi, peers } = await openRoom()
    await asha.send('set-state', { roomId, audio: true, handRaised: true })
    await until(() => seenBy(educator)[1]?.handRaised === true)
    expect(await educator.send('mute-participant', { roomId, peerId: peers[1] })).toEqual({ ok: true })
    await until(() => asha.got('mute-requested').length === 1)
    expect(ravi.got('mute-requested')).toEqual([])
    await educator.send('lower-hand', { roomId, peerId: peers[1] })
    await until(() => seenBy(asha)[1]?.handRaised === false)

    const { slotToken } = await asha.enter(roomId)
    expect(await educator.send('remove-participant', { roomId, peerId: peers[1] })).toEqual({ ok: true })
    await until(() => asha.got('removed-from-room').length === 1)
    expect(asha.got('removed-from-room')).toEqual([{ roomId, reason: 'removed' }])
    await ravi.sees(made.educator.user.name, ravi.who.user.name)
    expect(await asha.write(roomId, 'But why?')).toMatchObject({ code: 'not_in_room' })
    expect(await asha.join(roomId, { slotToken })).toMatchObject({ ok: false, code: 'live_removed' })
    const params = { lectureId: made.lecture._id }
    await expectProblem(asha.who.call(api.live.join, { params }), 403, 'live_removed')
    await expectProblem(asha.who.call(api.live.messages, { params, query: {} }), 403, 'live_removed')
    expect(asha.got('receive-message')).toEqual([])
    await made.educator.call(api.live.end, { params })
    await asha.enter(await startLive(made))
  })

  test('ends the session: all participants are notified and removed', async () => {
    const { made, roomId, educator, asha, ravi } = await openRoom()
    await made.educator.call(api.live.end, { params: { lectureId: made.lecture._id } })
    for (const tab of [educator, asha, ravi]) {
      await until(() => tab.got('live-ended').length === 1)
      expect(tab.got('live-ended')).toEqual([{ roomId, reason: 'ended' }])
      expect(await tab.write(roomId, 'one more thing')).toMatchObject({ code: 'not_in_room' })
      expect(await tab.join(roomId)).toMatchObject({ code: 'live_not_on' })
    }
    expect(app.live.counts()).toMatchObject({ rooms: 0, people: 0 })
  })
})

test('a full room says how many may be in it, and the educator always gets in', async () => {
  const made = await makeClass(app, 6)
  const roomId = await startLive(made)
  const tabs = await Promise.all(made.students.map((student) => open(student)))
  const answers = await Promise.all(tabs.map((tab) => tab.join(roomId)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  const out = answers.findIndex(({ ok }) => !ok)
  expect(answers[out]).toEqual({
    ok: false,
    code: 'room_full',
    message: 'This room is full: 6 people can be in it at once. Please try again when someone has left.',
  })
  const educator = await open(made.educator)
  expect((await educator.enter(roomId)).participants).toHaveLength(6)
  const inside = tabs.find((_, index) => index !== out) as Tab
  inside.vanish()
  await until(() => disconnected(educator) === 1)
  expect(await tabs[out]?.join(roomId)).toMatchObject({ code: 'room_full' })
  app.clock.ms += 31_000
  expect(await tabs[out]?.join(roomId)).toMatchObject({ ok: true })
  expect((await app.server.inject('/metrics')).body).toMatch(/^live_rooms 1\nlive_people \d|live_people 6$/m)
  inside.socket.disconnect()
})
