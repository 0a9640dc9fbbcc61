import { api } from '@virtual-courses/contract'
import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { startRedis } from '#test/support/services/redis-server.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const right = 'correct horse battery'
const login = async (app: TestApp, email: string, password: string, remoteAddress = '10.1.0.1') =>
  (
    await app.server.inject({
      method: 'POST',
      url: api.accounts.login.path,
      payload: { email, password },
      remoteAddress,
    })
  ).statusCode

/** Two processes on one database. */
async function openTwo(beside: TestDatabase, redisUrl?: string): Promise<[TestApp, TestApp]> {
  const options = { beside, ...(redisUrl && { config: { REDIS_URL: redisUrl } }) }
  const apps: [TestApp, TestApp] = [await createTestApp(options), await createTestApp(options)]
  for (const app of apps) closing.push(() => app.close())
  return apps
}

/** Asks each process eleven times at once, one time more than a client may guess. */
async function guessAtBoth(apps: readonly TestApp[], email: string): Promise<number[]> {
  const statuses = await Promise.all(
    Array.from({ length: 11 }, (_, one) => apps.map((app) => login(app, email, `guess ${one}`))).flat(),
  )
  return statuses.sort()
}
const together = [...Array(10).fill(401), ...Array(12).fill(429)]
const eachAlone = [...Array(20).fill(401), ...Array(2).fill(429)]

test('processes on one database server share their limits, and count alone while its table cannot be used', async ({
  skip,
}) => {
  const source = await openTestDatabase()
  closing.push(() => source.close())
  if (!source.url) return skip('the embedded database serves one process')
  const apps = await openTwo(source)
  const [one, other] = [await apps[0].makeUser(), await apps[0].makeUser()]
  expect(await guessAtBoth(apps, one.user.email)).toEqual(together)
  await apps[0].deps.db.schema.alterTable('rate_limits').renameTo('rate_limits_away').execute()
  expect(await guessAtBoth(apps, other.user.email)).toEqual(eachAlone)
  expect(await login(apps[0], other.user.email, right, '10.1.0.3')).toBe(200)
})

test('processes share their limits in Redis; while it is away each counts alone, and nothing fails', async ({
  skip,
}) => {
  const source = await openTestDatabase()
  closing.push(() => source.close())
  if (!source.url) return skip('the embedded database serves one process')
  const redis = await startRedis()
  closing.push(() => redis.close())
  await redis.stop()
  const apps = await openTwo(source, redis.url)
  const allReady = () => Promise.all(apps.map(async (app) => (await app.server.inject('/readyz')).json()))
  const users = [await apps[0].makeUser(), await apps[0].makeUser(), await apps[0].makeUser()]
  const emails = users.map(({ user }) => user.email)

  const showAway = async (email = '') => {
    const answer = await apps[0].server.inject('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready', degraded: 'redis' }])
    expect(await login(apps[1], email, right)).toBe(200)
    expect(await guessAtBoth(apps, email)).toEqual(eachAlone)
  }
  await showAway(emails[0])
  expect((await apps[0].server.inject('/metrics')).body).toMatch(/^redis_up 0$/m)
  await redis.start()
  await expect.poll(allReady, { timeout: 10_000 }).toEqual([{ status: 'ready' }, { status: 'ready' }])
  expect(await guessAtBoth(apps, emails[1] ?? '')).toEqual(together)
  await redis.stop()
  await showAway(emails[2])

  for (const { logged } of apps) {
    expect(logged.filter(({ msg }) => msg.startsWith('Redis is away'))).toHaveLength(2)
    expect(JSON.stringify(logged)).not.toContain('a-password')
  }
})
