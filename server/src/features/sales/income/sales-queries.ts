import type { SalesRow } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Db, Executor } from '#core/executor.ts'
import { rupeesOf } from '../../courses/index.ts'

type Spans = {
  now: Date
  /** IANA name */
  zone: string
  unit: 'day' | 'month'
  count: number
  /** the day at the end, `YYYY-MM-DD` in the zone; that of `now` if absent */
  last?: string | undefined
  /** the educator whose courses are counted; all courses if absent */
  educatorId?: string
}

/**
 * Returns the enrolments and the revenue of the last days or months, including the current and empty ones, oldest first. Those of an
 * educator come from daily sums, in the time zone in which `addUpSales` computed them.
 */
export async function findSales(
  on: Executor,
  { now, zone, unit, count, last, educatorId }: Spans,
): Promise<SalesRow[]> {
  const step = sql`make_interval(${sql.raw(unit === 'day' ? 'days' : 'months')} => 1)`
  const end = last === undefined ? sql`${now}::timestamptz at time zone ${zone}` : sql`${last}::date::timestamp`
  const dayOf = (time: string) => sql`(${sql.ref(time)} at time zone ${zone})::date`
  const sold =
    educatorId === undefined
      ? sql`
        select ${dayOf('created_at')} as day, 1 as enrolments, 0 as paise
        from enrolments where created_at >= (select start from first)
        union all
        select ${dayOf('sold_at')}, 0, amount_paise - refunded_paise
        from order_items where sold_at >= (select start from first)`
      : sql`
        select day::date as day, enrolments, revenue_paise as paise from educator_sales
        where educator_id = ${educatorId} and day >= (select to_char(min(day), 'YYYY-MM-DD') from spans)
        union all
        select ${dayOf('at')}, enrolments, revenue_paise from sales_changes
        where educator_id = ${educatorId} and at >= (select start from first)`
  const { rows } = await sql<{ day: string; enrolments: number; revenue_paise: string }>`
    with spans as (
      select span::date as day from generate_series(
        date_trunc(${unit}, ${end}) - ${count - 1}::int * ${step},
        date_trunc(${unit}, ${end}),
        ${step}
      ) as span
    ), first as (select (min(day)::timestamp at time zone ${zone}) as start from spans),
    sums as (
      select date_trunc(${unit}, day::timestamp)::date as day, sum(enrolments)::int as enrolments, sum(paise) as paise
      from (${sold}) as sold group by 1
    )
    select to_char(spans.day, 'YYYY-MM-DD') as day, coalesce(sums.enrolments, 0) as enrolments,
      coalesce(sums.paise, 0)::text as revenue_paise
    from spans left join sums on sums.day = spans.day order by spans.day`.execute(on)
  return rows.map((row) => ({
    day: row.day,
    enrolments: row.enrolments,
    revenue: rupeesOf(Number(row.revenue_paise)),
  }))
}

const shownCourses = 100

type CourseRow = {
  id: string
  title: string
  removed: boolean
  enrolments: number
  lectures: number
  revenue_paise: string
  completed: number
  /** over all courses, including those beyond the limit */
  total_paise: string
  total_completed: string
  total_possible: string
}

/**
 * Number of lectures that the students of a course have completed, at most all that they bought: the sums may be older than a lecture that was
 * removed. The only measure of completion, wherever it is shown. Needs `courses`, `course_sales` and `recent`, the changes since those sums.
 */
const completedSql = sql`least(
  coalesce(course_sales.completed, 0) + coalesce(recent.completed, 0), courses.enrolment_count::bigint * courses.lecture_count
)`

/** Returns how many lectures the students of a course have completed, and how many they bought. */
export async function findCompletion(on: Executor, courseId: string): Promise<{ completed: number; bought: number }> {
  const { rows } = await sql<{ completed: string; bought: string }>`
    select ${completedSql}::text as completed, (courses.enrolment_count::bigint * courses.lecture_count)::text as bought
    from courses
    left join course_sales on course_sales.course_id = courses.id
    left join lateral (
      select sum(completed) as completed from sales_changes
      where educator_id = courses.creator_id and course_id = courses.id
    ) as recent on true
    where courses.id = ${courseId}`.execute(on)
  return { completed: Number(rows[0]?.completed ?? 0), bought: Number(rows[0]?.bought ?? 0) }
}

/** Returns the sales of each course of an educator, highest revenue first, and the totals. */
export async function findSoldCourses(on: Executor, educatorId: string): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`
    select courses.id, courses.title, courses.removed_at is not null as removed, courses.enrolment_count as enrolments,
      courses.lecture_count as lectures, coalesce(paid.sum, 0)::text as revenue_paise, coalesce(done.count, 0)::int as completed,
      coalesce(sum(paid.sum) over (), 0)::text as total_paise,
      coalesce(sum(done.count) over (), 0)::text as total_completed,
      coalesce(sum(courses.enrolment_count::bigint * courses.lecture_count) over (), 0)::text as total_possible
    from courses
    left join course_sales on course_sales.course_id = courses.id
    left join (
      select course_id, sum(revenue_paise) as revenue, sum(completed) as completed
      from sales_changes where educator_id = ${educatorId} group by course_id
    ) as recent on recent.course_id = courses.id
    left join lateral (
      select coalesce(course_sales.revenue_paise, 0) + coalesce(recent.revenue, 0) as sum
      where course_sales.course_id is not null or recent.course_id is not null
    ) as paid on true
    left join lateral (select ${completedSql} as count) as done on true
    where courses.creator_id = ${educatorId} and (courses.removed_at is null or paid.sum is not null)
    order by paid.sum desc nulls last, courses.enrolment_count desc, courses.created_at desc, courses.id
    limit ${shownCourses}`.execute(on)
  return rows
}

/** Key in site_figures of the time zone of the daily sums. */
const zoneFigure = 'sales-zone'
const changesAtOnce = 10_000
/** Timeout in milliseconds for computing all sums again. */
const againMs = 10 * 60_000

/**
 * Adds the changes since the last run, which readers add meanwhile, to the sums by day and by course. If the site's time zone has changed,
 * all sums are computed again. Several processes may run it at the same time.
 */
export async function addUpSales(db: Db, zone: string, now: Date): Promise<void> {
  const row = await db.selectFrom('site_figures').select('value').where('name', '=', zoneFigure).executeTakeFirst()
  if ((row?.value as { zone: string } | undefined)?.zone !== zone) return addUpAgain(db, zone, now) // written below
  for (let taken = changesAtOnce; taken === changesAtOnce; ) {
    const { rows } = await sql<{ count: number }>`
      with taken as (
        delete from sales_changes where id in (
          select id from sales_changes order by id limit ${changesAtOnce} for update skip locked
        ) returning *
      ), days as (
        insert into educator_sales (educator_id, day, enrolments, revenue_paise)
        select educator_id, to_char(at at time zone ${zone}, 'YYYY-MM-DD'), sum(enrolments), sum(revenue_paise) from taken
        where enrolments <> 0 or revenue_paise <> 0 group by 1, 2 order by 1, 2
        on conflict (educator_id, day) do update set
          enrolments = educator_sales.enrolments + excluded.enrolments,
          revenue_paise = educator_sales.revenue_paise + excluded.revenue_paise
      ), sold as (
        insert into course_sales (course_id, revenue_paise, completed)
        select course_id, sum(revenue_paise), sum(completed) from taken
        where exists (select from courses where courses.id = course_id) group by 1 order by 1
        on conflict (course_id) do update set
          revenue_paise = course_sales.revenue_paise + excluded.revenue_paise,
          completed = course_sales.completed + excluded.completed
      )
      select count(*)::int as count from taken`.execute(db)
    taken = rows[0]?.count ?? 0
  }
}

/** Computes all sums from one snapshot: changes of transactions that are not in it stay in `sales_changes` and are added later. */
async function addUpAgain(db: Db, zone: string, now: Date): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(againMs)}`.execute(tx)
      await sql`delete from sales_changes`.execute(tx)
      await sql`delete from educator_sales`.execute(tx)
      await sql`delete from course_sales`.execute(tx)
      await sql`
        insert into educator_sales (educator_id, day, enrolments, revenue_paise)
        select educator_id, to_char(at at time zone ${zone}, 'YYYY-MM-DD'), sum(enrolments), sum(paise) from ${soldSql} as sold group by 1, 2`.execute(
        tx,
      )
      await sql`
        insert into course_sales (course_id, revenue_paise, completed)
        select course_id, sum(paise), sum(completed) from ${soldSql} as sold group by 1`.execute(tx)
      const figure = { name: zoneFigure, value: JSON.stringify({ zone }), counted_at: now }
      await tx
        .insertInto('site_figures')
        .values(figure)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(figure))
        .execute()
    })
}

/** Selects every enrolment and every sale as the sums count them. */
const soldSql = sql`(
  select courses.creator_id as educator_id, course_id, enrolments.created_at as at, 1 as enrolments, 0 as paise,
    completed_lectures as completed
  from enrolments join courses on courses.id = course_id
  union all
  select educator_id, course_id, sold_at, 0, amount_paise - refunded_paise, 0 from order_items where sold_at is not null
)`
