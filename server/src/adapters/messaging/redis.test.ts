import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRedis, type RedisConnection } from '#app/open-redis.ts'
import type { Messaging } from '#ports/messaging.ts'
import { type RedisServer, startRedis } from '#test/support/services/redis-server.ts'
import { redisMessaging } from './redis.ts'

let server: RedisServer
/** two processes */
const clients: RedisConnection[] = []
const ways: Messaging[] = []
let received: string[][] = []
beforeAll(async () => {
  server = await startRedis()
  for (const index of [0, 1]) {
    const client = await openRedis(server.url, () => {})
    clients.push(client)
    const way = redisMessaging(client)
    way.receive((message) => received[index]?.push(message))
    ways.push(way)
  }
  while (!ways.every((way) => way.isReceiving())) await sleep(20)
})
afterAll(async () => {
  for (const way of ways) await way.close()
  for (const client of clients) client.destroy()
  await server.close()
})
const receiveAll = (count: number) =>
  expect.poll(() => received.map(({ length }) => length), { timeout: 10_000, interval: 10 }).toEqual([count, count])

test('each process receives every message once, with any content, and those of one process in order', async () => {
  received = [[], []]
  const [here, there] = ways
  const odd = ['', 'नमस्ते ₹ 🎓 \u0000\r\n', JSON.stringify({ a: ['"'] }), 'x'.repeat(7500)]
  await here?.send(odd)
  const [ours, theirs] = ['here', 'there'].map((name) => Array.from({ length: 300 }, (_, n) => `${name} ${n}`))
  const sending = (way: Messaging | undefined, all: string[] = []) => all.map((message) => way?.send([message]))
  await Promise.all([...sending(here, ours), ...sending(there, theirs)])
  await receiveAll(odd.length + 600)
  for (const all of received) {
    expect(all.slice(0, odd.length)).toEqual(odd)
    expect(all.filter((message) => message.startsWith('here '))).toEqual(ours)
    expect(all.filter((message) => message.startsWith('there '))).toEqual(theirs)
  }
})

test('a process receives messages sent since its start, and none that are older', async () => {
  received = [[], []]
  const [here] = ways
  const [client] = clients
  if (!client) throw new Error('there is a process')
  await here?.send(['too early'])
  await receiveAll(1)
  await sleep(20) // ids of entries are times in milliseconds
  const late: string[] = []
  const started = redisMessaging(client)
  started.receive((message) => late.push(message))
  expect(started.isReceiving()).toBe(false)
  await here?.send(['at once'])
  await expect.poll(() => late, { timeout: 10_000, interval: 10 }).toEqual(['at once'])
  await started.close()
})

test('a process whose connection was lost reads the messages it missed; Redis keeps a bounded number', async () => {
  received = [[], []]
  const other = await openRedis(server.url, () => {})
  await other.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])
  const sender = redisMessaging(other)
  await sender.send(['while they were away'])
  await receiveAll(1)
  expect(received[1]).toEqual(['while they were away'])
  await sender.send(Array.from({ length: 8000 }, () => 'x'.repeat(100)))
  expect(await other.xLen('messages')).toBeLessThan(5500)
  await sender.close()
  other.destroy()
})

test('messages are rejected while Redis is unavailable, and arrive again after an empty one has replaced it', async () => {
  await server.stop()
  await expect.poll(() => ways.some((way) => way.isReceiving()), { timeout: 10_000 }).toBe(false)
  await expect(ways[0]?.send(['lost'])).rejects.toThrow()
  await server.start()
  await expect.poll(() => clients.every(({ isReady }) => isReady), { timeout: 10_000 }).toBe(true)
  received = [[], []]
  await ways[0]?.send(['back'])
  await receiveAll(1)
  expect(received).toEqual([['back'], ['back']])
})
