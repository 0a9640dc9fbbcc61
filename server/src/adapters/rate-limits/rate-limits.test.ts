import { expect, test } from 'vitest'
import { openRedis } from '#app/open-redis.ts'
import { startRedis } from '#test/support/services/redis-server.ts'
import { rateLimitConformance } from './conformance.ts'
import { memoryStore } from './memory.ts'
import { redisStore } from './redis.ts'

const quiet = () => {}

rateLimitConformance('memory', async () => {
  const store = memoryStore()
  return { open: () => store, close: async () => {} }
})

rateLimitConformance('Redis', async () => {
  const server = await startRedis()
  const clients = await Promise.all([openRedis(server.url, quiet), openRedis(server.url, quiet)])
  const unused = [...clients]
  return {
    open: () => redisStore(unused.pop() ?? clients[0]),
    async close() {
      for (const client of clients) client.destroy()
      await server.close()
    },
  }
})

test('keys in Redis expire with their windows and do not identify anyone', async () => {
  const server = await startRedis()
  const client = await openRedis(server.url, quiet)
  await redisStore(client).consume([{ window: { name: 'logins', points: 5, seconds: 60 }, key: 'asha@test.example' }])
  const keys = await client.keys('*')
  expect(keys).toEqual([expect.stringMatching(/^limit:logins:[\w-]{22}$/)])
  expect(await client.ttl(keys[0] ?? '')).toBeGreaterThan(50)
  client.destroy()
  await server.close()
})
