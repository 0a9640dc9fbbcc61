import type { SalesRow } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { rupeesOf } from '../courses/index.ts'

type Spans = {
  now: Date
  /** IANA name */
  zone: string
  unit: 'day' | 'month'
  count: number
  /** whose courses are counted; all courses without one */
  educatorId?: string
}

/** Returns the enrolments and the revenue of the last days or months, this one included, oldest first, with empty ones. */
export async function findSales(on: Executor, { now, zone, unit, count, educatorId }: Spans): Promise<SalesRow[]> {
  const ofEducator =
    educatorId === undefined ? sql`true` : sql`course_id in (select id from courses where creator_id = ${educatorId})`
  const soldBy = educatorId === undefined ? sql`true` : sql`educator_id = ${educatorId}`
  const step = sql`make_interval(${sql.raw(unit === 'day' ? 'days' : 'months')} => 1)`
  const { rows } = await sql<{ day: string; enrolments: number; revenue_paise: string }>`
    with spans as (
      select span::date as day from generate_series(
        date_trunc(${unit}, ${now}::timestamptz at time zone ${zone}) - ${count - 1}::int * ${step},
        date_trunc(${unit}, ${now}::timestamptz at time zone ${zone}),
        ${step}
      ) as span
    ), first as (select (min(day)::timestamp at time zone ${zone}) as start from spans),
    enrolled as (
      select date_trunc(${unit}, created_at at time zone ${zone})::date as day, count(*)::int as count
      from enrolments where ${ofEducator} and created_at >= (select start from first) group by 1
    ), paid as (
      select date_trunc(${unit}, sold_at at time zone ${zone})::date as day, sum(amount_paise - refunded_paise) as sum
      from order_items where ${soldBy} and sold_at >= (select start from first) group by 1
    )
    select to_char(spans.day, 'YYYY-MM-DD') as day, coalesce(enrolled.count, 0) as enrolments,
      coalesce(paid.sum, 0)::text as revenue_paise
    from spans left join enrolled on enrolled.day = spans.day left join paid on paid.day = spans.day
    order by spans.day`.execute(on)
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
  /** over all courses, also those beyond the limit */
  total_paise: string
  total_completed: string
  total_possible: string
}

/** What each course of an educator sold, the one with the highest revenue first, and the totals. */
export async function findSoldCourses(on: Executor, educatorId: string): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`
    select courses.id, courses.title, courses.removed_at is not null as removed, courses.enrolment_count as enrolments,
      courses.lecture_count as lectures, coalesce(paid.sum, 0)::text as revenue_paise, coalesce(done.count, 0)::int as completed,
      coalesce(sum(paid.sum) over (), 0)::text as total_paise,
      coalesce(sum(done.count) over (), 0)::text as total_completed,
      coalesce(sum(courses.enrolment_count::bigint * courses.lecture_count) over (), 0)::text as total_possible
    from courses
    left join lateral (
      select sum(amount_paise - refunded_paise) from order_items where order_items.course_id = courses.id and sold_at is not null
    ) as paid on true
    left join lateral (
      select sum(least(completed_lectures, courses.lecture_count)) as count from enrolments where enrolments.course_id = courses.id
    ) as done on true
    where courses.creator_id = ${educatorId} and (courses.removed_at is null or paid.sum is not null)
    order by paid.sum desc nulls last, courses.enrolment_count desc, courses.created_at desc, courses.id
    limit ${shownCourses}`.execute(on)
  return rows
}
