import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listen, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeClass, openTab, startLive, type Tab } from '#test/support/live-room.ts'

let app: TestApp
let address: string
const tabs: Tab[] = []
beforeAll(async () => {
  app = await createTestApp()
  address = await listen(app.server)
})
afterEach(async () => {
  for (const { socket } of tabs.splice(0)) socket.disconnect()
  await until(() => app.sockets.count() === 0)
})
afterAll(() => app.close())

async function open(who: TestUser): Promise<Tab> {
  const tab = await openTab(address, who)
  tabs.push(tab)
  return tab
}

test('the simplest client makes a call with ours', async () => {
  const made = await makeClass(app, 1)
  const roomId = await startLive(made)
  const educator = await open(made.educator)
  const { peerId } = await educator.enter(roomId)
  const bare = await open(made.students[0] as TestUser)
  bare.socket.emit('join-room', roomId)
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
