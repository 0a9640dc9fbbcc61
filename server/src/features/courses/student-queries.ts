import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { likeText } from './queries.ts'

export type StudentQuery = {
  limit: number
  offset: number
  text?: string | undefined
  sort: 'newest' | 'name' | 'progress'
}

export type StudentRow = {
  id: string
  name: string
  photo_id: string | null
  enrolled_at: Date
  completed_lectures: number
  last_watched_at: Date | null
}

const orders = {
  newest: sql`enrolments.created_at desc, users.id`,
  name: sql`lower(users.name), users.id`,
  progress: sql`completed_lectures desc, enrolments.created_at desc, users.id`,
}

const fitting = (courseId: string, text: string | undefined) =>
  sql`enrolments.course_id = ${courseId} ${text ? sql`and users.name ilike ${likeText(text)}` : sql``}`

/** A page of a course's students, with the progress of each in its present lectures. */
export async function findStudents(on: Executor, courseId: string, query: StudentQuery): Promise<StudentRow[]> {
  const { limit, offset, text, sort } = query
  const own = sql`from lecture_progress as progress join lectures on lectures.id = progress.lecture_id
    where progress.user_id = users.id and lectures.course_id = ${courseId}`
  const { rows } = await sql<StudentRow>`
    select users.id, users.name, users.photo_id, enrolments.created_at as enrolled_at,
      (select count(progress.completed_at)::int ${own}) as completed_lectures,
      (select max(progress.watched_at) ${own}) as last_watched_at
    from enrolments join users on users.id = enrolments.user_id
    where ${fitting(courseId, text)}
    order by ${orders[sort]} limit ${limit} offset ${offset}`.execute(on)
  return rows
}

export async function countStudents(on: Executor, courseId: string, text: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from enrolments join users on users.id = enrolments.user_id
    where ${fitting(courseId, text)}`.execute(on)
  return rows[0]?.count ?? 0
}

/** The number of lectures of the owner's course; undefined when they have no such course. */
export async function findOwnLectureCount(
  on: Executor,
  courseId: string,
  ownerId: string,
): Promise<number | undefined> {
  const row = await on
    .selectFrom('courses')
    .select('lecture_count')
    .where('id', '=', courseId)
    .where('creator_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.lecture_count
}
