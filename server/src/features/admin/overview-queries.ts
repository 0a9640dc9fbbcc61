import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

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

/** Money counts while it is ours: what came twice goes back, and is booked as such before it does. */
const earned = sql`orders.status = 'paid'`

/** All sums in one round trip. */
export async function findTotals(on: Executor): Promise<Totals> {
  const { rows } = await sql<Totals>`select people.*, shelf.*, kept.*,
      (select count(*)::int from enrolments) as enrolments,
      (select coalesce(sum(amount_paise), 0)::text from orders where ${earned}) as revenue_paise,
      (select count(*)::int from images) as pictures
    from (
      select count(*) filter (where role = 'student')::int as students,
        count(*) filter (where role = 'educator')::int as educators,
        count(*) filter (where role = 'admin')::int as admins,
        count(*) filter (where suspended_at is not null)::int as suspended
      from users where deleted_at is null
    ) as people, (
      select count(*) filter (where is_published)::int as published,
        count(*) filter (where not is_published and unlisted_at is null)::int as drafts,
        count(*) filter (where unlisted_at is not null)::int as unlisted
      from courses where removed_at is null
    ) as shelf, (
      select count(*)::int as videos, coalesce(sum(bytes), 0)::text as video_bytes from videos
    ) as kept`.execute(on)
  const [totals] = rows
  if (!totals) throw new Error('The database answered no sums')
  return totals
}

/** Jobs in the queue by their state. */
export async function countJobs(on: Executor): Promise<{ waiting: number; active: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; active: number; failed: number }>`
    select count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed
    from jobs.job`.execute(on)
  return rows[0] ?? { waiting: 0, active: 0, failed: 0 }
}

export type DayRow = { day: string; enrolments: number; revenue_paise: string }

/** Each of the last days until `now`, oldest first, on the clocks of a zone; days without anything too. */
export async function findDays(on: Executor, now: Date, zone: string, days: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with spans as (
      select day::date as day, day at time zone ${zone} as start, (day + interval '1 day') at time zone ${zone} as finish
      from generate_series(
        date_trunc('day', ${now}::timestamptz at time zone ${zone}) - make_interval(days => ${days - 1}::int),
        date_trunc('day', ${now}::timestamptz at time zone ${zone}),
        interval '1 day'
      ) as day
    )
    select to_char(day, 'YYYY-MM-DD') as day,
      (select count(*)::int from enrolments where created_at >= start and created_at < finish) as enrolments,
      (
        select coalesce(sum(amount_paise), 0)::text from orders
        where ${earned} and settled_at >= start and settled_at < finish
      ) as revenue_paise
    from spans order by day`.execute(on)
  return rows
}

export const findErrors = (on: Executor, limit: number) =>
  on.selectFrom('error_events').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
