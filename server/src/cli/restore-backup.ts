import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { nextVersion } from '#core/events/cache-invalidation.ts'
import type { Db, Executor } from '#core/executor.ts'
import { listMigrations } from '#db/list-migrations.ts'
import { migrate, openDatabase, withStartLock } from '#db/open-database.ts'
import type { Storage } from '#ports/storage.ts'
import {
  countLines,
  hashStream,
  jobsFile,
  type Manifest,
  mediaFile,
  mediaList,
  readLines,
  readManifest,
  StoredObject,
  tableFile,
  together,
  WaitingJob,
  writeSynced,
} from './backup-format.ts'
import { advanceSequences, fixTextForms, insertRows, listTables, readRows, withoutConstraints } from './table-rows.ts'

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void

/** The empty place that a backup is restored into. */
export type Place = {
  settings: pg.PoolConfig
  /** the database is on a server, where other processes may start */
  shared: boolean
  storage: Storage
  /** folder for files on their way into the store; a start of the server clears it */
  uploadFolder: string
  log: Log
  signal?: AbortSignal
}

/**
 * Checks a whole backup, writes its media to the store and its rows to the database, compares both with the checksums of the backup, and
 * migrates the database. The rows come last, in one transaction: an earlier failure leaves the database empty. Throws one sentence when the
 * target is not empty or the backup is damaged. Returns the manifest.
 */
export async function restoreBackup(folder: string, place: Place): Promise<Manifest> {
  const manifest = await checkBackup(folder)
  await withDatabase(place, async (db) => {
    await requireEmpty(db, manifest)
    await place.storage.check()
    await restoreMedia(folder, manifest, place)
    await migrate(db, manifest.migrations.at(-1))
    await db.transaction().execute((tx) => restoreRows(tx, folder, manifest, place.signal))
    await migrate(db)
    // What was made from the empty database, in the memory of processes, must be made again.
    await sql`update cache_versions set version = ${nextVersion('version')}`.execute(db)
    await sql`analyze`.execute(db)
  })
  return manifest
}

const withDatabase = async (place: Place, work: (db: Db) => Promise<void>): Promise<void> => {
  if (place.shared) return withStartLock(place.settings, place.log, work)
  const database = openDatabase(place.settings, place.log)
  await work(database.db).finally(() => database.close())
}

/**
 * Returns the manifest of a backup whose files of lines have their checksums and whose media have their sizes. The bytes of media are
 * compared with `everything`; a restore compares them on the way. Throws, in one sentence, for the first file that is not as the backup
 * wrote it.
 */
export async function checkBackup(folder: string, everything = false): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const table of manifest.tables) for await (const _ of readLines(tableFile(folder, table.name), table));
  for await (const line of readLines(jobsFile(folder), manifest.jobs)) WaitingJob.parse(JSON.parse(line))
  for await (const object of readObjects(folder, manifest)) {
    const found = await stat(mediaFile(folder, object.key)).catch(() => null)
    // a pipe or a device has no size and no end
    if (!found?.isFile() || found.size !== object.bytes) throw notAsWritten(folder, object.key)
    if (!everything) continue
    const { sha256 } = await hashStream(createReadStream(mediaFile(folder, object.key)))
    if (sha256 !== object.sha256) throw notAsWritten(folder, object.key)
  }
  return manifest
}

const notAsWritten = (folder: string, key: string): Error =>
  new Error(`${mediaFile(folder, key)} is not as the backup wrote it`)

async function* readObjects(folder: string, { media }: Manifest): AsyncGenerator<StoredObject> {
  for await (const line of readLines(mediaList(folder), media)) yield StoredObject.parse(JSON.parse(line))
}

/** Yields the jobs that were waiting, in their order. */
export async function* readWaitingJobs(
  folder: string,
  { jobs }: Manifest,
): AsyncGenerator<{ name: string; data: unknown; startAfter: Date }> {
  for await (const line of readLines(jobsFile(folder), jobs)) {
    const { name, data, start_after } = WaitingJob.parse(JSON.parse(line))
    yield { name, data, startAfter: new Date(start_after) }
  }
}

/** Throws unless the database has no users and no migration that the backup does not have. */
async function requireEmpty(db: Db, manifest: Manifest): Promise<void> {
  const applied = await listMigrations(db)
  if (applied.length === 0) {
    const others = await listTables(db)
    if (others.length > 0)
      throw new Error(`The database is not empty: it has tables of something else, such as ${others[0]}`)
    return
  }
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new Error('The database is not empty: restore into a fresh one')
  if (applied.length > manifest.migrations.length)
    throw new Error(
      `The database has the tables of a newer version than the backup (${applied[manifest.migrations.length]}): restore into one that no server has used`,
    )
}

/** Puts all objects into the store and reads them back. */
async function restoreMedia(folder: string, manifest: Manifest, place: Place): Promise<void> {
  await mkdir(place.uploadFolder, { recursive: true })
  const restoreOne = async (object: StoredObject): Promise<void> => {
    const path = join(place.uploadFolder, `restore-${randomBytes(12).toString('hex')}`)
    try {
      await writeSynced(path, async (file) => {
        const read = await hashStream(createReadStream(mediaFile(folder, object.key)), (piece) => file.writeFile(piece))
        if (read.sha256 !== object.sha256) throw notAsWritten(folder, object.key)
      })
      await place.storage.putFile(object.key, path, object.contentType)
    } finally {
      await rm(path, { force: true })
    }
    const stored = await place.storage.read(object.key)
    if (!stored || (await hashStream(stored)).sha256 !== object.sha256)
      throw new Error(`The media store did not keep ${object.key} as it was written`)
  }
  const objects = readObjects(folder, manifest)
  const work = async (): Promise<void> => {
    for await (const object of objects) {
      place.signal?.throwIfAborted()
      await restoreOne(object)
    }
  }
  await together(work)
}

/** Inserts the rows of all tables and compares what the database then has with the backup. */
async function restoreRows(on: Executor, folder: string, manifest: Manifest, signal?: AbortSignal): Promise<void> {
  await fixTextForms(on)
  const tables = await listTables(on)
  const strange = manifest.tables.find(({ name }) => !tables.includes(name))
  if (strange) throw new Error(`The backup has a table that its migrations do not make: ${strange.name}`)
  await withoutConstraints(on, async () => {
    for (const table of manifest.tables) {
      signal?.throwIfAborted()
      // What a first start writes into an empty database, such as counters of caches.
      await sql`delete from ${sql.table(table.name)}`.execute(on)
      await insertRows(on, table.name, readLines(tableFile(folder, table.name), table))
    }
  })
  await advanceSequences(on)
  for (const { name, lines, sha256 } of manifest.tables) {
    const counter = countLines()
    for await (const line of readRows(on, name)) counter.add(line)
    const found = counter.result()
    if (found.lines !== lines || found.sha256 !== sha256)
      throw new Error(`The table ${name} is not the same after the restore: nothing was kept`)
  }
}
