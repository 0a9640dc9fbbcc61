import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { receivesFromOthers } from '#core/events/cache-invalidation.ts'
import { defineJob, enqueue, handleJob } from '#core/jobs.ts'
import { transact } from '#core/transact.ts'
import { migrate, type OpenDatabase, openDatabase, withStartLock } from '#db/open-database.ts'
import { listenToPostgres, type PostgresListener } from '#realtime/postgres-listener.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { type JobQueue, openQueue } from './job-queue.ts'

const quiet = () => {}
const count = defineJob({ name: 'count', data: z.object({ n: z.number() }), retries: 3, retrySeconds: 60 })

let source: TestDatabase
let open: OpenDatabase
const closing: (() => Promise<void>)[] = []
beforeEach(async () => {
  source = await openTestDatabase()
  open = openDatabase(source.settings, quiet)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await open.close()
  await source.close()
})

const until = async (done: () => boolean) => {
  for (let attempt = 0; attempt < 200 && !done(); attempt++) await sleep(10)
  expect(done()).toBe(true)
}

async function queueOn(
  database: OpenDatabase,
  worker: boolean,
  run: (n: number) => void,
  listen?: PostgresListener['listen'],
) {
  const handlers = [handleJob(count, async ({ n }) => run(n))]
  const embedded = source.engine === 'embedded'
  const queue: JobQueue = await openQueue({ database, worker, embedded, listen, log: quiet }, handlers)
  closing.push(() => queue.stop())
  if (worker) await queue.work(handlers)
  return queue
}

test('many jobs of one commit are all done at once, not one at each look, and failures hold up no one', async () => {
  const done: number[] = []
  await queueOn(open, true, (n) => {
    if (n === 3) throw new Error('not this one')
    done.push(n)
  })
  await enqueue(open.db, count, { n: -1 })
  await until(() => done.length === 1)
  done.length = 0
  const begun = performance.now()
  await transact(open.db, async (tx) => {
    for (let n = 0; n < 10; n++) tx.enqueue(count, { n })
  })
  await until(() => done.length === 9)
  expect(performance.now() - begun).toBeLessThan(2500)
  expect(done.sort((a, b) => a - b)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9])
})

test('a job of a process that does none is taken up at once by one that does', async ({ skip }) => {
  if (!source.url) return skip('the embedded database serves one process')
  const done: number[] = []
  const other = openDatabase({ connectionString: source.url, max: 2 }, quiet)
  const listener = listenToPostgres(other.db, { connectionString: source.url }, quiet)
  closing.push(() => other.close())
  closing.push(() => listener.close())
  await until(() => receivesFromOthers(other.db))
  await queueOn(other, true, (n) => done.push(n), listener.listen)
  await queueOn(open, false, () => {})
  await enqueue(open.db, count, { n: 0 })
  await until(() => done.length === 1)
  done.length = 0
  const begun = performance.now()
  await transact(open.db, async (tx) => tx.enqueue(count, { n: 1 }))
  await until(() => done.length === 1)
  expect(performance.now() - begun).toBeLessThan(1500)
})

test('jobs that ran when the process died run again at once, and not more often than they may be tried', async ({
  skip,
}) => {
  skip(source.url !== undefined, 'only the embedded database has a single process')
  const stuck = Promise.withResolvers<void>()
  const started: number[] = []
  const handlers = (run: (n: number) => Promise<void>) => [handleJob(count, ({ n }) => run(n))]
  const open1 = async (run: (n: number) => Promise<void>) => {
    const made = handlers(run)
    const queue = await openQueue({ database: open, worker: true, embedded: true, log: quiet }, made)
    closing.push(() => queue.stop())
    await queue.work(made)
    return queue
  }
  // It does not learn of its end, as in a process that is killed.
  await open1(async (n) => {
    started.push(n)
    await stuck.promise
  })
  await enqueue(open.db, count, { n: 1 })
  await until(() => started.length === 1)
  const again: number[] = []
  await open1(async (n) => {
    again.push(n)
    await stuck.promise
  })
  await until(() => again.length === 1)
  expect(again).toEqual([1])

  // interrupted at its last try
  await open.pool.query(`update jobs.job set retry_count = retry_limit where name = 'count' and state = 'active'`)
  await open1(async (n) => void again.push(n))
  const { rows } = await open.pool.query(`select state from jobs.job where name = 'count'`)
  expect(rows).toEqual([{ state: 'failed' }])
  expect(again).toEqual([1])
  stuck.resolve()
})

test('a job whose worker died runs again within seconds, though its kind waits a minute for a retry', async ({
  skip,
}) => {
  if (!source.url) return skip('the embedded database serves one process')
  const done: number[] = []
  await queueOn(open, false, () => {})
  await enqueue(open.db, count, { n: 7 })
  // as another process leaves it behind that took it up, and was killed a minute ago
  await open.pool.query(
    `update jobs.job set state = 'active', started_on = now() - interval '2 minutes', heartbeat_on = now() - interval '1 minute'
     where name = 'count'`,
  )
  await queueOn(open, true, (n) => done.push(n))
  await expect.poll(() => done, { timeout: 15_000, interval: 100 }).toEqual([7])
})

test('a start writes what has changed of a kind, and leaves the others as they are', async () => {
  const embedded = source.engine === 'embedded'
  const same = defineJob({ name: 'same', data: z.object({}), retries: 1, retrySeconds: 5 })
  const start = async (retries: number) => {
    const kinds = [{ ...count, retries }, same].map((kind) => handleJob(kind, async () => {}))
    const queue = await openQueue({ database: open, worker: false, embedded, log: quiet }, kinds)
    closing.push(() => queue.stop())
    const { rows } = await open.pool.query<{ name: string; retry_limit: number; updated_on: Date }>(
      `select name, retry_limit, updated_on from jobs.queue where name in ('count', 'same') order by name`,
    )
    return rows
  }
  const [first, second] = [await start(3), await start(5)]
  expect([first, second].map((rows) => rows.map(({ retry_limit }) => retry_limit))).toEqual([
    [3, 1],
    [5, 1],
  ])
  expect(second[1]).toEqual(first[1])
})

test('three processes that start at once on an empty database all start', async ({ skip }) => {
  if (!source.url) return skip('the embedded database serves one process')
  const settings = { connectionString: source.url, max: 4 }
  await open.pool.query('drop schema jobs cascade')
  await open.pool.query('drop schema public cascade')
  await open.pool.query('create schema public')
  const start = async () => {
    const database = openDatabase(settings, quiet)
    closing.push(() => database.close())
    await withStartLock(settings, quiet, migrate)
    const handlers = [handleJob(count, async () => {})]
    const queue = await withStartLock(settings, quiet, () =>
      openQueue({ database, worker: true, embedded: false, log: quiet }, handlers),
    )
    closing.push(() => queue.stop())
  }
  await Promise.all([start(), start(), start()])
  const { rows } = await open.pool.query('select count(*)::int as queues from jobs.queue where name = $1', ['count'])
  expect(rows).toEqual([{ queues: 1 }])
})
