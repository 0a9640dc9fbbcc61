import type { api, ReplyOf, TeachingSummary } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Keyed, keysetSql, newestFirst, type PageQuery } from '#core/keyset.ts'
import { type CardRow, presentCard } from './present.ts'
import { rupeesOf } from './rules.ts'

const order = newestFirst('courses')

/** Returns a page of an educator's courses that are not removed, newest first. */
export async function listOwnCourses(
  { db }: Pick<FeatureDeps, 'db'>,
  educatorId: string,
  query: PageQuery,
): Promise<ReplyOf<typeof api.courses.own>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows: read } = await sql<CardRow & Keyed & { is_published: boolean }>`
    select courses.id, title, sub_title, category, level, price_paise, thumbnail_id, creator_id, users.name as creator_name,
      rating_sum, rating_count, enrolment_count, lecture_count, is_published, ${key}
    from courses join users on users.id = courses.creator_id
    where creator_id = ${educatorId} and removed_at is null and ${within} ${tail}`.execute(db)
  const { rows, next, previous } = pageOf(read)
  return { courses: rows.map((row) => ({ ...presentCard(row), isPublished: row.is_published })), next, previous }
}

const shownCourses = 100
const shownSessions = 5

type Totals = { courses: number; published: number; lectures: number; enrolments: number; earning_paise: string }

/** Reads only the rows of the educator's courses, once. */
async function findTotals(on: Executor, educatorId: string): Promise<Totals | undefined> {
  const { rows } = await sql<Totals>`
    select count(*)::int as courses, count(*) filter (where is_published)::int as published,
      coalesce(sum(lecture_count), 0)::int as lectures, coalesce(sum(enrolment_count), 0)::int as enrolments,
      coalesce(sum(coalesce(price_paise, 0)::bigint * enrolment_count), 0)::text as earning_paise
    from courses where creator_id = ${educatorId} and removed_at is null`.execute(on)
  return rows[0]
}

const findLargest = async (on: Executor, educatorId: string) => {
  const { rows } = await sql<{ id: string; title: string; lecture_count: number; enrolment_count: number }>`
    select * from (
      select id, title, lecture_count, enrolment_count, created_at from courses
      where creator_id = ${educatorId} and removed_at is null
      order by enrolment_count desc, created_at desc, id desc limit ${shownCourses}
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

async function findSessions(on: Executor, educatorId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select lectures.id, lectures.title, course_id, courses.title as course_title, live_start_time,
      live_state = 'live' as live
    from courses join lectures on lectures.course_id = courses.id
    where creator_id = ${educatorId} and removed_at is null and live_state in ('scheduled', 'live')
    order by live desc, live_start_time nulls first, lectures.id limit ${shownSessions}`.execute(on)
  return rows
}

/** Returns what an educator's dashboard shows of all their courses. */
export async function summariseTeaching({ db }: Pick<FeatureDeps, 'db'>, educatorId: string): Promise<TeachingSummary> {
  const [totals, largest, sessions] = await Promise.all([
    findTotals(db, educatorId),
    findLargest(db, educatorId),
    findSessions(db, educatorId),
  ])
  const { earning_paise: earning = '0', ...counts } = totals ?? { courses: 0, published: 0, lectures: 0, enrolments: 0 }
  return {
    ...counts,
    earning: rupeesOf(Number(earning)),
    largest: largest.map((row) => ({
      _id: row.id,
      title: row.title,
      lectures: row.lecture_count,
      students: row.enrolment_count,
    })),
    sessions: sessions.map((row) => ({
      lectureId: row.id,
      title: row.title,
      courseId: row.course_id,
      courseTitle: row.course_title,
      startTime: row.live_start_time?.toISOString() ?? null,
      live: row.live,
    })),
  }
}
