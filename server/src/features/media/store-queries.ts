import { StoreFindings as ShownFindings } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#core/executor.ts'

/** Folders of the media store that the check compares with rows, and the part of a key that a row names. */
export const storeFolders = ['files/', 'images/', 'streams/', 'videos/'] as const
export type StoreFolder = (typeof storeFolders)[number]

const id = sql.ref('id')
const streams = sql`(select stream_id as id, created_at from videos where stream_id is not null
  union all select stream_next_id, created_at from videos
    where stream_next_id is not null and stream_state in ('waiting', 'running')) as folders`

/** What may be in a folder, and, of it, what must be there. */
const named: Record<StoreFolder, { may: ReturnType<typeof sql>; must: ReturnType<typeof sql> }> = {
  'files/': { may: sql`select id from files`, must: sql`select id from files where created_at < ` },
  'images/': { may: sql`select id from images`, must: sql`select id from images where created_at < ` },
  'streams/': {
    may: sql`select id from ${streams}`,
    must: sql`select stream_id as id from videos where stream_id is not null and created_at < `,
  },
  'videos/': {
    // a dropped original is removed at once, by a job that a long outage of the store may have ended
    may: sql`select id from videos where original_dropped_at is null or original_dropped_at > now() - interval '2 days'
      union all select video_id from uploads`,
    must: sql`select id from videos where original_dropped_at is null and created_at < `,
  },
}

/** Returns those of some ids that rows name. */
export async function findNamed(on: Executor, folder: StoreFolder, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from (${named[folder].may}) as named where ${id} = any(${ids}::text[])`.execute(on)
  return new Set(rows.map((row) => row.id))
}

/** Ids of rows from before `until` whose objects must be in a folder, of those behind `after` up to `last`; null for no end. */
export async function findExpected(
  on: Executor,
  folder: StoreFolder,
  { after, last, until }: { after: string; last: string | null; until: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${named[folder].must}${until}) as named
    where id collate "C" > ${after} and (${last}::text is null or id collate "C" <= ${last})
    order by id collate "C"`.execute(on)
  return rows.map((row) => row.id)
}

/** What a pass over the store has found. */
export const StoreFindings = ShownFindings.omit({ endedAt: true })
export type StoreFindings = z.output<typeof StoreFindings>

export const StorePass = StoreFindings.extend({
  startedAt: z.iso.datetime(),
  /** whether it removes what no row names */
  removes: z.boolean(),
  folder: z.enum(storeFolders),
  /** the last key that was looked at; "" at the beginning of the folder */
  after: z.string(),
})
export type StorePass = z.output<typeof StorePass>

/** `running` goes on with the next run; `last` is the last whole pass. */
export const StoreCheck = z.object({
  running: StorePass.nullable(),
  last: StoreFindings.extend({ startedAt: z.iso.datetime(), endedAt: z.iso.datetime() }).nullable(),
  /** accounts whose sums of bytes were wrong, and were repaired, at the end of the last pass */
  repaired: z.array(z.string()),
})
export type StoreCheck = z.output<typeof StoreCheck>

const figure = 'store-check'

export async function findStoreCheck(on: Executor): Promise<StoreCheck> {
  const row = await on.selectFrom('site_figures').select('value').where('name', '=', figure).executeTakeFirst()
  const read = StoreCheck.safeParse(row?.value)
  return read.success ? read.data : { running: null, last: null, repaired: [] }
}

export async function saveStoreCheck(on: Executor, check: StoreCheck, now: Date): Promise<void> {
  const row = { name: figure, value: JSON.stringify(check), counted_at: now }
  await on
    .insertInto('site_figures')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Those of some images whose bytes are not known: earlier images. */
export const findUnmeasuredImages = (on: Executor, ids: readonly string[]) =>
  on.selectFrom('images').select('id').where('bytes', 'is', null).where('id', 'in', ids).execute()

export async function setImageBytes(on: Executor, imageId: string, bytes: number): Promise<void> {
  await on.updateTable('images').set({ bytes }).where('id', '=', imageId).where('bytes', 'is', null).execute()
}
