import { type Insertable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { ErrorEventsTable } from '#db/schema.ts'

export type Totals = {
  students: number
  educators: number
  admins: number
  suspended: number
  published: number
  drafts: number
  unlisted: number
  enrolments: number
  revenue_paise: string
  videos: number
  pictures: number
  video_bytes: string
}

/** Returns all totals in one round trip. */
export async function findTotals(on: Executor): Promise<Totals> {
  const { rows } = await sql<Totals>`select user_totals.*, course_totals.*, video_totals.*,
      (select count(*)::int from enrolments) as enrolments,
      (select coalesce(sum(amount_paise - refunded_paise), 0)::text from order_items where sold_at is not null) as revenue_paise,
      (select count(*)::int from images) as pictures
    from (
      select count(*) filter (where role = 'student')::int as students,
        count(*) filter (where role = 'educator')::int as educators,
        count(*) filter (where role = 'admin')::int as admins,
        count(*) filter (where suspended_at is not null)::int as suspended
      from users where deleted_at is null
    ) as user_totals, (
      select count(*) filter (where is_published)::int as published,
        count(*) filter (where not is_published and unlisted_at is null)::int as drafts,
        count(*) filter (where unlisted_at is not null)::int as unlisted
      from courses where removed_at is null
    ) as course_totals, (
      select count(*)::int as videos, coalesce(sum(bytes), 0)::text as video_bytes from videos
    ) as video_totals`.execute(on)
  const [totals] = rows
  if (!totals) throw new Error('The database returned no totals')
  return totals
}

/** Returns the number of jobs by state. */
export async function countJobs(on: Executor): Promise<{ waiting: number; active: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; active: number; failed: number }>`
    select count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed
    from jobs.job`.execute(on)
  return rows[0] ?? { waiting: 0, active: 0, failed: 0 }
}

/** Rows in the tables that the totals count, above which they are counted by a job. */
const largeSite = 100_000

/** Returns the totals that a job has stored, and whether the site is so large that they are used; its size is an estimate. */
export async function findStoredFigures(
  on: Executor,
): Promise<{ large: boolean; stored: { value: unknown; counted_at: Date } | undefined }> {
  const { rows } = await sql<{ large: boolean; value: unknown; counted_at: Date | null }>`
    select estimate.rows > ${largeSite} as large, figures.value, figures.counted_at
    from (
      select sum(greatest(reltuples, 0)) as rows from pg_class
      where oid in ('users'::regclass, 'courses'::regclass, 'enrolments'::regclass, 'orders'::regclass, 'videos'::regclass)
    ) as estimate left join site_figures as figures on figures.name = 'overview'`.execute(on)
  const [row] = rows
  const stored = row?.counted_at ? { value: row.value, counted_at: row.counted_at } : undefined
  return { large: row?.large ?? false, stored }
}

export async function storeFigures(on: Executor, value: object, countedAt: Date): Promise<void> {
  const row = { name: 'overview', value: JSON.stringify(value), counted_at: countedAt }
  await on
    .insertInto('site_figures')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

export const findErrors = (on: Executor, limit: number) =>
  on.selectFrom('error_events').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()

export async function insertError(on: Executor, event: Insertable<ErrorEventsTable>): Promise<void> {
  await on.insertInto('error_events').values(event).execute()
}

/** Deletes errors before a time, and all but the newest `keep`. */
export async function deleteErrors(on: Executor, before: Date, keep: number): Promise<void> {
  await on.deleteFrom('error_events').where('at', '<', before).execute()
  const last = await on
    .selectFrom('error_events')
    .select('at')
    .orderBy('at', 'desc')
    .offset(keep)
    .limit(1)
    .executeTakeFirst()
  if (last) await on.deleteFrom('error_events').where('at', '<=', last.at).execute()
}
