import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clusterFolder, wasShutDown } from './cluster.ts'
import { copyDatabase, serveCopies } from './copies.ts'
import { runChild } from './fixtures/child.ts'
import { embeddedFolder, rows, type Started, start } from './fixtures/embedded-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { copyEmbedded } from './restore.ts'
import { startEmbedded } from './start.ts'

// opening after a kill syncs a thousand files: seconds on a busy disk
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const folder = await embeddedFolder()
beforeAll(folder.makeTemplate, 60_000)
afterAll(folder.remove)
const log = () => undefined

test('who waits for a copy is told that the disk is full, once the part that filled it is gone', async () => {
  const dataDir = await folder.fresh()
  const lock = lockFolder(dataDir)
  const copyTo = async (to: string): Promise<never> => {
    mkdirSync(to)
    throw new Error("ENOSPC, No space left on device 'base/1'")
  }
  const serving = serveCopies(dataDir, copyTo, log)
  await expect(copyDatabase(dataDir)).rejects.toThrow(`the disk of ${dataDir} is full: make room there`)
  await serving.stop()
  lock.release()
  expect(readdirSync(dataDir).filter((name) => name.startsWith('copy-'))).toEqual([])
})

describe('a started database', () => {
  let dataDir: string
  let started: Started
  beforeEach(async () => {
    dataDir = await folder.fresh()
    started = await start({ dataDir })
  })
  afterEach(async () => {
    await started.stop()
  })

  test('supports parameters, named statements, large results and large parameters', async () => {
    const { pool } = started
    expect(await rows(pool, 'select $1::int + 1 as n, $2::text[] as t', [41, ['a', 'ü']])).toEqual([
      { n: 42, t: ['a', 'ü'] },
    ])
    for (const n of [1, 2]) {
      const { rows: named } = await pool.query({ name: 'twice', text: 'select $1::int * 2 as n', values: [n] })
      expect(named).toEqual([{ n: n * 2 }])
    }
    const many = await rows(pool, `select g, repeat('x', 500) as t from generate_series(1, 20000) g`)
    expect(many.map((row) => row.g)).toEqual(Array.from({ length: 20_000 }, (_, i) => i + 1))
    const long = 'y'.repeat(3_000_000)
    expect(await rows(pool, 'select length($1::text) as n', [long])).toEqual([{ n: 3_000_000 }])
  })

  test('is copied while it is used: with what was committed, without what was not', async () => {
    const { pool } = started
    await pool.query('create table entry (id int primary key)')
    await pool.query('insert into entry select generate_series(1, 5000)')
    await pool.query('begin')
    await pool.query('insert into entry values (0)')
    const copy = await copyDatabase(dataDir)
    await pool.query('commit')
    const opened = await start({ dataDir: copy.dataDir })
    expect(await rows(opened.pool, 'select count(*)::int as n, min(id) as first from entry')).toEqual([
      { n: 5000, first: 1 },
    ])
    await opened.stop()
    await copy.remove()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('copy-'))).toEqual([])
    expect(await rows(pool, 'select count(*)::int as n from entry')).toEqual([{ n: 5001 }])
    await expect(copyDatabase(join(dataDir, 'absent'))).rejects.toThrow(/no embedded database/)
  })

  test('stays in step after errors, in and out of transactions', async () => {
    const { pool } = started
    const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) })
    await pool.query('create table entry (id int primary key)')
    for (let i = 0; i < 50; i++) {
      await expect(rows(pool, 'select $1::int / 0', [i])).rejects.toMatchObject({ code: '22012' })
      await expect(rows(pool, 'select $1::int', ['abc'])).rejects.toMatchObject({ code: '22P02' })
      await expect(rows(pool, 'selec 1')).rejects.toMatchObject({ code: '42601' })
      expect(await rows(pool, 'select $1::int as n', [i])).toEqual([{ n: i }])
    }
    const broken = db.transaction().execute(async (tx) => {
      await sql`insert into entry values (1)`.execute(tx)
      await sql`insert into entry values (1)`.execute(tx)
    })
    await expect(broken).rejects.toMatchObject({ code: '23505' })
    expect(await rows(pool, 'select count(*)::int as n from entry')).toEqual([{ n: 0 }])
    await db.transaction().execute((tx) => sql`insert into entry values (2)`.execute(tx))
    expect(await rows(pool, 'select id from entry')).toEqual([{ id: 2 }])
  })

  test('gives each session a fresh state, whatever the last one left', async () => {
    const { pool } = started
    const lost = await pool.connect()
    await lost.query('create table entry (id int primary key)')
    await lost.query({ name: 'mine', text: 'select 1' })
    await lost.query(`set time zone 'Asia/Kolkata'`)
    await lost.query('begin')
    await lost.query('insert into entry values (1)')
    await lost.query('select 1 / 0').catch(() => undefined)
    lost.release(true)
    expect(await rows(pool, 'select count(*)::int as n from entry')).toEqual([{ n: 0 }])
    expect(await rows(pool, 'show time zone')).toEqual([{ TimeZone: 'UTC' }])
    await pool.query({ name: 'mine', text: 'select 2' })
  })

  test('makes a second session wait until the first has ended', async () => {
    const { pool, database } = started
    await pool.query('select 1')
    const second = new pg.Client(database.connection)
    const connected = second.connect().then(() => 'connected')
    const soon = new Promise((resolve) => setTimeout(resolve, 200, 'waiting'))
    expect(await Promise.race([connected, soon])).toBe('waiting')
    const first = await pool.connect()
    first.release(true)
    expect(await connected).toBe('connected')
    await second.end()
  })

  test('ends a COPY from the client, which PGlite cannot serve, without hanging', async () => {
    const { pool } = started
    await pool.query('create table entry (id int primary key)')
    await expect(pool.query('copy entry from stdin')).rejects.toThrow()
    expect(await rows(pool, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('keeps its socket in a folder that only this user can enter, and closes in order', async () => {
    const { host } = started.database.connection
    expect(host).toBe(join(dataDir, 'socket'))
    expect(statSync(host).mode & 0o777).toBe(0o700)
    expect(statSync(clusterFolder(dataDir)).mode & 0o777).toBe(0o700)
    await started.pool.query('create table entry (id int primary key)')
    expect(wasShutDown(clusterFolder(dataDir))).toBe(false)
    await expect(copyEmbedded(dataDir, join(folder.root, 'copy'))).rejects.toThrow('is not closed')
    await started.stop()
    await started.database.close()
    expect(wasShutDown(clusterFolder(dataDir))).toBe(true)
    expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'lock'])
    started = await start({ dataDir })
    expect(started.logged).toEqual([])
    expect(await rows(started.pool, 'select * from entry')).toEqual([])
  })
})

test('a folder with a long path gets a short socket in the temporary folder', async () => {
  const dataDir = join(folder.root, 'a'.repeat(120))
  await copyEmbedded(folder.template, dataDir)
  const { pool, database, stop } = await start({ dataDir })
  const { host } = database.connection
  expect(host).toMatch(/courses-db-\w+$/)
  expect(statSync(host).mode & 0o777).toBe(0o700)
  expect(await rows(pool, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
  expect(() => statSync(host)).toThrow('ENOENT')
})

test('loopback, as on Windows, asks for the password', async () => {
  const { pool, database } = await start({ dataDir: await folder.fresh(), testing: { loopback: true } })
  expect(await rows(pool, 'select 1 as one')).toEqual([{ one: 1 }])
  await pool.end()
  const stranger = new pg.Client({ ...database.connection, password: 'guessed' })
  stranger.on('error', () => undefined)
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
  const owner = new pg.Client(database.connection)
  await owner.connect()
  expect((await owner.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  await owner.end()
  await database.close()
})

describe('the folder', () => {
  test('is refused to a second process and to a second start in this one', async () => {
    const dataDir = await folder.fresh()
    const { stop } = await start({ dataDir })
    const sentence = `The database folder ${dataDir} is already in use by another process; stop it first, or set DATA_DIR to another folder.`
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(sentence)
    const second = runChild('hold-database.ts', [dataDir])
    expect(await second.says('refused')).toBe(`refused ${sentence}`)
    expect(await second.ended).toBe(3)
    await stop()
  })

  test('is free again after its owner was killed', async () => {
    const dataDir = await folder.fresh()
    const owner = runChild('hold-database.ts', [dataDir])
    await owner.says('open')
    await owner.kill()
    const { stop, logged } = await start({ dataDir })
    expect(logged).toEqual([
      { level: 'info', message: 'database system was not properly shut down; automatic recovery in progress' },
    ])
    await stop()
  })

  test('is refused when its files are of another version or damaged', async () => {
    const dataDir = join(folder.root, 'foreign')
    mkdirSync(clusterFolder(dataDir), { recursive: true })
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('are damaged (PG_VERSION is missing)')
    writeFileSync(join(clusterFolder(dataDir), 'PG_VERSION'), '17\n')
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('are of PostgreSQL 17')
    const half = await folder.fresh()
    writeFileSync(join(clusterFolder(half), 'global', 'pg_control'), 'nothing of use')
    await expect(startEmbedded({ dataDir: half, log })).rejects.toThrow('could not be opened')
  })

  test('is not filled with half of a database where its disk is too small', async ({ skip }) => {
    const disk = join(folder.root, 'small')
    mkdirSync(disk)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk]).status === 0
    if (!mounted) skip('a disk of its own needs the rights to mount one')
    try {
      const dataDir = join(disk, 'data')
      await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
        `A new database takes 64 MB, and the disk of ${dataDir} has 20 MB left: make room there`,
      )
      expect(readdirSync(dataDir)).toEqual(['lock'])
    } finally {
      spawnSync('umount', [disk])
    }
  })

  test('is refused with test settings in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const dataDir = await folder.fresh()
    await expect(startEmbedded({ dataDir, log, testing: { durable: false } })).rejects.toThrow(
      'test settings in production',
    )
    vi.unstubAllEnvs()
  })
})
