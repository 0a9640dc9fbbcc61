import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import { type CardRow, cardColumnsSql } from './queries.ts'
import { likeText } from './text-filters.ts'

const order = newestFirst('courses')

type OwnCourseRow = CardRow & Keyed & { is_published: boolean }

type OwnQuery = PageQuery & { text?: string | undefined }

/** A page of an educator's courses that are not removed, newest first; with a text, those that have it in their titles. */
export async function findOwnCourses(on: Executor, educatorId: string, query: OwnQuery): Promise<Page<OwnCourseRow>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  // at most `maxCourses` rows, by the index of the educator
  const titled = query.text ? sql`and title ilike ${likeText(query.text)}` : sql``
  const { rows } = await sql<OwnCourseRow>`
    select ${sql.raw(cardColumnsSql)}, is_published, ${key} from courses
    where creator_id = ${educatorId} and removed_at is null ${titled} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

type Totals = { courses: number; published: number; lectures: number; enrolments: number; earning_paise: string }

/** Reads only the rows of the educator's courses, once. */
export async function findTotals(on: Executor, educatorId: string): Promise<Totals | undefined> {
  const { rows } = await sql<Totals>`
    select count(*)::int as courses, count(*) filter (where is_published)::int as published,
      coalesce(sum(lecture_count), 0)::int as lectures, coalesce(sum(enrolment_count), 0)::int as enrolments,
      coalesce(sum(coalesce(price_paise, 0)::bigint * enrolment_count), 0)::text as earning_paise
    from courses where creator_id = ${educatorId} and removed_at is null`.execute(on)
  return rows[0]
}

/** The courses with the most students, the newest first. */
export const findLargest = async (on: Executor, educatorId: string, count: number) => {
  const { rows } = await sql<{ id: string; title: string; lecture_count: number; enrolment_count: number }>`
    select * from (
      select id, title, lecture_count, enrolment_count, created_at from courses
      where creator_id = ${educatorId} and removed_at is null
      order by enrolment_count desc, created_at desc, id desc limit ${count}
    ) as largest order by created_at desc, id desc`.execute(on)
  return rows
}

type SessionRow = {
  id: string
  title: string
  course_id: string
  course_title: string
  live_start_time: Date | null
  live: boolean
}

/** Live sessions, then scheduled ones, the nearest first. */
export async function findSessions(on: Executor, educatorId: string, count: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select lectures.id, lectures.title, course_id, courses.title as course_title, live_start_time,
      live_state = 'live' as live
    from courses join lectures on lectures.course_id = courses.id
    where creator_id = ${educatorId} and removed_at is null and live_state in ('scheduled', 'live')
    order by live desc, live_start_time nulls first, lectures.id limit ${count}`.execute(on)
  return rows
}
