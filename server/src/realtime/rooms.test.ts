import { event } from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { connectSocket, listen, type TestSocket, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'

const said = event({ name: 'said', summary: 'What someone said', payload: z.object({ text: z.string() }) })
/** Length of the event's frame without the text. */
const rest = '42["said",{"text":""}]'.length

let app: TestApp
let address: string
let user: TestUser
let room: string
const open: TestSocket[] = []
beforeAll(async () => {
  app = await createTestApp()
  address = await listen(app.server)
  user = await app.makeUser()
  room = `user ${user.user._id}`
})
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.disconnect()
  await until(() => app.sockets.count() === 0)
})
afterAll(() => app.close())

async function connect(transport: 'websocket' | 'polling' = 'websocket'): Promise<TestSocket> {
  const one = await connectSocket(address, { cookie: user.cookie, transport })
  open.push(one)
  return one
}
const textsOf = ({ received }: TestSocket) => received.map(([, payload]) => (payload as { text: string }).text)
/** Index of a socket among those of the room. */
const placeOf = ({ socket }: TestSocket) => app.sockets.rooms.members(room).findIndex(({ id }) => id === socket.id)
const say = (text: string, except?: string) => app.sockets.rooms.emit(room, said, { text }, except)

test('events of any length arrive complete and in order, over both transports, from rooms and to users', async () => {
  const tabs = [await connect(), await connect(), await connect('polling')]
  const texts = [
    ...[125, 126, 65_535, 65_536].map((length) => 'x'.repeat(length - rest)),
    'नमस्ते \u2028 "quoted" 🎓',
    'y'.repeat(1_000_000),
  ]
  for (const text of texts) {
    say(text)
    app.sockets.emitTo(user.user._id, said, { text: 'between' })
  }
  say('last')
  await until(() => tabs.every(({ received }) => received.length === 2 * texts.length + 1))
  for (const tab of tabs) expect(textsOf(tab)).toEqual([...texts.flatMap((text) => [text, 'between']), 'last'])
})

test('an event does not reach an excluded socket, and nothing reaches a socket after it has disconnected', async () => {
  const [one, other] = [await connect(), await connect()]
  say('to the other', one.socket.id)
  say('goodbye')
  app.sockets.rooms.members(one.socket.id ?? '')[0]?.disconnect(true)
  say('to those who stay')
  await until(() => one.lost.length === 1 && other.received.length === 3)
  expect(textsOf(one)).toEqual(['goodbye'])
  expect(textsOf(other)).toEqual(['to the other', 'goodbye', 'to those who stay'])
})

test('a gradual event reaches everyone who stays connected, and does not delay other events', async () => {
  const tabs = await Promise.all(Array.from({ length: 8 }, () => connect()))
  const large = 'x'.repeat(400_000)
  const done = app.sockets.rooms.emitGradually(room, said, { text: large })
  say('meanwhile')
  const last = tabs.toSorted((one, other) => placeOf(one) - placeOf(other)).at(-1)
  app.sockets.rooms.members(last?.socket.id ?? '')[0]?.leave(room)
  const late = await connect()
  await done
  say('then')
  const staying = tabs.filter((tab) => tab !== last)
  await until(() => staying.every(({ received }) => received.length === 3))
  const orders = staying.map((tab) => textsOf(tab).map((text) => (text === large ? 'large' : text)))
  expect(orders.filter(([first]) => first === 'large')).toHaveLength(2)
  for (const order of orders) expect(order.toSorted()).toEqual(['large', 'meanwhile', 'then'])
  await until(() => late.received.length === 1)
  expect(textsOf(late)).toEqual(['then'])
  expect(last && textsOf(last)).toEqual(['meanwhile'])
})

test('a client that reads nothing is disconnected before megabytes are buffered for it; the others get everything', async () => {
  const [reader, sleeper] = [await connect(), await connect()]
  // of the library `ws` in the client
  const { transport } = sleeper.socket.io.engine as unknown as {
    transport: { ws: { _socket: import('node:net').Socket } }
  }
  transport.ws._socket.pause()
  const text = 'x'.repeat(1_000_000)
  let sent = 0
  await until(() => {
    // the kernel's buffers are not counted
    if (app.sockets.count() === 2 && reader.received.length === sent && ++sent < 60) say(text)
    return app.sockets.count() === 1
  })
  await until(() => reader.received.length === sent)
})
