import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { findProgram } from '../scripts/prepare/system-programs.ts'
import { redisMessaging } from '../server/src/adapters/messaging/redis.ts'
import { memoryStore } from '../server/src/adapters/rate-limits/memory.ts'
import { postgresStore } from '../server/src/adapters/rate-limits/postgres.ts'
import { redisStore } from '../server/src/adapters/rate-limits/redis.ts'
import { openRedis } from '../server/src/app/open-redis.ts'
import { attachMessaging, publish } from '../server/src/core/events/broadcast.ts'
import { receivesFromOthers } from '../server/src/core/events/cache-invalidation.ts'
import { defineTopic, subscribe, toProcesses } from '../server/src/core/events/topics.ts'
import { consumeAll, createLimits } from '../server/src/core/limits/rate-limits.ts'
import { migrate, openDatabase } from '../server/src/db/open-database.ts'
import type { RateLimitStore } from '../server/src/ports/rate-limit-store.ts'
import { listenToPostgres } from '../server/src/realtime/postgres-listener.ts'
import { freePort, startChild } from './lib/child.ts'
import { startCluster } from './lib/postgres.ts'
import { median, quantile, table } from './lib/report.ts'
import { Missing } from './lib/tools.ts'

/**
 * What the limits of a login cost in each store, how many commits with a NOTIFY a PostgreSQL server takes, and how many messages go from one
 * process to another. `npm run bench -- messaging` prints the tables of decision record 047.
 */
const logins = 1000
const seconds = 3
const connections = 16
const rounds = 3

const folder = mkdtempSync(join(tmpdir(), 'bench-messaging-'))
chmodSync(folder, 0o755) // PostgreSQL does not run as root
const quiet = () => {}

async function startRedis(): Promise<{ url: string; stop: () => Promise<void> }> {
  const command = findProgram('redis-server')
  if (!command) throw new Missing('Redis is missing: apt-get install redis-server')
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
  const ready = async (): Promise<boolean> => {
    const client = await openRedis(url, quiet)
    const isReady = client.isReady
    client.destroy()
    return isReady
  }
  const { stop } = await startChild({ name: 'Redis', command, args, logFile: join(folder, 'redis.log'), ready })
  return { url, stop }
}

/** Milliseconds that the limits of successful logins take, one after the other: four windows consumed and restored. */
async function timeLimits(store: RateLimitStore): Promise<number[]> {
  const limits = createLimits(store)
  const times: number[] = []
  for (let login = -50; login < logins; login++) {
    const begun = performance.now()
    const restore = await consumeAll([
      [limits.loginFailures, `10.0.0.${login % 200} user-${login}@bench.example`],
      [limits.loginsByClient, `10.0.0.${login % 200}`],
      [limits.loginsByAccount, `user-${login}@bench.example`],
    ])
    await restore()
    if (login >= 0) times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)
}

/** Transactions a second over all connections together. */
async function countCommits(url: string, statements: readonly string[]): Promise<number> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  const until = performance.now() + seconds * 1000
  const run = async (client: pg.Client): Promise<number> => {
    let count = 0
    for (; performance.now() < until; count++) for (const statement of statements) await client.query(statement)
    return count
  }
  const counts = await Promise.all(clients.map(run))
  await Promise.all(clients.map((client) => client.end()))
  return counts.reduce((sum, one) => sum + one, 0) / seconds
}

const text = defineTopic({ name: 'bench', message: z.string(), long: true })

/** Publishes from one station to another, both in this process: messages a second, and milliseconds of one at a time. */
async function measureMessages(url: string, redisUrl: string | undefined, bytes: number) {
  const stations = await Promise.all(
    [0, 1].map(async () => {
      const { db, close } = openDatabase({ connectionString: url, max: connections }, quiet)
      const listener = listenToPostgres(db, { connectionString: url }, quiet)
      const client = redisUrl === undefined ? null : await openRedis(redisUrl, quiet)
      const messaging = client && redisMessaging(client)
      if (messaging) attachMessaging(db, messaging)
      while (!(receivesFromOthers(db) && (messaging?.isReceiving() ?? true))) await sleep(20)
      const end = async (): Promise<void> => {
        await messaging?.close()
        client?.destroy()
        await listener.close()
        await close()
      }
      return { db, end }
    }),
  )
  const [from, to] = stations
  if (!from || !to) throw new Error('two stations')
  let received = 0
  let next = Promise.withResolvers<void>()
  subscribe(to.db, text, () => {
    received++
    next.resolve()
  })
  const message = 'x'.repeat(bytes)
  const times: number[] = []
  for (let count = -20; count < 300; count++) {
    next = Promise.withResolvers()
    const begun = performance.now()
    await Promise.all([publish(from.db, toProcesses(text, message)), next.promise])
    if (count >= 0) times.push(performance.now() - begun)
  }
  const before = received
  const begun = performance.now()
  let sent = 0
  const send = async (): Promise<void> => {
    for (; performance.now() < begun + seconds * 1000; sent++) await publish(from.db, toProcesses(text, message))
  }
  await Promise.all(Array.from({ length: connections }, send))
  while (received - before < sent) await sleep(5)
  const perSecond = sent / ((performance.now() - begun) / 1000)
  for (const { end } of stations) await end()
  return { perSecond, times: times.sort((a, b) => a - b) }
}

const ms = (value: number): string => value.toFixed(2)
const row = (name: string, times: readonly number[]) => [name, ms(quantile(times, 0.5)), ms(quantile(times, 0.99))]

const cluster = await startCluster(folder)
const redis = await startRedis()
try {
  const url = await cluster.createDatabase('messaging')
  const database = openDatabase({ connectionString: url }, quiet)
  await migrate(database.db)
  await database.pool.query('create table rows (id bigserial primary key, text text)')
  await database.close()

  const postgres = postgresStore({ connectionString: url }, quiet)
  const client = await openRedis(redis.url, quiet)
  const stores = { memory: memoryStore(), PostgreSQL: postgres, Redis: redisStore(client) }
  const limitRows: string[][] = []
  for (const [name, store] of Object.entries(stores)) limitRows.push(row(name, await timeLimits(store)))
  await postgres.close()
  client.destroy()
  console.log(table([['limits of a successful login', 'p50 ms', 'p99 ms'], ...limitRows]))

  const listener = new pg.Client({ connectionString: url })
  await listener.connect()
  await listener.query('listen broadcast')
  const insert = `insert into rows (text) values ('${'x'.repeat(200)}')`
  const notify = (bytes: number) => `select pg_notify('broadcast', '${'x'.repeat(bytes)}')`
  const kinds = {
    'a row': ['begin', insert, 'commit'],
    'a row and a NOTIFY': ['begin', insert, notify(200), 'commit'],
    'a NOTIFY of 200 bytes alone': [notify(200)],
    'a NOTIFY of 7,500 bytes alone': [notify(7500)],
  }
  const commits = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (const [name, statements] of Object.entries(kinds)) commits.get(name)?.push(await countCommits(url, statements))
  await listener.end()
  const messageRows: string[][] = []
  for (const bytes of [200, 2000, 20_000])
    for (const [name, redisUrl] of [
      ['PostgreSQL', undefined],
      ['Redis', redis.url],
    ] as const) {
      const { perSecond, times } = await measureMessages(url, redisUrl, bytes)
      messageRows.push([`${name}, ${bytes} bytes`, perSecond.toFixed(0), ...row('', times).slice(1)])
    }
  console.log()
  console.log(table([['messages outside of transactions', 'a second', 'p50 ms', 'p99 ms'], ...messageRows]))
  console.log()
  console.log(
    table([
      [`commits of ${connections} connections with`, 'a second', 'rounds'],
      ...[...commits].map(([name, all]) => [name, median(all).toFixed(0), all.map((one) => one.toFixed(0)).join(' ')]),
    ]),
  )
} finally {
  await redis.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
