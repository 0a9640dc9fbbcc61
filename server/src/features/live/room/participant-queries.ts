import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { LiveParticipantsTable } from '#db/schema.ts'

export type ParticipantRow = Selectable<LiveParticipantsTable>

export const findParticipantOf = (
  on: Executor,
  sessionId: string,
  userId: string,
): Promise<ParticipantRow | undefined> =>
  on
    .selectFrom('live_participants')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** The sessions of a course in which a user who is not enrolled in it has a slot. */
export const findSlotsOf = (on: Executor, userId: string, courseId: string) =>
  on
    .selectFrom('live_participants')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_participants.session_id')
    .innerJoin('lectures', 'lectures.id', 'live_sessions.lecture_id')
    .select('live_participants.session_id')
    .where('live_participants.user_id', '=', userId)
    .where('lectures.course_id', '=', courseId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('enrolments')
            .select('enrolments.user_id')
            .where('enrolments.user_id', '=', userId)
            .where('enrolments.course_id', '=', courseId),
        ),
      ),
    )
    .execute()

/** Returns the participants of a room in the order in which they came, with what others see of them. */
export const findParticipants = (on: Executor, sessionId: string) =>
  on
    .selectFrom('live_participants')
    .innerJoin('users', 'users.id', 'live_participants.user_id')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_participants.session_id')
    .leftJoin('lectures', 'lectures.id', 'live_sessions.lecture_id')
    .leftJoin('courses', 'courses.id', 'lectures.course_id')
    .selectAll('live_participants')
    .select(['users.name', 'users.photo_id'])
    .select(sql<boolean>`courses.creator_id is not distinct from live_participants.user_id`.as('is_educator'))
    .where('session_id', '=', sessionId)
    .orderBy('joined_at')
    .orderBy('peer_id')
    .execute()

/**
 * Returns the number of slots that belong to other users than these; a lost slot counts while it is kept. The session must be
 * locked.
 */
export async function countOthers(
  tx: Tx,
  sessionId: string,
  userIds: readonly string[],
  keptSince: Date,
): Promise<number> {
  const row = await tx
    .selectFrom('live_participants')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('session_id', '=', sessionId)
    .where('user_id', 'not in', userIds)
    .where((where) => where.or([where('connected', '=', true), where('seen_at', '>=', keptSince)]))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function insertParticipant(tx: Tx, participant: Insertable<LiveParticipantsTable>): Promise<void> {
  await tx.insertInto('live_participants').values(participant).execute()
}

export async function updateParticipant(
  tx: Tx,
  peerId: string,
  changes: Updateable<LiveParticipantsTable>,
): Promise<void> {
  await tx.updateTable('live_participants').set(changes).where('peer_id', '=', peerId).execute()
}

/** True while the slot belongs to the socket. */
export async function ownsSlot(on: Executor, owned: { peerId: string; socketId: string }): Promise<boolean> {
  const row = await on
    .selectFrom('live_participants')
    .select('peer_id')
    .where('peer_id', '=', owned.peerId)
    .where('socket_id', '=', owned.socketId)
    .executeTakeFirst()
  return row !== undefined
}

/** Changes the slot of this socket; false when it belongs to another socket by now. */
export async function updateOwnParticipant(
  on: Executor,
  owned: { peerId: string; socketId: string },
  changes: Updateable<LiveParticipantsTable>,
): Promise<boolean> {
  const result = await on
    .updateTable('live_participants')
    .set(changes)
    .where('peer_id', '=', owned.peerId)
    .where('socket_id', '=', owned.socketId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes the slot of this socket; false when it belongs to another socket by now. */
export async function deleteOwnParticipant(tx: Tx, owned: { peerId: string; socketId: string }): Promise<boolean> {
  const result = await tx
    .deleteFrom('live_participants')
    .where('peer_id', '=', owned.peerId)
    .where('socket_id', '=', owned.socketId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deleteParticipant(
  tx: Tx,
  sessionId: string,
  peerId: string,
): Promise<{ userId: string } | undefined> {
  const row = await tx
    .deleteFrom('live_participants')
    .where('session_id', '=', sessionId)
    .where('peer_id', '=', peerId)
    .returning('user_id')
    .executeTakeFirst()
  return row && { userId: row.user_id }
}

/** Marks the slots of these sockets as seen; returns the peer ids of the slots that still belong to them. */
export async function markSeen(
  on: Executor,
  owned: readonly { peerId: string; socketId: string }[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ peer_id: string }>`
    update live_participants set seen_at = ${at}, connected = true
    from unnest(${owned.map(({ peerId }) => peerId)}::text[], ${owned.map(({ socketId }) => socketId)}::text[])
      as owned (peer_id, socket_id)
    where live_participants.peer_id = owned.peer_id and live_participants.socket_id = owned.socket_id
    returning live_participants.peer_id`.execute(on)
  return new Set(rows.map(({ peer_id }) => peer_id))
}

/** Returns up to 1000 slots that were last seen before `before`. */
export const findLostParticipants = (on: Executor, before: Date) =>
  on
    .selectFrom('live_participants')
    .select(['peer_id', 'session_id'])
    .where('seen_at', '<', before)
    .limit(1000)
    .execute()

/** Deletes a lost slot, unless its user has come back to it meanwhile. */
export async function deleteLostParticipant(tx: Tx, peerId: string, before: Date): Promise<boolean> {
  const result = await tx
    .deleteFrom('live_participants')
    .where('peer_id', '=', peerId)
    .where('seen_at', '<', before)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function findParticipant(
  on: Executor,
  sessionId: string,
  peerId: string,
): Promise<ParticipantRow | undefined> {
  return on
    .selectFrom('live_participants')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('peer_id', '=', peerId)
    .executeTakeFirst()
}
