import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { LiveEndReason, LiveSessionsTable } from '#db/schema.ts'
import { hasOpening, openedBy } from '../openings/index.ts'

export type SessionRow = Selectable<LiveSessionsTable>

/** Returns a lecture's session and what decides whether a user may attend it. */
export const findLiveLecture = (on: Executor, lectureId: string, userId: string) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .innerJoin('users', 'users.id', 'courses.creator_id')
    .select([
      'lectures.id',
      'lectures.title',
      'lectures.live_state',
      'lectures.live_start_time',
      'lectures.live_revision',
      'courses.id as course_id',
      'courses.title as course_title',
      'courses.creator_id',
      'courses.is_published',
      'courses.removed_at',
      'courses.enrolment_count',
      'users.name as creator_name',
    ])
    .select(
      sql<boolean>`exists (
        select 1 from enrolments where enrolments.course_id = courses.id and enrolments.user_id = ${userId}
      )`.as('enrolled'),
    )
    .select(sql<boolean>`(not ${hasOpening} or ${openedBy(userId)})`.as('is_opened'))
    .where('lectures.id', '=', lectureId)
    .executeTakeFirst()

export type LiveLecture = NonNullable<Awaited<ReturnType<typeof findLiveLecture>>>

export const findOpenSession = (on: Executor, lectureId: string): Promise<SessionRow | undefined> =>
  on
    .selectFrom('live_sessions')
    .selectAll()
    .where('lecture_id', '=', lectureId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const findSession = (on: Executor, sessionId: string): Promise<SessionRow | undefined> =>
  on.selectFrom('live_sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()

/** Locks the session of a room until the transaction ends: all changes of the room wait for each other. */
export const lockSession = (tx: Tx, sessionId: string): Promise<SessionRow | undefined> =>
  tx.selectFrom('live_sessions').selectAll().where('id', '=', sessionId).forUpdate().executeTakeFirst()

/** Keeps a session from ending, and from other changes, until the transaction ends; several may do so at once. */
export const shareSession = (tx: Tx, sessionId: string): Promise<SessionRow | undefined> =>
  tx.selectFrom('live_sessions').selectAll().where('id', '=', sessionId).forShare().executeTakeFirst()

/** Inserts a session unless its lecture has an open one. */
export async function insertSession(tx: Tx, session: Insertable<LiveSessionsTable>): Promise<void> {
  await tx
    .insertInto('live_sessions')
    .values(session)
    .onConflict((conflict) => conflict.column('lecture_id').where('ended_at', 'is', null).doNothing())
    .execute()
}

export async function startSessionRow(tx: Tx, id: string, startedAt: Date, educatorDue: Date): Promise<void> {
  await tx
    .updateTable('live_sessions')
    .set({ started_at: startedAt, educator_seen_at: educatorDue })
    .where('id', '=', id)
    .execute()
}

/** Ends an open session and empties its room; false when it had ended before. */
export async function endSessionRow(tx: Tx, id: string, endedAt: Date, reason: LiveEndReason): Promise<boolean> {
  const ended = await tx
    .updateTable('live_sessions')
    .set({ ended_at: endedAt, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return false
  await tx.deleteFrom('live_participants').where('session_id', '=', id).execute()
  await tx.deleteFrom('live_former_speakers').where('session_id', '=', id).execute()
  return true
}

/** Stores when the educator of a started session was in the room. */
export async function markEducatorSeen(on: Executor, sessionId: string, at: Date): Promise<void> {
  await on
    .updateTable('live_sessions')
    .set({ educator_seen_at: at })
    .where('id', '=', sessionId)
    .where('started_at', 'is not', null)
    .execute()
}

/** Returns open sessions whose educator was last seen before `absentSince`, or whose course or lecture was deleted. */
export const findSessionsToEnd = (on: Executor, absentSince: Date) =>
  on
    .selectFrom('live_sessions')
    .leftJoin('lectures', 'lectures.id', 'live_sessions.lecture_id')
    .leftJoin('courses', 'courses.id', 'lectures.course_id')
    .select(['live_sessions.id', 'live_sessions.lecture_id'])
    .where('live_sessions.ended_at', 'is', null)
    .where((where) =>
      where.or([
        where('courses.id', 'is', null),
        where('courses.removed_at', 'is not', null),
        where('live_sessions.educator_seen_at', '<', absentSince),
      ]),
    )
    .execute()

export async function isRemoved(on: Executor, sessionId: string, userId: string): Promise<boolean> {
  const row = await on
    .selectFrom('live_removed_participants')
    .select('user_id')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRemoval(tx: Tx, sessionId: string, userId: string, at: Date): Promise<void> {
  await tx
    .insertInto('live_removed_participants')
    .values({ session_id: sessionId, user_id: userId, removed_at: at })
    .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doNothing())
    .execute()
}

/** Deletes sessions that ended before a time, with their messages. */
export async function deleteOldSessions(on: Executor, before: Date): Promise<void> {
  await on.deleteFrom('live_sessions').where('ended_at', '<', before).execute()
}

/** Changes what hosts can set of a room. The session must be locked. */
export async function updateSession(tx: Tx, id: string, changes: Updateable<LiveSessionsTable>): Promise<void> {
  await tx.updateTable('live_sessions').set(changes).where('id', '=', id).execute()
}

export async function isCohost(on: Executor, sessionId: string, userId: string): Promise<boolean> {
  const row = await on
    .selectFrom('live_cohosts')
    .select('user_id')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function countCohosts(tx: Tx, sessionId: string): Promise<number> {
  const row = await tx
    .selectFrom('live_cohosts')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function insertCohost(tx: Tx, sessionId: string, userId: string): Promise<void> {
  await tx
    .insertInto('live_cohosts')
    .values({ session_id: sessionId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doNothing())
    .execute()
}

/** Ends the role of a user who is not enrolled in a course in all its sessions. */
export async function deleteCohostOfCourse(on: Executor, userId: string, courseId: string): Promise<void> {
  await sql`
    delete from live_cohosts using live_sessions, lectures
    where live_sessions.id = live_cohosts.session_id and lectures.id = live_sessions.lecture_id
      and live_cohosts.user_id = ${userId} and lectures.course_id = ${courseId}
      and not exists (select from enrolments where user_id = ${userId} and course_id = ${courseId})`.execute(on)
}

export async function deleteCohost(tx: Tx, sessionId: string, userId: string): Promise<void> {
  await tx.deleteFrom('live_cohosts').where('session_id', '=', sessionId).where('user_id', '=', userId).execute()
}
