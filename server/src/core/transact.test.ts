import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { type CacheName, cacheVersion, onCacheInvalidated } from './events/cache-invalidation.ts'
import { defineTopic, subscribe, toProcesses } from './events/topics.ts'
import { attachQueue, defineJob, enqueue } from './jobs.ts'
import { defineAnnouncement, type Tx, transact } from './transact.ts'

const count = defineJob({ name: 'count', data: z.object({ n: z.number() }), retries: 0, retrySeconds: 1 })
const numbers = defineTopic({ name: 'numbers', message: z.number() })

let source: TestDatabase
let open: OpenDatabase
/** what happened, in its order */
let log: string[] = []
/** what stood in the database when a job was written */
const writtenIn: { isTransaction: boolean; version: number }[] = []
beforeAll(async () => {
  source = await openTestDatabase()
  open = openDatabase(source.settings, () => {})
  attachQueue(open.db, {
    async insert(on, { kind, data }) {
      writtenIn.push({ isTransaction: on.isTransaction, version: await cacheVersion(on, 'catalogue') })
      log.push(`write ${kind.name} ${JSON.stringify(data)}`)
    },
    wake: ({ kind }) => log.push(`wake ${kind.name}`),
  })
  subscribe(open.db, numbers, (n) => log.push(`receive ${n}`))
  onCacheInvalidated(open.db, (name) => log.push(`invalidate ${name}`))
})
beforeEach(() => {
  log = []
  writtenIn.length = 0
})
afterAll(async () => {
  await open.close()
  await source.close()
})

test('the plain database inside an open transaction throws at once, and the transaction rolls back', async () => {
  const attempt = transact(open.db, async (tx) => {
    await sql`insert into cache_versions (name) values ('lost')`.execute(tx)
    await sql`select 1`.execute(open.db)
  })
  await expect(attempt).rejects.toThrow(/inside an open transaction/)
  const rows = await open.db.selectFrom('cache_versions').select('name').where('name', '=', 'lost').execute()
  expect(rows).toEqual([])
})

test('what is collected follows in one order, whatever order the work declares it in', async () => {
  const before = await cacheVersion(open.db, 'catalogue')
  const result = await transact(open.db, async (tx) => {
    tx.invalidate('settings')
    tx.invalidate('catalogue')
    tx.enqueue(count, { n: 1 })
    tx.invalidate('settings')
    tx.publish(toProcesses(numbers, 1, 2), () => log.push('first'))
    tx.publish(toProcesses(numbers, 3))
    await sql`select 1`.execute(tx)
    expect(log).toEqual([])
    log.push('end of the work')
    return 'done'
  })
  expect(result).toBe('done')
  expect(log).toEqual([
    'end of the work',
    'write count {"n":1}',
    'first',
    'receive 1',
    'receive 2',
    'receive 3',
    'invalidate catalogue',
    'invalidate settings',
    'wake count',
  ])
  // the job is written in the transaction, and the row of the cache is locked after that
  expect(writtenIn).toEqual([{ isTransaction: true, version: before }])
  expect(await cacheVersion(open.db, 'catalogue')).toBeGreaterThan(before)
})

test('what is announced is done in the same transaction, at once, or with it undone; to no one it cannot be announced', async () => {
  const added = defineAnnouncement<{ n: number }>('added')
  await expect(transact(open.db, (tx) => tx.announce(added, { n: 1 }))).rejects.toThrow('No one listens to added')
  const optional = defineAnnouncement<{ n: number }>('optional', { optional: true })
  await transact(open.db, (tx) => tx.announce(optional, { n: 1 }))
  added.on(open.db, async (tx, { n }) => {
    await sql`insert into cache_versions (name) values (${`added ${n}`})`.execute(tx)
    tx.enqueue(count, { n })
  })
  await transact(open.db, async (tx) => {
    await tx.announce(added, { n: 2 })
    const rows = await tx.selectFrom('cache_versions').select('name').where('name', '=', 'added 2').execute()
    expect([rows.length, log]).toEqual([1, []])
  })
  expect(log).toEqual(['write count {"n":2}', 'wake count'])
  log = []
  const failing = transact(open.db, async (tx) => {
    await tx.announce(added, { n: 3 })
    throw new Error('the work failed')
  })
  await expect(failing).rejects.toThrow('the work failed')
  const names = await open.db.selectFrom('cache_versions').select('name').where('name', 'like', 'added%').execute()
  expect([names, log]).toEqual([[{ name: 'added 2' }], []])
})

test('nothing follows from a transaction that fails, in its work or at its commit', async () => {
  const before = await cacheVersion(open.db, 'catalogue')
  const collectAll = (tx: Tx): void => {
    tx.publish(toProcesses(numbers, 1), () => log.push('first'))
    tx.enqueue(count, { n: 1 })
    tx.invalidate('catalogue')
  }
  const failing = transact(open.db, async (tx) => {
    collectAll(tx)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(log).toEqual([])
  await sql`create table parents (id int primary key)`.execute(open.db)
  await sql`create table children (parent int references parents deferrable initially deferred)`.execute(open.db)
  const uncommitted = transact(open.db, async (tx) => {
    collectAll(tx)
    await sql`insert into children values (1)`.execute(tx)
  })
  await expect(uncommitted).rejects.toThrow(/foreign key/)
  expect(log).toEqual(['write count {"n":1}'])
  expect(await cacheVersion(open.db, 'catalogue')).toBe(before)
  // what was dropped does not come along with the next one
  await transact(open.db, async (tx) => tx.publish(toProcesses(numbers, 2)))
  expect(log).toEqual(['write count {"n":1}', 'receive 2'])
})

test('the error of the work is the one that is thrown when the connection was lost with it, and the next transaction works', async () => {
  const source = await openTestDatabase()
  const { db, pool, close } = openDatabase({ ...source.settings, max: 1 }, () => {})
  let lose = (): void => {}
  // the last connection that the pool gave; losing it is what the end of the database does
  pool.on('acquire', (client) => {
    lose = () => (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy() // not in its types
  })
  const first = new Error('the title is taken')
  const work = transact(db, async (tx) => {
    await sql`select 1`.execute(tx)
    lose()
    await sleep(50)
    throw first
  })
  await expect(work).rejects.toBe(first)
  const plain = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    lose()
    await sql`select 2`.execute(tx)
  })
  await expect(plain).rejects.toThrow('Connection terminated unexpectedly')
  expect(await transact(db, async (tx) => (await sql`select 1 as one`.execute(tx)).rows)).toEqual([{ one: 1 }])
  await close()
  await source.close()
})

test('refuses job data and messages that do not fit where they are declared, and what is declared too late', async () => {
  let late: Tx | undefined
  await transact(open.db, async (tx) => {
    late = tx
    expect(() => tx.enqueue(count, { n: 'one' as unknown as number })).toThrow(z.ZodError) // wrong on purpose
  })
  expect(() => late?.invalidate('catalogue')).toThrow(/over/)
  expect(() => late?.enqueue(count, { n: 1 })).toThrow(/over/)
  expect(() => late?.publish(toProcesses(numbers, 1))).toThrow(/over/)
  expect(log).toEqual([])
})

test('a job outside of a transaction is written and taken up at once', async () => {
  await enqueue(open.db, count, { n: 2 })
  expect(log).toEqual(['write count {"n":2}', 'wake count'])
  expect(writtenIn[0]?.isTransaction).toBe(false)
})

test('transactions that invalidate and lock in opposite orders do not deadlock', async ({ skip }) => {
  skip(!source.url, 'one connection runs one transaction at a time')
  await sql`create table things (id int primary key, n int not null default 0)`.execute(open.db)
  await sql`insert into things (id) values (1), (2)`.execute(open.db)
  const lock = (tx: Tx) => sql`update things set n = n + 1 where id = 1`.execute(tx)
  const run = (caches: CacheName[], lockFirst: boolean) =>
    transact(open.db, async (tx) => {
      if (lockFirst) await lock(tx)
      for (const name of caches) tx.invalidate(name)
      await sleep(20)
      if (!lockFirst) await lock(tx)
    })
  const rounds = 10
  for (let round = 0; round < rounds; round++)
    await Promise.all([run(['catalogue', 'settings'], true), run(['settings', 'catalogue'], false)])
  const { rows } = await sql<{ n: number }>`select n from things where id = 1`.execute(open.db)
  expect(rows).toEqual([{ n: 2 * rounds }])
})
