import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clusterFolder } from './cluster.ts'
import { type Child, runChild } from './fixtures/child.ts'
import { embeddedFolder, rows, start } from './fixtures/embedded-folder.ts'
import { afterPowerCut } from './fixtures/power-cut-files.ts'

// opening after a kill syncs a thousand files: seconds on a busy disk
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const folder = await embeddedFolder()
beforeAll(folder.makeTemplate, 60_000)
afterAll(folder.remove)

/** With `npm test -- --all` a database is killed more often. */
const isWhole = process.env.TEST_ALL === '1'

const module = (name: string): string => new URL(`./fixtures/${name}.ts`, import.meta.url).href
const acknowledged = (child: Child): number[] => child.lines().map((line) => Number(line.replace('ack ', '')))

/** Writes for a random while, kills the writer, and returns the numbers of the rows that were acknowledged. */
const writeUntilKilled = async (dataDir: string, first: number, files?: string): Promise<number[]> => {
  const child = runChild('write-rows.ts', [dataDir, String(first), ...(files ? [files] : [])])
  await child.says('ack')
  await sleep(50 + Math.random() * 500)
  await child.kill()
  return acknowledged(child)
}

/** Opens what is there, without any help, and returns the rows; by the table and by its index, which must agree. */
const readBack = async (dataDir: string): Promise<number[]> => {
  const { pool, stop } = await start({ dataDir })
  const byTable = await rows(pool, 'select id from entry order by id + 0')
  await pool.query('set enable_seqscan = off; set enable_bitmapscan = off')
  const byIndex = await rows(pool, 'select id from entry where id > 0 order by id')
  await stop()
  expect(byIndex).toEqual(byTable)
  return byTable.map((row) => Number(row.id))
}

test('kills in the middle of writing lose no acknowledged row, and the next start needs no help', async () => {
  const dataDir = await folder.fresh()
  const saved: number[] = []
  for (let round = 0; round < (isWhole ? 5 : 3); round++) {
    saved.push(...(await writeUntilKilled(dataDir, round * 100_000 + 1)))
  }
  const found = new Set(await readBack(dataDir))
  expect(saved.filter((id) => !found.has(id))).toEqual([])
  expect(saved.length).toBeGreaterThan(3)
}, 300_000)

test('power cuts, where all that was not synced is gone, lose no acknowledged row', async () => {
  let dataDir = await folder.fresh()
  const saved: number[] = []
  for (let round = 0; round < (isWhole ? 3 : 2); round++) {
    saved.push(...(await writeUntilKilled(dataDir, round * 100_000 + 1, module('power-cut-files'))))
    const next = join(folder.root, `cut-${round}`)
    mkdirSync(next)
    afterPowerCut(clusterFolder(dataDir), clusterFolder(next))
    dataDir = next
  }
  const found = new Set(await readBack(dataDir))
  expect(saved.filter((id) => !found.has(id))).toEqual([])
  expect(saved.length).toBeGreaterThan(2)
}, 300_000)

test('the power cut of these tests does lose rows when nothing is synced', async () => {
  const dataDir = await folder.fresh()
  const { pool, database } = await start({
    dataDir,
    testing: { durable: false, filesModule: module('power-cut-files') },
  })
  await pool.query('create table entry (id int primary key)')
  await pool.query('insert into entry values (1)')
  const next = join(folder.root, 'unsynced')
  mkdirSync(next)
  afterPowerCut(clusterFolder(dataDir), clusterFolder(next))
  await pool.end()
  await database.close()
  const after = await start({ dataDir: next })
  await expect(after.pool.query('select * from entry')).rejects.toThrow('relation "entry" does not exist')
  await after.stop()
})

test('it does not start when a commit causes no fsync', async () => {
  const dataDir = await folder.fresh()
  await expect(start({ dataDir, testing: { filesModule: module('files-without-sync') } })).rejects.toThrow(
    'The embedded database would not keep data through a power cut (a commit did not reach the disk), so it does not start.',
  )
  // and the folder is free again
  await (await start({ dataDir })).stop()
})

test('a commit that the disk refuses is never acknowledged, and the database restarts', async () => {
  const dataDir = await folder.fresh()
  const { pool, stop, logged } = await start({ dataDir, testing: { filesModule: module('files-on-failing-disk') } })
  await pool.query('create table entry (id int primary key)')
  await pool.query('insert into entry values (1)')
  writeFileSync(join(dataDir, 'fail'), '')
  await expect(pool.query('insert into entry values (2)')).rejects.toThrow('Connection terminated unexpectedly')
  rmSync(join(dataDir, 'fail'))
  await expect.poll(() => rows(pool, 'select id from entry where id = 1'), { timeout: 20_000 }).toEqual([{ id: 1 }])
  expect(logged.map((one) => one.message)).toContainEqual(expect.stringMatching(/^PostgreSQL: could not fsync file/))
  await stop()
})

test.skipIf(!isWhole)(
  'a kill during the first creation leaves nothing that the next start cannot use',
  async () => {
    const dataDir = join(folder.root, 'created')
    for (const after of isWhole ? [400, 1200, 2000] : [400, 1200]) {
      const child = runChild('hold-database.ts', [dataDir])
      await sleep(after)
      await child.kill()
    }
    const { pool, stop } = await start({ dataDir })
    expect(await rows(pool, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
    expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'lock'])
  },
  120_000,
)
