import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { embeddedFolder, rows, start } from './fixtures/embedded-folder.ts'

// opening after a kill syncs a thousand files: seconds on a busy disk
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const folder = await embeddedFolder()
beforeAll(folder.makeTemplate, 60_000)
afterAll(folder.remove)

const health = `
  select vacuum_count::int > 0 as vacuumed, analyze_count::int > 0 as analyzed, n_dead_tup::int as dead,
    (select pg_current_wal_insert_lsn() - redo_lsn < 1024 from pg_control_checkpoint()) as checkpointed
  from pg_stat_all_tables where relname = 'entry'`

test('vacuums tables and truncates the log, but never inside a transaction', async () => {
  const { pool, stop, logged } = await start({ dataDir: await folder.fresh(), maintenanceMs: 100 })
  const client = await pool.connect()
  await client.query('create table entry (id int primary key, n int)')
  await client.query('insert into entry select g, 0 from generate_series(1, 2000) g')
  await client.query('update entry set n = 1')
  await client.query('begin')
  await client.query('select 1')
  await sleep(600)
  const { rows: inside } = await client.query(health)
  expect(inside).toMatchObject([{ vacuumed: false, checkpointed: false }])
  await client.query('commit')
  client.release()
  await expect
    .poll(() => rows(pool, health), { timeout: 10_000, interval: 300 })
    .toEqual([{ vacuumed: true, analyzed: true, dead: 0, checkpointed: true }])
  expect(logged).toEqual([])
  await stop()
})

test('queries return the right results while maintenance runs between them', async () => {
  const { pool, stop, logged } = await start({ dataDir: await folder.fresh(), maintenanceMs: 50 })
  await pool.query('create table entry (id int primary key, n int)')
  for (let i = 0; i < 400; i++) {
    await pool.query('insert into entry values ($1, 0)', [i])
    await pool.query('update entry set n = n + 1')
    if (i % 50 === 0) await sleep(120)
  }
  expect(await rows(pool, 'select n from entry where id = 100')).toEqual([{ n: 300 }])
  expect(logged).toEqual([])
  await stop()
})
