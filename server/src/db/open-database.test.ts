import { embeddedFolder, start } from '@virtual-courses/embedded-postgres/fixtures/embedded-folder'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transact } from '#core/transact.ts'
import { openDatabase } from './open-database.ts'

// opening after a kill syncs a thousand files: seconds on a busy disk
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const folder = await embeddedFolder()
beforeAll(folder.makeTemplate, 60_000)
afterAll(folder.remove)

test('the query layer outlives a restart of the embedded database, in and out of transactions', async () => {
  const { database } = await start({ dataDir: await folder.fresh(), queryLimitMs: 800 })
  const { db, close } = openDatabase({ ...database.connection, max: 1, idleTimeoutMillis: 0 }, () => undefined)
  const endless = sql`select count(*) from generate_series(1, 1000000000) g`
  const inTransaction = transact(db, async (tx) => {
    await sql`create table entry (id int primary key)`.execute(tx)
    await endless.execute(tx)
  })
  await expect(inTransaction).rejects.toThrow()
  await expect(sql`select * from entry`.execute(db)).rejects.toThrow('relation "entry" does not exist')
  await expect(endless.execute(db)).rejects.toThrow('Connection terminated unexpectedly')
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await close()
  await database.close()
})
