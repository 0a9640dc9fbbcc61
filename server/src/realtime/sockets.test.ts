import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api, event, notificationEvents } from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connectSocket, listen, refusedSocket, type TestSocket, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { maxSocketsOfUser } from './sockets.ts'

const ally = 'https://ally.example'
let app: TestApp
let address: string
const open: TestSocket[] = []
beforeAll(async () => {
  app = await createTestApp({ config: { CORS_ORIGINS: [ally] } })
  address = await listen(app.server)
})
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.disconnect()
  await until(() => app.sockets.count() === 0)
})
afterAll(() => app.close())

type Options = Parameters<typeof connectSocket>[1]
async function connect(who: Pick<TestUser, 'cookie'>, options: Options = {}): Promise<TestSocket> {
  const one = await connectSocket(address, { cookie: who.cookie, ...options })
  open.push(one)
  return one
}
/** Sends one more event to each socket and waits for it, so that everything sent before has arrived. */
async function settle(...sockets: [TestSocket, string][]): Promise<void> {
  const mark = { ids: ['mark'], unreadCount: sockets.length }
  for (const [{ received, socket }, userId] of sockets) {
    const seen = new Promise((resolve) => socket.once('notifications-read', resolve))
    app.sockets.emitTo(userId, notificationEvents.read, mark)
    await seen
    received.pop()
  }
}
const note = {
  _id: 'n1',
  kind: 'text' as const,
  message: 'Hello',
  read: false,
  createdAt: '2026-12-01T13:00:00.000Z',
  link: '',
}

describe('who gets in', () => {
  test('no one without an open session, and the connect_error says so', async () => {
    const gone = await app.makeUser()
    await gone.call(api.accounts.logout)
    for (const cookie of [undefined, '', 'vc_session=', 'vc_session=nonsense', '%%%', gone.cookie]) {
      for (const transport of ['websocket', 'polling'] as const) {
        const error = await refusedSocket(address, { transport, ...(cookie !== undefined && { cookie }) })
        expect([error.message, error.data]).toEqual([
          'unauthenticated',
          { code: 'unauthenticated', message: 'Please log in to continue' },
        ])
      }
    }
    expect(app.sockets.count()).toBe(0)
  })

  test('no page of a foreign site, whatever its cookie', async () => {
    const user = await app.makeUser()
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', `${address}.evil.example`]) {
      for (const transport of ['websocket', 'polling'] as const) {
        const error = await refusedSocket(address, { cookie: user.cookie, origin, transport })
        expect(error.message).not.toBe('unauthenticated')
      }
      const handshake = await fetch(`${address}/socket.io/?EIO=4&transport=polling`, { headers: { origin } })
      expect([handshake.status, handshake.headers.get('access-control-allow-origin')]).toEqual([403, null])
    }
    expect(app.sockets.count()).toBe(0)
  })

  test('our own pages, allowed origins and programs, over both transports', async () => {
    const user = await app.makeUser()
    for (const origin of [address, ally, app.deps.config.publicUrl]) await connect(user, { origin })
    await connect(user, { transport: 'polling' })
    await connect(user)
    expect(app.sockets.count()).toBe(5)
    const handshake = await fetch(`${address}/socket.io/?EIO=4&transport=polling`, { headers: { origin: ally } })
    expect(handshake.headers.get('access-control-allow-origin')).toBe(ally)
    expect(handshake.headers.get('access-control-allow-credentials')).toBe('true')
  })

  test(`no more than ${maxSocketsOfUser} sockets of one user, and the next one as soon as one has left`, async () => {
    const [user, other] = [await app.makeUser(), await app.makeUser()]
    const tabs = await Promise.all(Array.from({ length: maxSocketsOfUser }, () => connect(user)))
    expect((await refusedSocket(address, { cookie: user.cookie })).message).toBe('rate_limited')
    await connect(other)
    tabs[0]?.socket.disconnect()
    await until(() => app.sockets.count() === maxSocketsOfUser)
    await connect(user)
  })

  test('no one whose session ends while they connect', async () => {
    const user = await app.makeUser()
    const { db } = app.deps
    const executeQuery = db.getExecutor().executeQuery
    const executor = db.getExecutor()
    // the reply that the session is open arrives after the notification that it has ended
    let overtaken: Promise<unknown> | undefined
    executor.executeQuery = async (compiled) => {
      const answer = await executeQuery.call(executor, compiled)
      if (!overtaken && compiled.sql.includes('"token_hash"') && compiled.sql.startsWith('select')) {
        overtaken = user.call(api.accounts.logout)
        await overtaken
      }
      return answer as never
    }
    try {
      expect((await refusedSocket(address, { cookie: user.cookie })).message).toBe('unauthenticated')
    } finally {
      executor.executeQuery = executeQuery
    }
    expect(app.sockets.count()).toBe(0)
  })

  test('no one in another namespace', async () => {
    const { cookie } = await app.makeUser()
    expect((await refusedSocket(`${address}/admin`, { cookie })).message).toBe('Invalid namespace')
  })
})

describe('an event', () => {
  test('reaches all tabs of its user and no one else', async () => {
    const [user, other] = [await app.makeUser(), await app.makeUser()]
    const [one, two] = [await connect(user), await connect(user, { transport: 'polling' })]
    const strange = await connect(other)
    app.sockets.emitTo(user.user._id, notificationEvents.arrived, note)
    app.sockets.emitTo('no one', notificationEvents.arrived, note)
    await settle([one, user.user._id], [strange, other.user._id])
    await until(() => two.received.some(([name]) => name === 'notification'))
    expect(one.received).toEqual([['notification', note]])
    expect(two.received[0]).toEqual(['notification', note])
    expect(strange.received).toEqual([])
  })

  test('carries only fields of the contract, and is not sent when it does not match', async () => {
    const { user, cookie } = await app.makeUser()
    const tab = await connect({ cookie })
    const greeting = event({ name: 'greeting', summary: 'Greets', payload: z.object({ text: z.string() }) })
    app.sockets.emitTo(user._id, greeting, { text: 'Hello', passwordHash: 'secret' })
    app.sockets.emitTo(user._id, greeting, { text: 5 })
    await settle([tab, user._id])
    expect(tab.received).toEqual([['greeting', { text: 'Hello' }]])
    expect(app.logged.map(({ msg }) => msg)).toContain('an event does not fit its contract')
  })

  test('that notifications were marked as read reaches every tab', async () => {
    const user = await app.makeUser()
    const tabs = [await connect(user), await connect(user)]
    await user.call(api.notifications.markAllRead)
    await until(() => tabs.every(({ received }) => received.length === 1))
    for (const { received } of tabs) expect(received).toEqual([['notifications-read', { ids: 'all', unreadCount: 0 }]])
  })
})

describe('what browsers send', () => {
  test('is ignored when the event is unknown, whatever the payload', async () => {
    const { user, cookie } = await app.makeUser()
    const tab = await connect({ cookie })
    let answered = false
    for (const name of ['notification', 'join', '__proto__', 'toString', 'error', '']) tab.socket.emit(name, { a: 1 })
    tab.socket.emit('question', 'x', () => {
      answered = true
    })
    await settle([tab, user._id])
    expect([tab.received, tab.lost, answered]).toEqual([[], [], false])
  })

  test('closes their connection when it is malformed, and does not affect the server', async () => {
    const { cookie } = await app.makeUser()
    for (const packet of ['2["disconnecting"]', '2[', '2{}', '9', '']) {
      const tab = await connect({ cookie })
      tab.socket.io.engine.write(packet)
      await until(() => tab.lost.length === 1)
      tab.socket.disconnect()
    }
    expect((await app.server.inject('/healthz')).statusCode).toBe(200)
  })

  test('may not be large', async () => {
    const { cookie } = await app.makeUser()
    const tab = await connect({ cookie })
    tab.socket.emit('x', 'y'.repeat(70_000))
    await until(() => tab.lost.length === 1)
    const error = await fetch(`${address}/socket.io/?EIO=4&transport=polling&sid=none`, {
      method: 'POST',
      body: 'y'.repeat(70_000),
    })
    expect(error.status).toBe(400)
  })
})

describe('sockets of a session', () => {
  test('end with a logout; the user’s other sessions stay', async () => {
    const user = await app.makeUser()
    const { cookies } = await app.server.inject({
      method: 'POST',
      url: api.accounts.login.path,
      payload: { email: user.user.email, password: 'correct horse battery' },
    })
    const elsewhere = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    const [here, there] = [await connect(user), await connect(elsewhere)]
    await user.call(api.accounts.logout)
    await until(() => here.lost.length === 1)
    await settle([there, user.user._id])
    expect([here.lost, there.lost]).toEqual([['io server disconnect'], []])
    expect(here.socket.active).toBe(false)
  })

  test('end when another browser ends that session', async () => {
    const user = await app.makeUser()
    const login = await app.server.inject({
      method: 'POST',
      url: api.accounts.login.path,
      payload: { email: user.user.email, password: 'correct horse battery' },
    })
    const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const [here, there] = [await connect(user), await connect({ cookie })]
    await user.call(api.accounts.endOtherSessions)
    await until(() => there.lost.length === 1)
    expect(here.lost).toEqual([])
  })

  test('end at the next check after it expired, or after a notification of its end was missed', async () => {
    const [user, quiet] = [await app.makeUser(), await app.makeUser()]
    const [expired, silent] = [await connect(user), await connect(quiet)]
    await app.sockets.cleanUp()
    expect(app.sockets.count()).toBe(2)
    await app.deps.db.deleteFrom('sessions').where('user_id', '=', quiet.user._id).execute()
    await app.sockets.cleanUp()
    await until(() => silent.lost.length === 1)
    expect(expired.lost).toEqual([])
    app.clock.ms += 8 * 24 * 3600 * 1000
    await app.sockets.cleanUp()
    await until(() => expired.lost.length === 1)
  })
})

test('the operator sees how many there are', async () => {
  const user = await app.makeUser()
  await connect(user)
  await connect(user)
  expect((await app.server.inject('/metrics')).body).toMatch(/^sockets_connected 2$/m)
})

test('the library’s client is not served, and requests to further addresses are handled', async () => {
  expect((await fetch(`${address}/socket.io/socket.io.js`)).status).toBe(400)
  // HOST=localhost makes Fastify open such a server for each further address
  const second = createServer((request, response) => app.server.routing(request, response))
  await new Promise<void>((resolve) => second.listen(0, '127.0.0.1', resolve))
  const { port } = second.address() as AddressInfo // listening on TCP
  const user = await app.makeUser()
  const tab = await connectSocket(`http://127.0.0.1:${port}`, { cookie: user.cookie, transport: 'polling' })
  open.push(tab)
  app.sockets.emitTo(user.user._id, notificationEvents.arrived, note)
  await until(() => tab.received.length === 1)
  tab.socket.disconnect()
  await until(() => app.sockets.count() === 0)
  second.close()
  // the polling client leaves its last request open until the next ping
  second.closeAllConnections()
})

test('with several processes polling is refused with a message that names the alternative, and WebSocket connects', async () => {
  const cluster = await createTestApp({ config: { socketPolling: false } })
  const there = await listen(cluster.server)
  const user = await cluster.makeUser()
  const answer = await fetch(`${there}/socket.io/?EIO=4&transport=polling`, { headers: { cookie: user.cookie } })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: 'invalid_input', message: expect.stringContaining('transports: ["websocket"]') },
  ])
  await refusedSocket(there, { cookie: user.cookie, transport: 'polling' })
  const tab = await connectSocket(there, { cookie: user.cookie })
  tab.socket.disconnect()
  await cluster.close()
})

test('a shutdown closes connections so that browsers reconnect, and accepts no new ones', async () => {
  const short = await createTestApp()
  const there = await listen(short.server)
  const user = await short.makeUser()
  const tabs = [
    await connectSocket(there, { cookie: user.cookie }),
    await connectSocket(there, { cookie: user.cookie, transport: 'polling' }),
  ]
  const begun = performance.now()
  await short.close()
  expect(performance.now() - begun).toBeLessThan(5000)
  await until(() => tabs.every(({ lost }) => lost.length === 1))
  for (const { socket, lost } of tabs) {
    expect(lost[0]).toMatch(/^transport (close|error)$/)
    expect(socket.active).toBe(true)
    socket.disconnect()
  }
  await refusedSocket(there, { cookie: user.cookie })
})
