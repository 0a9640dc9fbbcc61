import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/executor.ts'
import { type Tx, transact } from '#core/transact.ts'
import { migrations } from '#db/migrations/index.ts'

/** Exported tables, parents before children; `users.photo_id` refers to a later table and is set at the end. */
export const exportedTables = [
  'users',
  'images',
  'videos',
  'sessions',
  'identities',
  'password_codes',
  'password_mail_rates',
  'password_links',
  'password_reset_tokens',
  'outbox_mails',
  'courses',
  'lectures',
  'lecture_captions',
  'course_vectors',
  'lecture_progress',
  'orders',
  'enrolments',
  'reviews',
  'wishlist_items',
  'notifications',
  'live_sessions',
  'live_participants',
  'live_removed_participants',
  'live_messages',
  'sandbox_orders',
  'assistant_usage',
  'settings',
  'admin_invitations',
  'audit_log',
] as const
type Table = (typeof exportedTables)[number]

/** Tables that are not exported, with the reason. */
export const localTables: Record<string, string> = {
  cache_versions: 'counters of the running processes: an import increments them',
  cache_authors: 'changes that the running processes have not shown to everyone yet',
  course_documents: 'made again from the courses',
  published_list: 'made again from the courses',
  published_list_chunks: 'made again from the courses',
  error_events: 'errors of one installation, kept for a month',
  rate_limits: 'attempts of the last day at most, counted by the running processes',
  category_counts: 'kept by a trigger: an import counts them again',
  site_figures: 'totals that a job counts again',
}

const batchRows = 500

const Head = z.object({ format: z.literal('virtual-courses-export'), schema: z.string() })
const Line = z.union([
  z.object({ table: z.enum(exportedTables), row: z.record(z.string(), z.unknown()) }),
  z.object({ job: z.string(), data: z.unknown() }),
])

export type PendingJob = { name: string; data: unknown }

const schemaVersion = (): string => Object.keys(migrations).at(-1) ?? ''

/** Converts bytes to PostgreSQL's hexadecimal text; JSON converts dates to ISO strings. */
const plain = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]),
  )

/** Yields the content of the database as lines of JSON: a head, the rows of every table, the waiting jobs. Media are not included. */
export async function* exportLines(db: Db): AsyncGenerator<string> {
  yield JSON.stringify({ format: 'virtual-courses-export', schema: schemaVersion() })
  for (const table of exportedTables) {
    for (let offset = 0; ; offset += batchRows) {
      const { rows } =
        await sql<object>`select * from ${sql.table(table)} order by 1, 2 limit ${batchRows} offset ${offset}`.execute(
          db,
        )
      for (const row of rows) yield JSON.stringify({ table, row: plain(row) })
      if (rows.length < batchRows) break
    }
  }
  if ((await sql`select 1 where to_regclass('jobs.job') is not null`.execute(db)).rows.length === 0) return
  const waiting = sql<{
    name: string
    data: unknown
  }>`select name, data from jobs.job where state in ('created', 'retry', 'active') and data is not null`
  for (const { name, data } of (await waiting.execute(db)).rows) yield JSON.stringify({ job: name, data })
}

/**
 * Imports exported lines into an empty database, in one transaction. Returns the waiting jobs and the number of rows. Throws when the
 * database is not empty or the file is not an export of this version.
 */
export async function importLines(db: Db, lines: AsyncIterable<string>): Promise<{ rows: number; jobs: PendingJob[] }> {
  const jobs: PendingJob[] = []
  let rows = 0
  await transact(db, async (tx) => {
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst())
      throw new Error('The database is not empty: import into a fresh one.')
    const photos: [string, unknown][] = []
    let head = true
    for await (const text of lines) {
      if (text.trim() === '') continue
      if (head) {
        checkHead(text)
        head = false
        continue
      }
      const line = Line.parse(JSON.parse(text))
      if ('job' in line) {
        jobs.push({ name: line.job, data: line.data })
        continue
      }
      const { table, row } = line
      if (table === 'users' && row.photo_id !== null) photos.push([String(row.id), row.photo_id])
      await insertRow(tx, table, table === 'users' ? { ...row, photo_id: null } : row)
      rows++
    }
    if (head) throw new Error('The file is empty.')
    for (const [id, photoId] of photos)
      await tx
        .updateTable('users')
        .set({ photo_id: String(photoId) })
        .where('id', '=', id)
        .execute()
    await sql`update cache_versions set version = version + 1`.execute(tx)
  })
  return { rows, jobs }
}

function checkHead(text: string): void {
  const head = Head.safeParse(JSON.parse(text))
  if (!head.success) throw new Error('This file is not an export of Virtual Courses.')
  if (head.data.schema !== schemaVersion()) {
    throw new Error(
      `This export is of schema ${head.data.schema}, and this version has ${schemaVersion()}: export and import with the same version.`,
    )
  }
}

async function insertRow(tx: Tx, table: Table, row: Record<string, unknown>): Promise<void> {
  const loose = tx as unknown as Kysely<Record<string, Record<string, unknown>>> // rows of an export have the columns of their table
  // `pg` sends a string for `jsonb` as JSON text, and a list as a PostgreSQL array
  const values = table === 'settings' ? { ...row, value: JSON.stringify(row.value) } : row
  await loose.insertInto(table).values(values).execute()
}
