import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { DomainError } from '#core/domain-error.ts'
import { createLimits, type Limit } from '#core/limits/rate-limits.ts'
import { connectSocket, listen, refusedSocket, type TestSocket, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'

/** Allows this many points in total; the limit is never reset. */
const most = (points: number): Limit => {
  const used = new Map<string, number>()
  return {
    ...createLimits(memoryStore()).connectsByUser,
    async consume(key) {
      used.set(key, (used.get(key) ?? 0) + 1)
      if ((used.get(key) ?? 0) > points) throw new DomainError('rate_limited', { retryAfterSeconds: 17 })
    },
  }
}

let app: TestApp
let address: string
const open: TestSocket[] = []
beforeAll(async () => {
  const limits = { ...createLimits(memoryStore()), connectsByUser: most(4), connectsByClient: most(60) }
  app = await createTestApp({ overrides: { limits }, config: { TRUST_PROXY: 1 } })
  address = await listen(app.server)
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.disconnect()
})
afterAll(() => app.close())

async function connect(): Promise<TestSocket> {
  const { cookie } = await app.makeUser()
  const one = await connectSocket(address, { cookie })
  open.push(one)
  return one
}

test.each<[string, (tab: TestSocket) => void]>([
  ['events with unknown names', ({ socket }) => void socket.emit('unknown-event', { a: 1 })],
  ['binary events', ({ socket }) => void socket.emit('unknown-event', Buffer.from('abc'))],
  ['acknowledgements', ({ socket }) => void socket.io.engine.write('37[]')],
  ['connections to other namespaces', ({ socket }) => void socket.io.engine.write('0/nowhere,')],
])('a flood of %s ends the connection and says why, and nothing is logged for each', async (_, send) => {
  const tab = await connect()
  const logged = app.logged.length
  for (let count = 0; count < 2500; count++) send(tab)
  await until(() => tab.lost.length === 1)
  expect(tab.received).toContainEqual([
    'room-refused',
    { code: 'rate_limited', message: expect.stringContaining('too much') },
  ])
  expect(app.logged.length - logged).toBeLessThan(5)
})

test('an event with a name of unreasonable length ends the connection', async () => {
  const tab = await connect()
  tab.socket.emit('x'.repeat(65))
  await until(() => tab.lost.length === 1)
  expect(tab.received.map(([name]) => name)).toEqual(['room-refused'])
})

test('a connection that is not identified may send almost nothing', async () => {
  const line = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const closed = new Promise<void>((resolve) => line.once('close', () => resolve()))
  await new Promise((resolve) => line.once('open', resolve))
  for (let count = 0; count < 60; count++) line.send('40/nowhere,')
  await closed
})

test('connections of one user are limited', async () => {
  const { cookie } = await app.makeUser()
  for (let count = 0; count < 4; count++) (await connectSocket(address, { cookie })).socket.disconnect()
  const error = await refusedSocket(address, { cookie })
  expect([error.message, error.data]).toEqual(['rate_limited', expect.objectContaining({ code: 'rate_limited' })])
})

test('connections of one client are limited over either transport; other clients are not affected', async () => {
  const handshake = (client: string, more = '') =>
    fetch(`${address}/socket.io/?EIO=4&transport=polling${more}`, { headers: { 'x-forwarded-for': client } })
  for (let count = 0; count < 60; count++) expect((await handshake('192.0.2.7')).status).toBe(200)
  const refused = await handshake('192.0.2.7')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '17'])
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', message: expect.any(String) })
  // no later requests of a connection, whatever they look like
  for (const disguise of ['&sid=', '&a=?sid=b']) expect((await handshake('192.0.2.7', disguise)).status).toBe(403)
  const upgrade = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { 'x-forwarded-for': '203.0.113.9, 192.0.2.7' },
  })
  const answered = await new Promise((resolve) => {
    upgrade.once('unexpected-response', (_request, response) => resolve(response.statusCode))
    upgrade.once('error', () => resolve('error'))
    upgrade.once('open', () => resolve('open'))
  })
  expect(answered).not.toBe('open')
  expect((await handshake('192.0.2.8')).status).toBe(200)
})
