import { mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { diskStorage } from '#adapters/storage/disk.ts'
import { s3Storage } from '#adapters/storage/s3.ts'
import { openQueue } from '#app/job-queue.ts'
import type { Db } from '#core/executor.ts'
import { defineJob, enqueue, handleJob } from '#core/jobs.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate, openDatabase } from '#db/open-database.ts'
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
import { isOnOne, isWhole } from '#test/support/in-all.ts'
import { findServerPrograms, startCluster } from '#test/support/services/postgres-cluster.ts'
import { startSwift } from '#test/support/services/swift-server.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { manifestFile, mediaFile, mediaList, readManifest, tableFile } from './backup-format.ts'
import { requirePlausible } from './plausible-backup.ts'
import { checkBackup, type Place, readWaitingJobs, restoreBackup } from './restore-backup.ts'
import { listTables, readRows } from './table-rows.ts'
import { type ReadSnapshot, snapshotsOf, tablesLeftOut, writeBackup } from './write-backup.ts'

const root = mkdtempSync(join(tmpdir(), 'vc-backup-'))
const databases: TestDatabase[] = []
const fresh = async (): Promise<TestDatabase> => {
  const database = await openTestDatabase()
  databases.push(database)
  return database
}
let count = 0
const path = (name: string): string => join(root, `${++count}-${name}`)

/** The embedded database has one session, so that each use of it ends before the next. */
async function using<T>(settings: pg.PoolConfig, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(settings, () => {})
  return work(database.db).finally(() => database.close())
}

const placeAt = ({ settings, engine }: TestDatabase, storage: Storage = diskStorage(path('media'))): Place => ({
  settings,
  shared: engine === 'postgres',
  storage,
  uploadFolder: path('uploads'),
  log: () => {},
})

let source: TestDatabase
let storage: Storage
/** a backup of all tables, two images, two videos and a file; tests that change one copy it */
let made: string
beforeAll(async () => {
  source = await fresh()
  storage = diskStorage(path('media'))
  await using(source.settings, async (db) => {
    for (const statement of rows) await sql.raw(statement).execute(db)
  })
  const database = openDatabase(source.settings, () => {})
  const kind = defineJob({ name: 'remind', data: z.object({ text: z.string() }), retries: 0, retrySeconds: 1 })
  const options = { database, worker: false, embedded: source.engine === 'embedded', log: () => {} }
  const queue = await openQueue(options, [handleJob(kind, async () => {})])
  await enqueue(database.db, kind, { text: '\u2028' }, { delaySeconds: 3600 })
  await queue.stop()
  await database.close()
  for (const id of ['photo', 'poster'])
    for (const { width, format } of imageFiles.values())
      await storage.putBytes(imageKey(id, width, format), Buffer.from(`${id} ${width} ${format}`), `image/${format}`)
  for (const id of ['one', 'two', 'unused'])
    await storage.putBytes(videoKey(id), Buffer.alloc(700_000, id), 'video/mp4')
  for (const key of [renditionKey('st', 240), playlistKey('st', 240), storyboardKey('st', 0), storyboardKey('st', 1)])
    await storage.putBytes(key, Buffer.from(key), 'video/mp4')
  await storage.putBytes(fileKey('notes'), Buffer.from('%PDF-1.7'), 'application/pdf')
  await storage.putBytes(fileKey('unused'), Buffer.from('%PDF-1.7'), 'application/pdf')
  made = path('backup')
  await writeBackup({ folder: made, readSnapshot: snapshotsOf(source.settings), storage })
})
afterAll(async () => {
  for (const database of databases) await database.close()
  rmSync(root, { recursive: true, force: true })
})

const at = `'2026-03-04T05:06:07.890123Z'`
/** Rows with what is easily lost on the way: microseconds, big numbers, bytes, separators, JSON, cycles. */
const rows = [
  `insert into users (id, name, email, password_hash, role, created_at) values
    ('zoe', E'Zoë “Z” \\\\ ₹ \\u2028 \\t', 'zoe@test.example', 'hash', 'educator', ${at}),
    ('Asha', 'Asha', 'asha@test.example', null, 'student', ${at}), ('ümit', 'Ümit', 'umit@test.example', null, 'student', ${at})`,
  `insert into images (id, owner_id, width, height, created_at) values
    ('photo', 'zoe', 1, 2, ${at}), ('poster', null, 1, 2, ${at}), ('unused', 'zoe', 1, 2, ${at})`,
  `update users set photo_id = 'photo' where id = 'zoe'`,
  `insert into sessions (id, token_hash, user_id, user_agent, created_at, renewed_at, expires_at)
    values ('s', '\\x00ff10', 'zoe', '', ${at}, ${at}, ${at})`,
  `insert into videos (id, owner_id, content_type, bytes, poster_id, created_at) values
    ('one', 'zoe', 'video/mp4', 9007199254740993, 'poster', ${at}), ('two', 'zoe', 'video/webm', 5, null, ${at}),
    ('unused', 'zoe', 'video/mp4', 5, null, ${at})`,
  `insert into videos (id, owner_id, content_type, bytes, created_at, original_dropped_at, stream_id, stream_state, renditions, storyboard)
    values ('small', 'zoe', 'video/mp4', 5, ${at}, ${at}, 'st', 'ready', '[{"height":240}]', '{"columns":10,"rows":10,"count":101}')`,
  `insert into courses (id, creator_id, title, price_paise, created_at, updated_at) values ('sql', 'zoe', 'SQL', 129950, ${at}, ${at})`,
  `insert into lectures (id, course_id, position, title, video_id, created_at) values
    ('l1', 'sql', 1, 'One', 'one', ${at}), ('l2', 'sql', 2, 'Two', 'two', ${at}),
    ('l3', 'sql', 3, 'Three', 'small', ${at})`,
  `insert into course_sections (id, course_id, position, title, created_at) values ('s1', 'sql', 1, 'Start', ${at})`,
  `update lectures set section_id = 's1', description = '*a*', body = E'# b\\n' where id = 'l1'`,
  `insert into files (id, owner_id, content_type, bytes, created_at) values
    ('notes', 'zoe', 'application/pdf', 8, ${at}), ('unused', 'zoe', 'application/pdf', 8, ${at})`,
  `insert into lecture_attachments (id, lecture_id, file_id, name, created_at) values ('a1', 'l1', 'notes', 'notes.pdf', ${at})`,
  `insert into caption_texts (id, owner_id, vtt) values ('t1', 'zoe', E'WEBVTT\\n\\n')`,
  `insert into lecture_captions (lecture_id, language, label, text_id, updated_at) values ('l1', 'en', 'English', 't1', ${at})`,
  `insert into enrolments (user_id, course_id, amount_paise, created_at) values ('Asha', 'sql', 129950, ${at})`,
  `insert into lecture_progress (user_id, lecture_id, seconds, completed_at, updated_at) values ('Asha', 'l1', 0.1, ${at}, ${at})`,
  `insert into notifications (id, user_id, kind, params, created_at, event_key)
    values ('n', 'zoe', 'text', '{"message":"now ₹399","link":"/","n":[1,{"a":null}]}', ${at}, 'first')`,
  `insert into settings (name, value, changed_at) values
    ('object', '{"b":[1]}', ${at}), ('text', '"₹"', ${at}), ('number', '5.10', ${at})`,
  `insert into audit_log (id, at, action, admin_id, subject_kind, subject_id, subject, detail)
    values ('a1', ${at}, 'settings-changed', 'zoe', 'settings', '', '', 'Before')`,
  `insert into reviews (id, course_id, user_id, rating, comment, created_at)
    select 'r' || n, 'sql', 'Asha', 5, repeat('x', 3000), ${at} from generate_series(1, 1) n`,
  `insert into password_mail_rates (email, free_at) select n || '@test.example', ${at} from generate_series(1, 2500) n`,
]

const tablesOf = async (folder: string) =>
  (await readManifest(folder)).tables.filter(({ name }) => name !== 'cache_versions')

test('rows and media are the same in another place, and only the owner can read the backup', async () => {
  const manifest = await readManifest(made)
  const known = [...manifest.tables.map(({ name }) => name), ...Object.keys(tablesLeftOut)]
  expect(await using(source.settings, listTables)).toEqual(known.sort())
  const lines = new Map(manifest.tables.map((table) => [table.name, table.lines]))
  expect([lines.get('users'), lines.get('password_mail_rates'), lines.get('videos')]).toEqual([3, 2500, 4])
  // of the video without an original two files of one quality, and two sheets of thumbnails
  expect(manifest.media.lines).toBe(2 * imageFiles.size + 7)
  expect(manifest.missing).toEqual([])
  expect((await stat(made)).mode & 0o777).toBe(0o700)
  for (const file of [manifestFile(made), tableFile(made, 'users'), mediaFile(made, 'videos/one')])
    expect((await stat(file)).mode & 0o777).toBe(0o600)

  const { options, close } = await startSwift()
  onTestFinished(close)
  const bucket = s3Storage(options)
  const target = await fresh()
  await restoreBackup(made, placeAt(target, bucket))
  const restored = await bucket.read('videos/one')
  expect(restored && (await buffer(restored))).toEqual(Buffer.alloc(700_000, 'one'))
  expect(await bucket.locate('videos/unused')).toBeNull()

  const again = path('again')
  await writeBackup({ folder: again, readSnapshot: snapshotsOf(target.settings), storage: bucket })
  expect(await tablesOf(again)).toEqual(await tablesOf(made))
  expect(await readFile(mediaList(again))).toEqual(await readFile(mediaList(made)))
  await expect(using(target.settings, (db) => sql`update lectures set video_id = 'none'`.execute(db))).rejects.toThrow(
    /foreign key/,
  )
})

const isOnPostgres = process.env.TEST_ENGINE === 'postgres'

test.skipIf(isOnPostgres || !findServerPrograms())(
  'a backup of the embedded database is restored on a server',
  async () => {
    const cluster = await startCluster()
    onTestFinished(cluster.stop)
    const settings = { connectionString: cluster.url('postgres') }
    await restoreBackup(made, { ...placeAt(source), settings, shared: true })
    const again = path('again')
    await writeBackup({ folder: again, readSnapshot: snapshotsOf(settings), storage })
    expect(await tablesOf(again)).toEqual(await tablesOf(made))
  },
)

test.runIf(isOnPostgres)('a backup has the rows of one moment', async () => {
  const readSnapshot: ReadSnapshot = (work) =>
    snapshotsOf(source.settings)(async (on) => {
      await sql`select 1 from users limit 1`.execute(on)
      await using(source.settings, (db) => sql`insert into wishlist_items values ('Asha', 'sql', now())`.execute(db))
      return work(on)
    })
  const manifest = await writeBackup({ folder: path('moment'), readSnapshot, storage })
  expect(manifest.tables.find(({ name }) => name === 'wishlist_items')?.lines).toBe(0)
  await using(source.settings, (db) => sql`delete from wishlist_items`.execute(db))
})

test.runIf(isOnOne)(
  'what is damaged, unfinished, newer or not for an empty place is refused with a sentence, and changes nothing',
  async () => {
    const target = await fresh()
    const place = placeAt(target)
    const changed = async (change: (folder: string) => Promise<unknown>): Promise<string> => {
      const folder = path('changed')
      await cp(made, folder, { recursive: true })
      await change(folder)
      return folder
    }
    const manifest = JSON.parse(await readFile(manifestFile(made), 'utf8'))
    const withManifest = (text: string) => changed((folder) => writeFile(manifestFile(folder), text))
    const users = gunzipSync(await readFile(tableFile(made, 'users'))).toString()
    const withUsers = (bytes: Buffer) => changed((folder) => writeFile(tableFile(folder, 'users'), bytes))
    const refused: [folder: string, sentence: RegExp][] = [
      [path('absent'), /not a complete backup/],
      [await changed((folder) => rm(manifestFile(folder))), /not a complete backup/],
      [await withManifest('{"format":'), /damaged/],
      [await withManifest(JSON.stringify({ ...manifest, formatVersion: 2, tables: 'other' })), /newer version/],
      [
        await withManifest(JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '999-later'] })),
        /newer version .*999-later/,
      ],
      [await withUsers(gzipSync(users.replace('"student"', '"admin"'))), /users.* is not as the backup wrote it/],
      [await withUsers(gzipSync(users).subarray(0, -9)), /users.* is not as the backup wrote it/],
      [await changed((folder) => rm(tableFile(folder, 'users'))), /users.* is not as the backup wrote it/],
      // 64 kB that unpack to one line of 64 MB
      [await withUsers(gzipSync(Buffer.alloc(64 * 1024 ** 2))), /users.* is not as the backup wrote it/],
      [await changed((folder) => writeFile(mediaFile(folder, 'videos/one'), 'short')), /one is not as the backup/],
      [
        await changed((folder) => writeFile(mediaFile(folder, 'videos/one'), Buffer.alloc(700_000, 'eno'))),
        /one is not as the backup/,
      ],
    ]
    for (const [folder, sentence] of refused)
      await expect(restoreBackup(folder, place), folder).rejects.toThrow(sentence)
    await expect(checkBackup(refused.at(-1)?.[0] ?? '', true)).rejects.toThrow(/one is not as the backup/)
    await expect(restoreBackup(made, { ...place, settings: source.settings })).rejects.toThrow(/not empty/)
    expect(await using(target.settings, (db) => db.selectFrom('users').selectAll().execute())).toEqual([])
    await restoreBackup(made, place)
  },
)

test('a backup that fails leaves nothing, and one that exists is not replaced', async () => {
  const folder = path('parent')
  await mkdir(folder)
  const failing: Storage = { ...storage, read: () => Promise.reject(new Error('the store is away')) }
  const readSnapshot = snapshotsOf(source.settings)
  await expect(writeBackup({ folder: join(folder, 'a'), readSnapshot, storage: failing })).rejects.toThrow('away')
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(writeBackup({ folder: join(folder, 'a'), readSnapshot, storage, signal: stopped })).rejects.toThrow(
    'stopped',
  )
  expect(await readdir(folder)).toEqual([])
  await expect(writeBackup({ folder: made, readSnapshot, storage })).rejects.toThrow(/exists already/)
})

test.runIf(isOnOne)(
  'media that are removed while they are copied go with their rows; media that are lost are listed',
  async () => {
    const target = await fresh()
    const place = placeAt(target)
    await restoreBackup(made, place)
    let removed = false
    const leaky: Storage = {
      ...place.storage,
      async read(key) {
        if (key === videoKey('two') && !removed) {
          removed = true
          await using(target.settings, (db) => sql`delete from lectures where id = 'l2'`.execute(db))
        }
        return key === videoKey('two') ? null : place.storage.read(key)
      },
    }
    const readSnapshot = snapshotsOf(target.settings)
    const second = await writeBackup({ folder: path('second'), readSnapshot, storage: leaky })
    expect(second.missing).toEqual([])
    expect(second.tables.find(({ name }) => name === 'lectures')?.lines).toBe(2)

    await place.storage.remove(videoKey('one'))
    const folder = path('lost')
    const third = await writeBackup({ folder, readSnapshot, storage: place.storage, previous: made })
    expect(third.missing).toEqual([])
    const linked = await Promise.all([made, folder].map((one) => stat(mediaFile(one, 'videos/one'))))
    expect(linked[0]?.ino).toBe(linked[1]?.ino)
    const fourth = await writeBackup({ folder: path('lost'), readSnapshot, storage: place.storage })
    expect(fourth.missing).toEqual(['videos/one'])
  },
)

/** Rows of the versions that had the tables; what later migrations make of them is what an upgrade makes of them. */
const rowsOfVersions: Record<string, string[]> = {
  '001-first-sale': [
    `insert into users (id, name, email, role, created_at) values
      ('meera', 'Meera', 'meera@test.example', 'educator', ${at}), ('asha', 'Asha', 'asha@test.example', 'student', ${at})`,
    `insert into videos (id, owner_id, content_type, bytes, created_at) values ('v', 'meera', 'video/mp4', 5, ${at})`,
    `insert into courses (id, creator_id, title, created_at, updated_at) values ('sql', 'meera', 'SQL', ${at}, ${at})`,
    `insert into lectures (id, course_id, position, title, video_id, created_at) values ('l', 'sql', 1, 'One', 'v', ${at})`,
  ],
  '003-wishlist-notifications': [
    `insert into notifications (id, user_id, event_key, message, link, created_at)
      values ('n', 'asha', 'enrolled sql', 'You are enrolled in SQL', '/viewlecture/sql', ${at})`,
  ],
}

/** Versions in a usual run: those that have rows of their own, every sixty-fourth, and the last two; every one with `npm test -- --all`. */
const isTried = (name: string, place: number, { length }: readonly string[]): boolean =>
  isWhole || name in rowsOfVersions || place % 64 === 0 || place >= length - 2

// On the embedded database the hundreds of small queries of this test take a minute.
test.runIf(isOnPostgres)(
  'a backup of earlier versions restores to what the upgrade makes of it',
  async () => {
    const database = await fresh()
    const place = placeAt(database)
    await place.storage.putBytes(videoKey('v'), Buffer.from('12345'), 'video/mp4')
    const names = Object.keys(migrations)
    const readSnapshot = snapshotsOf(database.settings)
    /** The content of all tables, by their names. */
    const content = () =>
      readSnapshot(async (on) => {
        const found: Record<string, string> = {}
        for (const name of await listTables(on)) {
          let text = ''
          for await (const line of readRows(on, name)) text += `${line}\n`
          // what changes with the time of the upgrade alone
          if (name === 'site_figures') text = text.replaceAll(/\\?"counted_at\\?":\\?"[^"\\]*/g, '')
          if (name !== 'cache_versions' && !(name in tablesLeftOut)) found[name] = text
        }
        return found
      })
    const emptyDatabase = (db: Db) => sql.raw('drop schema public cascade; create schema public').execute(db)
    const backups: string[] = []
    await using(database.settings, emptyDatabase)
    for (const name of names.filter(isTried)) {
      await using(database.settings, async (db) => {
        await migrate(db, name)
        for (const statement of rowsOfVersions[name] ?? []) await sql.raw(statement).execute(db)
      })
      const folder = path('version')
      await writeBackup({ folder, readSnapshot, storage: place.storage })
      backups.push(folder)
    }
    const upgraded = await content()
    for (const folder of backups.slice(0, -1)) {
      await using(database.settings, emptyDatabase)
      const { migrations: state } = await restoreBackup(folder, place)
      const later = state.length > 2 ? {} : { notifications: '' }
      expect(await content(), state.at(-1)).toEqual({ ...upgraded, ...later })
    }
  },
  240_000,
)

test('waiting jobs are in a backup, with their times', async () => {
  const jobs: { name: string; data: unknown; startAfter: Date }[] = []
  for await (const job of readWaitingJobs(made, await readManifest(made))) jobs.push(job)
  expect(jobs.map(({ name, data }) => ({ name, data }))).toEqual([{ name: 'remind', data: { text: '\u2028' } }])
  expect(jobs[0]?.startAfter.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
})

test('a backup of much less than the last one, or of nothing beside media, is refused and leaves nothing', async () => {
  const content = (users: number) => ({ tables: [{ name: 'users', lines: users, bytes: 0, sha256: '' }] })
  const empty = diskStorage(path('media'))
  const folder = path('new')
  const alone = { folder, previous: undefined, storage: empty }
  const beside = { ...alone, folder: join(made, '..', 'new') }
  await requirePlausible(content(0), { ...alone, folder: join(path('nothing'), 'new') })
  await expect(
    requirePlausible(content(0), { ...alone, folder: join(path('nothing'), 'new'), storage }),
  ).rejects.toThrow(/no account, no course and no order, and the media store is not empty/)
  await requirePlausible(content(1), { ...alone, previous: made })
  for (const judged of [{ ...alone, previous: made }, beside])
    await expect(requirePlausible(content(0), judged)).rejects.toThrow(
      /this database has 0 accounts, 0 courses and 0 orders, and the last backup \(.*\) has \d accounts, 1 course and \d orders/,
    )
  const options = { folder, readSnapshot: snapshotsOf(source.settings), storage }
  const judge = () => requirePlausible(content(0), { ...alone, previous: made })
  await expect(writeBackup({ ...options, judge })).rejects.toThrow(/add --anyway/)
  expect((await readdir(root)).filter((name) => name.includes('-new'))).toEqual([])
})

test('a database of a newer version is not backed up: its own version does that, and restores it', async () => {
  const later = (statement: string) => using(source.settings, (db) => sql.raw(statement).execute(db))
  await later(`insert into kysely_migration (name, timestamp) values ('900-later', '')`)
  const options = { folder: path('later'), readSnapshot: snapshotsOf(source.settings), storage }
  await expect(writeBackup(options)).rejects.toThrow(/of a newer version .* its migration 900-later: back up with/)
  await later(`delete from kysely_migration where name = '900-later'`)
})
