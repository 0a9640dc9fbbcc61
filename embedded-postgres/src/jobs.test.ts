import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { embeddedFolder, rows, start } from './fixtures/embedded-folder.ts'

// opening after a kill syncs a thousand files: seconds on a busy disk
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const folder = await embeddedFolder()
beforeAll(folder.makeTemplate, 60_000)
afterAll(folder.remove)

/** A pg-boss on the one connection of the pool, as the server's jobs use it. */
const startJobs = async () => {
  const started = await start({ dataDir: await folder.fresh(), maintenanceMs: 300 })
  const { pool } = started
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) })
  const inTransaction = new AsyncLocalStorage<boolean>()
  const errors: Error[] = []
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        if (inTransaction.getStore())
          throw new Error('pg-boss would wait for the connection that this transaction holds')
        return pool.query(text, values)
      },
    },
    backend: 'pglite',
    schedule: false,
    monitorVacuum: false,
    reindex: false,
    superviseIntervalSeconds: 1,
    maintenanceIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    queueCacheIntervalSeconds: 1,
  })
  boss.on('error', (error) => errors.push(error))
  await boss.start()
  const transact = <T>(work: (tx: Parameters<typeof fromKysely>[0]) => Promise<T>): Promise<T> =>
    db.transaction().execute((tx) => inTransaction.run(true, () => work(tx)))
  const stop = async () => {
    await boss.stop({ graceful: true, timeout: 5000 })
    await started.stop()
  }
  return { ...started, db, boss, errors, transact, stop }
}

test('pg-boss works on the one connection: jobs join the transaction that makes them, run, fail, repeat', async () => {
  const { pool, db, boss, errors, transact, stop, logged } = await startJobs()
  await pool.query('create table entry (id int primary key)')
  await boss.createQueue('mail', { retryLimit: 2, retryDelay: 0 })
  await boss.getQueue('mail')
  const done: number[] = []
  let failures = 0
  const worker = await boss.work<{ n: number }>('mail', { pollingIntervalSeconds: 0.5 }, async ([job]) => {
    if (!job) return
    if (job.data.n === 3 && failures++ === 0) throw new Error('once')
    // a job uses the same pool, also in transactions
    await db.transaction().execute((tx) => sql`insert into entry values (${job.data.n})`.execute(tx))
    done.push(job.data.n)
  })
  // the first use of a queue reads it from the database: that must not happen inside a transaction
  await boss.send('mail', { n: 1 })
  const kept = await transact((tx) => boss.send('mail', { n: 2 }, { db: fromKysely(tx) }))
  expect(kept).toMatch(/^[0-9a-f-]{36}$/)
  const undone = transact(async (tx) => {
    await boss.send('mail', { n: 99 }, { db: fromKysely(tx) })
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await expect(transact(() => boss.send('mail', { n: 98 }))).rejects.toThrow('would wait for the connection')
  await boss.send('mail', { n: 3 })
  boss.notifyWorker(worker)
  await expect.poll(() => [...done].sort(), { timeout: 15_000 }).toEqual([1, 2, 3])
  expect(await rows(pool, 'select id from entry order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect(failures).toBe(2)
  await sleep(2500)
  expect(
    await rows(pool, `select state::text, count(*)::int as n from pgboss.job where name = 'mail' group by 1`),
  ).toEqual([{ state: 'completed', n: 3 }])
  expect(errors).toEqual([])
  expect(logged).toEqual([])
  await stop()
}, 60_000)
