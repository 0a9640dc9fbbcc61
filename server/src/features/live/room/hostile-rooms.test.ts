import { RoomMessages } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { type LiveClass, makeClass, openTab, startLive, type Tab } from '#test/support/live/live-room.ts'

type Room = {
  made: LiveClass
  roomId: string
  educator: Tab
  student: Tab
  peers: { educator: string; student: string }
}

let app: TestApp
let address: string
let mine: Room
let theirs: Room
const tabs: Tab[] = []
beforeAll(async () => {
  app = await createTestApp()
  address = await listen(app.server)
  mine = await openRoom()
  theirs = await openRoom()
})
afterAll(async () => {
  for (const { socket } of tabs) socket.disconnect()
  await app.close()
})

async function open(who: TestUser): Promise<Tab> {
  const tab = await openTab(address, who)
  tabs.push(tab)
  return tab
}

async function openRoom(): Promise<Room> {
  const made = await makeClass(app, 1)
  const roomId = await startLive(made)
  const [educator, student] = [await open(made.educator), await open(made.students[0] as TestUser)]
  const peers = { educator: (await educator.enter(roomId)).peerId, student: (await student.enter(roomId)).peerId }
  return { made, roomId, educator, student, peers }
}

const offer = { type: 'offer', sdp: 'v=0' }
/** Each event as it would be right in a room. */
const eventsFor = ({ roomId, peers }: Room): [keyof typeof RoomMessages, unknown][] => [
  ['offer', { offer, roomId }],
  ['offer', { offer, roomId, to: peers.educator }],
  ['answer', { type: 'answer', sdp: 'v=0', roomId }],
  ['ice-candidate', { candidate: 'candidate', roomId }],
  ['send-message', { message: 'Hello', roomId }],
  ['delete-message', { roomId, messageId: 'x' }],
  ['set-state', { roomId, audio: true }],
  ['mute-participant', { roomId, peerId: peers.student }],
  ['lower-hand', { roomId, peerId: peers.student }],
  ['remove-participant', { roomId, peerId: peers.student }],
  ['set-role', { roomId, peerId: peers.student, role: 'cohost' }],
  ['mute-all', { roomId }],
  ['camera-off', { roomId, peerId: peers.student }],
  ['set-room', { roomId, locked: true }],
  ['admit', { roomId, all: true }],
  ['choose-layers', { roomId, streams: [] }],
]
/** Nothing of what was tried has come to a room. */
const expectUnchanged = ({ educator, student }: Room): void => {
  for (const { received } of [educator, student]) {
    const event = received.map(([name]) => name).filter((name) => !['participants', 'user-connected'].includes(name))
    expect(event).toEqual([])
  }
}

test('every event of the room is tried below', () => {
  const tried = new Set<string>(eventsFor(mine).map(([name]) => name))
  expect(Object.keys(RoomMessages).filter((name) => !tried.has(name))).toEqual(['join-room', 'leave-room'])
})

describe('who has no place in a room', () => {
  test('gets none: not enrolled, another educator, an admin, an unknown room, odd ids', async () => {
    const [stranger, rival, admin] = [await app.makeUser(), await app.makeUser('educator'), await app.makeUser('admin')]
    for (const who of [stranger, rival, admin]) {
      expect(await (await open(who)).join(mine.roomId)).toMatchObject({ ok: false, code: 'not_enrolled_live' })
    }
    const tab = await open(stranger)
    for (const roomId of ['f'.repeat(24), mine.made.lecture._id, 'user x', `live ${mine.roomId}`])
      expect(await tab.join(roomId)).toMatchObject({ ok: false, code: 'not_found' })
  })

  test.each(['no one', 'stranger', 'neighbour'] as const)('%s sends nothing there', async (kind) => {
    const tab = kind === 'neighbour' ? theirs.student : await open(await app.makeUser())
    if (kind === 'stranger') await tab.join(mine.roomId)
    for (const [name, payload] of eventsFor(mine))
      expect([name, await tab.send(name, payload)]).toEqual([name, expect.objectContaining({ code: 'not_in_room' })])
    expectUnchanged(mine)
  })

  test('without a callback it gets an error event', async () => {
    const tab = await open(await app.makeUser())
    tab.socket.emit('join-room', mine.roomId)
    tab.socket.emit('send-message', { message: 'Hello', roomId: mine.roomId })
    await until(() => tab.got('room-refused').length === 2)
    expect(tab.got('room-refused')).toEqual([
      { code: 'not_enrolled_live', message: expect.stringContaining('Enroll') },
      { code: 'not_in_room', message: expect.any(String) },
    ])
  })

  test('signals to peers of another room go nowhere', async () => {
    const to = mine.peers.student
    for (const target of [
      to,
      `${mine.roomId} ${to}`,
      `live ${mine.roomId}`,
      mine.student.socket.id ?? '',
      `user ${mine.made.educator.user._id}`,
    ])
      expect(await theirs.student.send('offer', { offer, roomId: theirs.roomId, to: target })).toEqual({ ok: true })
    await theirs.student.send('offer', { offer, roomId: theirs.roomId, to: theirs.peers.educator })
    await until(() => theirs.educator.got('offer').length === 1)
    theirs.educator.received.length = 0
    expectUnchanged(mine)
  })

  test('a place token is worth nothing to others, nor in another room', async () => {
    const made = await makeClass(app, 2)
    const roomId = await startLive(made)
    const [asha, ravi] = [await open(made.students[0] as TestUser), await open(made.students[1] as TestUser)]
    const first = await asha.enter(roomId)
    const second = await ravi.enter(roomId, { slotToken: first.slotToken })
    expect(second.peerId).not.toBe(first.peerId)
    expect(second.participants).toHaveLength(2)
    expect(asha.got('removed-from-room')).toEqual([])
    const elsewhere = await mine.student.enter(mine.roomId, { slotToken: first.slotToken })
    expect(elsewhere.peerId).toBe(mine.peers.student)
  })
})

describe('what is the educator’s alone', () => {
  test('students may not mute, lower hands, remove or share a screen', async () => {
    const { student, roomId, peers } = mine
    for (const [name, more] of [
      ['mute-participant'],
      ['lower-hand'],
      ['remove-participant'],
      ['camera-off'],
      ['set-role', { role: 'listener' }],
      ['set-role', { role: 'cohost', peerId: peers.student }],
      ['mute-all'],
      ['set-room', { locked: true }],
      ['admit'],
      ['admit', { all: true }],
    ] as [string, object?][])
      expect([name, await student.send(name, { roomId, peerId: peers.educator, ...more })]).toEqual([
        name,
        expect.objectContaining({ code: 'forbidden' }),
      ])
    expect(await student.send('set-state', { roomId, screen: true })).toMatchObject({ code: 'forbidden' })
    expectUnchanged(mine)
  })

  test('nor may an educator do it to peers of another room, or to themselves', async () => {
    const { educator, roomId, peers } = mine
    for (const name of ['mute-participant', 'lower-hand', 'remove-participant'])
      for (const peerId of [theirs.peers.student, 'no one'])
        expect(await educator.send(name, { roomId, peerId })).toMatchObject({ code: 'not_found' })
    expect(await educator.send('remove-participant', { roomId, peerId: peers.educator })).toMatchObject({
      code: 'forbidden',
    })
    expectUnchanged(theirs)
  })
})

describe('odd payloads', () => {
  const odd = [
    undefined,
    null,
    0,
    true,
    '',
    'x',
    [],
    {},
    { roomId: null },
    { roomId: {} },
    { roomId: ['a'] },
    { roomId: 'x'.repeat(65) },
    { roomId: 'a\u0000b' },
    { __proto__: null, roomId: 5 },
  ]
  test.each(Object.keys(RoomMessages))('%s is refused without a trace', async (name) => {
    const tab = await open(await app.makeUser())
    for (const payload of odd) {
      if (name === 'join-room' && payload === 'x') continue // an id like any other
      const answer = await tab.send(name, payload)
      // chat has a rate of its own, which these count for
      const code = expect.stringMatching(name === 'send-message' ? /^(invalid_input|rate_limited)$/ : /^invalid_input$/)
      expect([payload, answer]).toEqual([payload, expect.objectContaining({ ok: false, code })])
    }
    expect(tab.lost).toEqual([])
  })

  test('in a room too: wrong types, long and deep ones', async () => {
    const { student, roomId } = mine
    const secret = 'a word that no log may hold'
    let deep: object = { secret }
    for (let level = 0; level < 1000; level++) deep = { deep }
    const tries: [string, unknown][] = [
      ['offer', { offer: deep, roomId }],
      ['offer', { offer: { type: 'rollback', sdp: secret }, roomId }],
      ['offer', { offer: { type: 'offer', sdp: 5 }, roomId }],
      ['answer', { answer: { type: 'answer', sdp: secret.repeat(1900) }, roomId }],
      ['ice-candidate', { candidate: secret.repeat(100), roomId }],
      ['ice-candidate', { candidate: { candidate: 'a', sdpMLineIndex: -1 }, roomId }],
      ['send-message', { message: [secret], roomId }],
      ['send-message', { message: secret.repeat(100), roomId }],
      ['set-state', { roomId, audio: 'yes' }],
      ['set-state', { roomId, handRaised: deep }],
      ['set-role', { roomId, peerId: 'x', role: 'educator' }],
      ['set-room', { roomId, locked: 'yes' }],
      ['admit', { roomId, all: false }],
      ['choose-layers', { roomId, streams: [{ peerId: 'x', what: 'audio', layer: 'off' }] }],
      ['choose-layers', { roomId, streams: Array(33).fill({ peerId: 'x', what: 'camera', layer: 'low' }) }],
    ]
    for (const [name, payload] of tries)
      expect(await student.send(name, payload)).toMatchObject({ ok: false, code: 'invalid_input' })
    student.socket.emit('send-message')
    student.socket.emit(
      'send-message',
      () => {},
      () => {},
    )
    student.socket.emit('offer', { offer, roomId }, 'no callback')
    await until(() => mine.educator.got('offer').length === 1)
    mine.educator.received.length = 0
    student.received.length = 0
    expect(JSON.stringify(app.logged)).not.toContain(secret)
    expect(app.logged.filter(({ level }) => level >= 50)).toEqual([])
    expect(student.lost).toEqual([])
  })

  test('names of events that are no one’s are ignored', async () => {
    const { student } = mine
    for (const name of ['constructor', '__proto__', 'hasOwnProperty', 'participants', 'live-ended', 'user-connected'])
      student.socket.emit(name, { roomId: mine.roomId })
    expect(await student.send('set-state', { roomId: mine.roomId })).toEqual({ ok: true })
    expectUnchanged(mine)
  })
})

test('who entered on a second socket may not go on with the first one’s leave', async () => {
  const made = await makeClass(app, 1)
  const roomId = await startLive(made)
  const [first, second] = [await open(made.students[0] as TestUser), await open(made.students[0] as TestUser)]
  await first.enter(roomId)
  await second.enter(roomId)
  await first.send('leave-room', { roomId })
  first.socket.disconnect()
  expect(await second.write(roomId, 'I am here')).toMatchObject({ ok: true })
})
