import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Executor } from '#core/executor.ts'
import { listMigrations, newerMigrationOf } from '#db/list-migrations.ts'
import { openDatabase } from '#db/open-database.ts'
import {
  fileKey,
  imageFiles,
  imageKey,
  playlistKey,
  renditionKey,
  storyboardKey,
  videoKey,
} from '#features/media/index.ts'
import type { Storage } from '#ports/storage.ts'
import {
  hashStream,
  jobsFile,
  type Lines,
  type Manifest,
  manifestFile,
  mediaFile,
  mediaList,
  readLines,
  readManifest,
  StoredObject,
  tableFile,
  together,
  writeLines,
  writeManifest,
  writeSynced,
} from './backup-format.ts'
import { fetchAll, fixTextForms, listTables, readRows } from './table-rows.ts'

/** Calls `work` with a transaction that sees the database as it is at one moment. */
export type ReadSnapshot = <T>(work: (on: Executor) => Promise<T>) => Promise<T>

type Options = {
  /** folder of the backup, which must not exist */
  folder: string
  readSnapshot: ReadSnapshot
  storage: Storage
  /** an earlier backup on the same disk: media that are in it are linked instead of copied */
  previous?: string | undefined
  signal?: AbortSignal
  /** Throws when this cannot be what was meant to be backed up. */
  judge?: (content: Pick<Manifest, 'tables'>) => Promise<void>
}

/** Tables that are not in a backup, with the reason. A restore leaves them as migrations made them. */
export const tablesLeftOut: Record<string, string> = {
  rate_limits: 'attempts of the last day at most',
  search_calibrations: 'how sure a search must be, found out again at the next start',
  uploads: 'videos that have not arrived completely, whose bytes are not in the media store',
}

/** Snapshots that are taken, at most, because media were removed while they were copied. */
const maxSnapshots = 5

/**
 * Writes a backup of the database and of the media that its rows refer to. The folder gets its name when everything is on disk; after an
 * error nothing is left. Media never change under their key, so they are copied after the snapshot of the rows; if some were deleted
 * meanwhile, a new snapshot is taken.
 */
export async function writeBackup(options: Options): Promise<Manifest> {
  const folder = resolve(options.folder)
  if (existsSync(folder)) throw new Error(`${folder} exists already: name a folder that does not`)
  const unfinished = join(dirname(folder), `.${basename(folder)}.unfinished-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    const media = await openMediaCopier(unfinished, options)
    let content = await writeSnapshot(unfinished, options)
    await options.judge?.(content)
    let missing = await media.copy(content.media)
    for (let count = 1; missing.length > 0 && count < maxSnapshots; count++) {
      content = await writeSnapshot(unfinished, options)
      const missingBefore = new Set(missing)
      missing = await media.copy(content.media)
      // Rows of the second snapshot refer to what was not there even before it: it is not a removal, it is lost.
      if (missing.every((key) => missingBefore.has(key))) break
    }
    const { media: _, ...rest } = content
    const manifest = { ...rest, media: await media.finish(), missing }
    await writeSynced(manifestFile(unfinished), (file) => file.writeFile(writeManifest(manifest)))
    await syncFolders(unfinished)
    await rename(unfinished, folder)
    await syncFolder(dirname(folder))
    return await readManifest(folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

type MediaRow = { id: string; contentType: string }
type StreamRow = { id: string; heights: number[]; sheets: number }
type MediaOfRows = { images: string[]; videos: MediaRow[]; streams: StreamRow[]; files: MediaRow[] }
type SnapshotContent = Pick<Manifest, 'createdAt' | 'migrations' | 'tables' | 'jobs'> & { media: MediaOfRows }

/** Writes all tables and waiting jobs; replaces those of an earlier snapshot. */
async function writeSnapshot(folder: string, { readSnapshot, signal }: Options): Promise<SnapshotContent> {
  await rm(join(folder, 'database'), { recursive: true, force: true })
  await rm(jobsFile(folder), { force: true })
  await mkdir(join(folder, 'database'), { mode: 0o700 })
  return readSnapshot(async (on) => {
    await fixTextForms(on)
    const createdAt = new Date().toISOString()
    const migrations = await listMigrations(on)
    if (migrations.length === 0) throw new Error('There is nothing to back up: this database was never used')
    const newer = await newerMigrationOf(on)
    if (newer !== undefined)
      throw new Error(
        `The database is of a newer version than this one, which does not know its migration ${newer}: back up with that version`,
      )
    const tables: (Lines & { name: string })[] = []
    for (const name of (await listTables(on)).filter((table) => !(table in tablesLeftOut))) {
      signal?.throwIfAborted()
      tables.push({ name, ...(await writeLines(tableFile(folder, name), readRows(on, name))) })
    }
    const jobs = await writeLines(jobsFile(folder), readJobs(on))
    return { createdAt, migrations, tables, jobs, media: await listMedia(on) }
  })
}

/** Yields the jobs that were not done, and those that were running: jobs may run more than once. */
async function* readJobs(on: Executor): AsyncGenerator<string> {
  const { rows } = await sql`select 1 where to_regclass('jobs.job') is not null`.execute(on)
  if (rows.length === 0) return
  yield* fetchAll(
    on,
    sql`select json_build_object('name', name, 'data', data, 'start_after', start_after)::text as line
      from jobs.job where state in ('created', 'retry', 'active') and data is not null order by created_on, id`,
  )
}

/** Returns the media that rows refer to by a foreign key. Others were uploaded and not used, or are about to be removed. */
async function listMedia(on: Executor): Promise<MediaOfRows> {
  const images = await sql<{
    id: string
  }>`select id from images where id in (${await references(on, 'images')})`.execute(on)
  const hasStreams = await hasColumn(on, 'videos', 'stream_id')
  const typed = async (table: 'videos' | 'files'): Promise<MediaRow[]> => {
    const { rows } = await sql<MediaRow>`
      select id, content_type as "contentType" from ${sql.table(table)} where id in (${await references(on, table)})
        ${table === 'videos' && hasStreams ? sql`and original_dropped_at is null` : sql``}`.execute(on)
    return rows
  }
  const streams = async (): Promise<StreamRow[]> => {
    const { rows } = await sql<StreamRow>`
      select stream_id as id, array(select (one->'height')::int from jsonb_array_elements(renditions) as one) as heights,
        coalesce(ceil((storyboard->'count')::numeric / ((storyboard->'columns')::numeric * (storyboard->'rows')::numeric)), 0)::int as sheets
      from videos where stream_id is not null and id in (${await references(on, 'videos')})`.execute(on)
    return rows
  }
  const hasFiles = (await listTables(on)).includes('files')
  return {
    images: images.rows.map(({ id }) => id),
    videos: await typed('videos'),
    streams: hasStreams ? await streams() : [],
    files: hasFiles ? await typed('files') : [],
  }
}

async function hasColumn(on: Executor, table: string, column: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_attribute where attrelid = ${table}::regclass and attname = ${column} and not attisdropped`.execute(
    on,
  )
  return rows.length > 0
}

/** Returns a query of all values of columns that refer to a table; which they are depends on the migrations. */
async function references(on: Executor, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ from: string; column: string }>`
    select relname as "from", attname as column from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${table}::regclass`.execute(on)
  return sql.join(
    rows.map((one) => sql`select ${sql.ref(one.column)} from ${sql.table(one.from)}`),
    sql` union `,
  )
}

function* objectsOf({
  images,
  videos,
  streams,
  files,
}: MediaOfRows): Generator<Pick<StoredObject, 'key' | 'contentType'>> {
  for (const id of images)
    for (const { width, format } of imageFiles.values())
      yield { key: imageKey(id, width, format), contentType: `image/${format}` }
  for (const { id, contentType } of videos) yield { key: videoKey(id), contentType }
  for (const { id, heights, sheets } of streams) {
    for (const height of heights) {
      yield { key: renditionKey(id, height), contentType: 'video/mp4' }
      yield { key: playlistKey(id, height), contentType: 'application/vnd.apple.mpegurl' }
    }
    for (let sheet = 0; sheet < sheets; sheet++) yield { key: storyboardKey(id, sheet), contentType: 'image/webp' }
  }
  for (const { id, contentType } of files) yield { key: fileKey(id), contentType }
}

/** Copies stored objects into the folder of a backup. What was copied once is kept for further snapshots. */
async function openMediaCopier(folder: string, { storage, previous, signal }: Options) {
  const copied = new Map<string, StoredObject>()
  let wanted = new Set<string>()
  const linkable = previous === undefined ? new Map<string, StoredObject>() : await readMediaList(resolve(previous))

  /** Returns false when the earlier backup does not have the object, or is on another disk. */
  const linkPrevious = async ({ key }: Pick<StoredObject, 'key'>, path: string): Promise<boolean> => {
    const before = linkable.get(key)
    if (!before || previous === undefined) return false
    const file = mediaFile(resolve(previous), key)
    const found = await stat(file).catch(() => null)
    if (found?.size !== before.bytes) return false
    const isLinked = await link(file, path).then(
      () => true,
      () => false,
    )
    if (isLinked) copied.set(key, before)
    return isLinked
  }

  const copyOne = async (object: Pick<StoredObject, 'key' | 'contentType'>): Promise<boolean> => {
    if (copied.has(object.key)) return true
    const path = mediaFile(folder, object.key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (await linkPrevious(object, path)) return true
    const stream = await storage.read(object.key)
    if (!stream) return false
    await writeSynced(path, async (file) => {
      const read = await hashStream(stream, async (piece) => {
        signal?.throwIfAborted()
        await file.writeFile(piece)
      })
      copied.set(object.key, { ...object, ...read })
    })
    return true
  }

  return {
    /** Copies the media of rows. Returns the keys that the store does not have. */
    async copy(media: MediaOfRows): Promise<string[]> {
      const missing: string[] = []
      wanted = new Set()
      const objects = objectsOf(media)
      const work = async (): Promise<void> => {
        for (const object of objects) {
          signal?.throwIfAborted()
          if (await copyOne(object)) wanted.add(object.key)
          else missing.push(object.key)
        }
      }
      await together(work)
      return missing.sort()
    },
    /** Deletes what only an earlier snapshot had, and writes the list of objects. */
    async finish(): Promise<Manifest['media']> {
      for (const key of copied.keys()) if (!wanted.has(key)) await rm(mediaFile(folder, key))
      let totalBytes = 0
      const lines = async function* () {
        for (const key of [...wanted].sort()) {
          const object = copied.get(key)
          totalBytes += object?.bytes ?? 0
          yield JSON.stringify(object)
        }
      }
      return { ...(await writeLines(mediaList(folder), lines())), totalBytes }
    },
  }
}

async function readMediaList(folder: string): Promise<Map<string, StoredObject>> {
  const { media } = await readManifest(folder)
  const objects = new Map<string, StoredObject>()
  for await (const line of readLines(mediaList(folder), media)) {
    const object = StoredObject.parse(JSON.parse(line))
    objects.set(object.key, object)
  }
  return objects
}

/** Syncs the names in a folder to the disk. Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolders(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of entries) if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name))
  await syncFolder(root)
}

/** Limits of requests that a backup does not have: a large table takes its time. */
const unlimited = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, query_timeout: 0 }

/** Returns how snapshots of a database are read: in a transaction that sees the state of its first statement. */
export const snapshotsOf =
  (settings: pg.PoolConfig): ReadSnapshot =>
  async (work) => {
    const database = openDatabase({ ...settings, ...unlimited, max: 1 }, () => {})
    try {
      return await database.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((on) => work(on))
    } finally {
      await database.close()
    }
  }
