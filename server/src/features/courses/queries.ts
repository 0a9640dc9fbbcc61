import { type Insertable, sql, type Updateable } from 'kysely'
import { compileOnce } from '#core/compile-once.ts'
import type { Executor, Tx } from '#core/transact.ts'
import type { CoursesTable } from '#db/schema.ts'
import { completeCourses, enrolledIn } from './complete-courses.ts'

const courseForVisitor = compileOnce(['courseId'], (on, { courseId }: { courseId: string }) =>
  completeCourses(on, { details: true }).select(enrolledIn(null).as('enrolled')).where('courses.id', '=', courseId),
)
const courseForViewer = compileOnce(
  ['courseId', 'viewerId'],
  (on, { courseId, viewerId }: { courseId: string; viewerId: string }) =>
    completeCourses(on, { details: true })
      .select(enrolledIn(viewerId).as('enrolled'))
      .where('courses.id', '=', courseId),
)

/** The complete course with `enrolled` for this viewer; whether he may see it is for `decideVisible`. */
export async function findCourse(on: Executor, courseId: string, viewerId: string | null) {
  const rows = await (viewerId === null
    ? courseForVisitor(on, { courseId })
    : courseForViewer(on, { courseId, viewerId }))
  return rows[0]
}

/** What decides whether a viewer may see a course. */
export const findCourseState = (on: Executor, courseId: string, viewerId: string | null) =>
  on
    .selectFrom('courses')
    .select(['creator_id', 'is_published', 'removed_at'])
    .select(enrolledIn(viewerId).as('enrolled'))
    .where('id', '=', courseId)
    .executeTakeFirst()

export const findPublishedCourses = (on: Executor) =>
  completeCourses(on)
    .where('courses.is_published', '=', true)
    .orderBy('courses.created_at', 'desc')
    .orderBy('courses.id', 'desc')
    .execute()

/** A creator's courses with the ids of their students; removed ones are gone for him too. */
export const findCoursesOf = (on: Executor, creatorId: string) =>
  completeCourses(on)
    .select(
      sql<string[]>`array(
        select enrolments.user_id from enrolments where enrolments.course_id = courses.id order by enrolments.created_at
      )`.as('students'),
    )
    .where('courses.creator_id', '=', creatorId)
    .where('courses.removed_at', 'is', null)
    .orderBy('courses.created_at', 'desc')
    .orderBy('courses.id', 'desc')
    .execute()

export async function insertCourse(on: Executor, course: Insertable<CoursesTable>): Promise<void> {
  await on.insertInto('courses').values(course).execute()
}

export async function isOwnCourse(on: Executor, courseId: string, ownerId: string): Promise<boolean> {
  const row = await on
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('creator_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The owner's course, held until the transaction ends: anyone who changes it, its lectures or its counters waits. */
export const lockOwnCourse = (tx: Tx, courseId: string, ownerId: string) =>
  tx
    .selectFrom('courses')
    .selectAll()
    .where('id', '=', courseId)
    .where('creator_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Anybody's course that is not removed, held until the transaction ends. */
export const lockCourse = (tx: Tx, courseId: string) =>
  tx
    .selectFrom('courses')
    .selectAll()
    .where('id', '=', courseId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** A creator's courses that are not removed, held until the transaction ends. */
export const lockCoursesOf = (tx: Tx, creatorId: string) =>
  tx
    .selectFrom('courses')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function updateCourse(tx: Tx, courseId: string, changes: Updateable<CoursesTable>): Promise<void> {
  await tx.updateTable('courses').set(changes).where('id', '=', courseId).execute()
}

export async function deleteCourse(tx: Tx, courseId: string): Promise<void> {
  await tx.deleteFrom('courses').where('id', '=', courseId).execute()
}

export async function videoIdsOf(on: Executor, courseId: string): Promise<string[]> {
  const rows = await on
    .selectFrom('lectures')
    .select('video_id')
    .where('course_id', '=', courseId)
    .where('video_id', 'is not', null)
    .execute()
  return rows.flatMap(({ video_id }) => (video_id === null ? [] : [video_id]))
}

/** Counted in the tables themselves: what depends on it cannot be taken back. */
export async function findTies(tx: Tx, courseId: string): Promise<{ enrolments: boolean; orders: boolean }> {
  const { rows } = await sql<{ enrolments: boolean; orders: boolean }>`
    select exists (select 1 from enrolments where course_id = ${courseId}) as enrolments,
      exists (select 1 from orders where course_id = ${courseId}) as orders`.execute(tx)
  return rows[0] ?? { enrolments: true, orders: true }
}

/** Has this user ever made a course that is not removed? */
export async function hasCourses(on: Executor, userId: string): Promise<boolean> {
  const row = await on
    .selectFrom('courses')
    .select('id')
    .where('creator_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** No one is left to start the sessions that are scheduled; answers whose they were. Calendars learn of it by the revision. */
export async function cancelSessions(tx: Tx, courseId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('lectures')
    .set({ live_state: 'none', live_start_time: null, live_revision: sql`live_revision + 1` })
    .where('course_id', '=', courseId)
    .where('live_state', '=', 'scheduled')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Who hears of the sessions of a course: its educator and its students. */
export async function findAudience(on: Executor, courseId: string): Promise<string[]> {
  const rows = await on
    .selectFrom('enrolments')
    .select('user_id')
    .where('course_id', '=', courseId)
    .union(on.selectFrom('courses').select('creator_id as user_id').where('id', '=', courseId))
    .execute()
  return rows.map(({ user_id }) => user_id)
}
