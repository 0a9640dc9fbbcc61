import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo, type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import { likeText } from '../../courses/index.ts'

export type StudentQuery = PageQuery & {
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
  completed_at: Date | null
  /** number of the certificate that counts */
  certificate: string | null
  /** ids of the entries that they have ticked */
  done: string[]
}

const newest: Order['keys'] = [
  ['enrolments.created_at', 'time'],
  ['enrolments.user_id', 'text'],
]
/** Names are not on the enrolment's row: that order reads all students of the course. */
const orders: Record<StudentQuery['sort'], Order> = {
  newest: { direction: 'desc', keys: newest },
  name: {
    direction: 'asc',
    keys: [
      ['lower(users.name)', 'text'],
      ['users.id', 'text'],
    ],
  },
  progress: { direction: 'desc', keys: [['enrolments.completed_lectures', 'integer'], ...newest] },
}

/**
 * A course's students of a query, as a table that its page and its count read. Those with a text in their names are found first
 * (`offset 0`), by the index of names: in the order of the list one would look at every student before a rare name.
 */
const listed = (courseId: string, text: string | undefined) =>
  text
    ? sql`(
        select enrolments.* from enrolments join users as named on named.id = enrolments.user_id
        where enrolments.course_id = ${courseId} and named.name ilike ${likeText(text)} offset 0
      ) as enrolments`
    : sql`enrolments`

/** A page of a course's students, with the progress of each in its present lectures. */
export async function findStudents(on: Executor, courseId: string, query: StudentQuery): Promise<Page<StudentRow>> {
  const { within, key, tail, pageOf } = keysetSql(orders[query.sort], query)
  const own = sql`from lecture_progress as progress join lectures on lectures.id = progress.lecture_id
    where progress.user_id = users.id and lectures.course_id = ${courseId}`
  const { rows } = await sql<StudentRow & Keyed>`
    select users.id, users.name, users.photo_id, enrolments.created_at as enrolled_at,
      (select count(progress.completed_at)::int ${own}) as completed_lectures,
      (select max(progress.watched_at) ${own}) as last_watched_at,
      array(select progress.lecture_id ${own} and progress.completed_at is not null) as done,
      (select completed_at from course_completions as kept
        where kept.user_id = users.id and kept.course_id = enrolments.course_id) as completed_at,
      (select serial from certificates where certificates.user_id = users.id
        and certificates.course_id = enrolments.course_id and withdrawn_at is null) as certificate, ${key}
    from ${listed(courseId, query.text)} join users on users.id = enrolments.user_id
    where enrolments.course_id = ${courseId} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export const countStudents = (on: Executor, courseId: string, text: string): Promise<number> =>
  countUpTo(on, listed(courseId, text))

/** The numbers of lectures and students of the owner's course; undefined when they have no such course. */
export const findOwnCounts = (on: Executor, courseId: string, ownerId: string) =>
  on
    .selectFrom('courses')
    .select(['lecture_count', 'enrolment_count'])
    .where('id', '=', courseId)
    .where('creator_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
