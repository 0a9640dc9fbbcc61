import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { LiveEndReason, LiveSessionsTable } from '#db/schema.ts'

export type SessionRow = Selectable<LiveSessionsTable>

/** What decides whether a user may attend the session of a lecture, and what it is. */
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
      'users.name as creator_name',
    ])
    .select(
      sql<boolean>`exists (
        select 1 from enrolments where enrolments.course_id = courses.id and enrolments.user_id = ${userId}
      )`.as('enrolled'),
    )
    .where('lectures.id', '=', lectureId)
    .executeTakeFirst()

export type LiveLecture = NonNullable<Awaited<ReturnType<typeof findLiveLecture>>>

/** Keeps a lecture's schedule as it is until the transaction ends. */
export async function holdLecture(tx: Tx, lectureId: string): Promise<void> {
  await tx.selectFrom('lectures').select('id').where('id', '=', lectureId).forShare().execute()
}

export const findOpenSession = (on: Executor, lectureId: string): Promise<SessionRow | undefined> =>
  on
    .selectFrom('live_sessions')
    .selectAll()
    .where('lecture_id', '=', lectureId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const findSession = (on: Executor, sessionId: string): Promise<SessionRow | undefined> =>
  on.selectFrom('live_sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()

/** The session of a room, held until the transaction ends: anyone who changes what is in it waits. */
export const lockSession = (tx: Tx, sessionId: string): Promise<SessionRow | undefined> =>
  tx.selectFrom('live_sessions').selectAll().where('id', '=', sessionId).forUpdate().executeTakeFirst()

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
  return true
}

/** The educator was in the room at this time. What lies in the future, his time to come, is not shortened by looking. */
export async function markEducatorSeen(on: Executor, sessionId: string, at: Date): Promise<void> {
  await on
    .updateTable('live_sessions')
    .set({ educator_seen_at: at })
    .where('id', '=', sessionId)
    .where('started_at', 'is not', null)
    .execute()
}

/** Open sessions that no one can hold any more: without educator since before `absentSince`, or without course or lecture. */
export const findSessionsToEnd = (on: Executor, absentSince: Date) =>
  on
    .selectFrom('live_sessions')
    .leftJoin('lectures', 'lectures.id', 'live_sessions.lecture_id')
    .leftJoin('courses', 'courses.id', 'lectures.course_id')
    .select(['live_sessions.id', 'live_sessions.lecture_id'])
    .select(sql<boolean>`courses.id is null or courses.removed_at is not null`.as('orphaned'))
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

/** Sessions that ended before a time go with everything that was said in them. */
export async function deleteOldSessions(on: Executor, before: Date): Promise<void> {
  await on.deleteFrom('live_sessions').where('ended_at', '<', before).execute()
}

/** Whose course a session belongs to; "" when it is gone. */
export async function findEducator(on: Executor, sessionId: string): Promise<string> {
  const row = await on
    .selectFrom('live_sessions')
    .innerJoin('lectures', 'lectures.id', 'live_sessions.lecture_id')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select('courses.creator_id')
    .where('live_sessions.id', '=', sessionId)
    .executeTakeFirst()
  return row?.creator_id ?? ''
}

/** A lecture with what its course is; the lecture is held until the transaction ends. Always before its session. */
export const lockLecture = (tx: Tx, lectureId: string) =>
  tx
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select([
      'lectures.id',
      'lectures.course_id',
      'lectures.live_state',
      'lectures.live_start_time',
      'courses.is_published',
      'courses.removed_at',
    ])
    .where('lectures.id', '=', lectureId)
    .forUpdate('lectures')
    .executeTakeFirst()
