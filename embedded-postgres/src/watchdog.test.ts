import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { embeddedFolder, rows, start } from './fixtures/embedded-folder.ts'

// opening after a kill syncs a thousand files: seconds on a busy disk
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const isWhole = process.env.TEST_ALL === '1'
const folder = await embeddedFolder()
beforeAll(folder.makeTemplate, 60_000)
afterAll(folder.remove)

test.each(isWhole ? ['socket', 'loopback'] : ['socket'])(
  'a query over its time ends with an error, and the next one works (%s)',
  async (kind) => {
    const dataDir = await folder.fresh()
    const { pool, stop, logged } = await start({
      dataDir,
      queryLimitMs: 800,
      ...(kind === 'loopback' && { testing: { loopback: true } }),
    })
    await pool.query('create table entry (id int primary key)')
    await pool.query('insert into entry values (1)')
    const begun = performance.now()
    await expect(rows(pool, 'select count(*) from generate_series(1, 1000000000) g')).rejects.toThrow(
      'Connection terminated unexpectedly',
    )
    expect(performance.now() - begun).toBeGreaterThan(700)
    if (kind === 'loopback') await sleep(1500)
    expect(await rows(pool, 'select id from entry')).toEqual([{ id: 1 }])
    expect(logged[0]).toEqual({
      level: 'error',
      message: 'the embedded database is restarted',
      details: { reason: 'a query ran longer than 0.8 s' },
    })
    await stop()
  },
)

test('short queries, a pause and an open transaction do not count as one long query', async () => {
  const { pool, stop, logged } = await start({ dataDir: await folder.fresh(), queryLimitMs: 3000 })
  const client = await pool.connect()
  await client.query('begin')
  for (let i = 0; i < 10; i++) {
    await client.query('select pg_sleep(0.2)')
    await sleep(150)
  }
  await client.query('commit')
  client.release()
  expect(logged).toEqual([])
  await stop()
})

test('a query that breaks WebAssembly ends with an error; the damaged state is thrown away', async () => {
  const { pool, stop, logged } = await start({ dataDir: await folder.fresh() })
  await pool.query('create table entry (id int primary key)')
  await pool.query('insert into entry values (1)')
  // deeper than PostgreSQL's own check of its stack sees
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
  await expect(rows(pool, 'select $1::json is null', [deep])).rejects.toThrow('Connection terminated unexpectedly')
  expect(await rows(pool, 'select id from entry')).toEqual([{ id: 1 }])
  expect(logged[0]).toMatchObject({ message: 'the embedded database is restarted' })
  await stop()
})

test('a query as deep as PostgreSQL forbids is an ordinary error', async () => {
  const { pool, stop, logged } = await start({ dataDir: await folder.fresh() })
  // 8,000 are allowed; of 30,000 once the code is optimised the error's own place, found without a check, breaks WebAssembly
  await expect(rows(pool, `select ${'-1 '.repeat(12_000)}`)).rejects.toThrow('stack depth limit exceeded')
  expect(await rows(pool, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(logged).toEqual([])
  await stop()
})

test.skipIf(!isWhole)(
  'a slow disk is no stuck query: the statement goes on for longer than the limit of its work',
  async () => {
    const filesModule = new URL('./fixtures/files-on-slow-disk.ts', import.meta.url).href
    const { pool, stop, logged } = await start({
      dataDir: await folder.fresh(),
      queryLimitMs: 800,
      testing: { filesModule },
    })
    for (let table = 0; table < 3; table++) await pool.query(`create table entry${table} (id int primary key)`)
    const begun = performance.now()
    await pool.query('checkpoint')
    expect(performance.now() - begun).toBeGreaterThan(1500)
    expect(logged).toEqual([])
    await stop()
  },
)
