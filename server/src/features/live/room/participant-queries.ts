import { type GivenRole, maxWaiting } from '@virtual-courses/contract'
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

const members = (on: Executor, sessionId: string) =>
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

/** Returns the participants of a room in the order in which they came, with what others see of them. */
export const findParticipants = (on: Executor, sessionId: string) =>
  members(on, sessionId).where('admitted', '=', true).execute()

/** Returns who waits for admission, longest first. */
export const findWaiting = (on: Executor, sessionId: string) =>
  members(on, sessionId).where('admitted', '=', false).limit(maxWaiting).execute()

/** Returns the participants who are hosts. */
export const findHosts = (on: Executor, sessionId: string) =>
  members(on, sessionId)
    .where(({ or, eb }) =>
      or([
        eb('live_participants.role', '=', 'cohost'),
        eb('courses.creator_id', '=', eb.ref('live_participants.user_id')),
      ]),
    )
    .execute()

/** Returns someone of a room, also someone who waits, with their role. */
export async function findMember(on: Executor, sessionId: string, peerId: string) {
  const row = await members(on, sessionId).where('peer_id', '=', peerId).executeTakeFirst()
  return row && { ...row, role: row.is_educator ? ('educator' as const) : row.role }
}
export type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>

/**
 * Returns the number of slots, of people who are admitted or who wait, that belong to other users than these; a lost slot counts while
 * it is kept. The session must be locked.
 */
export async function countOthers(
  tx: Tx,
  { sessionId, admitted }: { sessionId: string; admitted: boolean },
  userIds: readonly string[],
  keptSince: Date,
): Promise<number> {
  const row = await tx
    .selectFrom('live_participants')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('session_id', '=', sessionId)
    .where('admitted', '=', admitted)
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

/** Deletes the slot of this socket and returns what it was; undefined when it belongs to another socket by now. */
export const deleteOwnParticipant = (
  tx: Tx,
  owned: { peerId: string; socketId: string },
): Promise<ParticipantRow | undefined> =>
  tx
    .deleteFrom('live_participants')
    .where('peer_id', '=', owned.peerId)
    .where('socket_id', '=', owned.socketId)
    .returningAll()
    .executeTakeFirst()

export async function deleteParticipant(tx: Tx, sessionId: string, peerId: string): Promise<void> {
  await tx.deleteFrom('live_participants').where('session_id', '=', sessionId).where('peer_id', '=', peerId).execute()
}

/** Admits someone who waits, or everyone; returns the peer ids of those who did wait. */
export async function admitParticipants(
  tx: Tx,
  { sessionId, peerId, now }: { sessionId: string; peerId: string | undefined; now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('live_participants')
    .set({ admitted: true, connected_at: now })
    .where('session_id', '=', sessionId)
    .where('admitted', '=', false)
    .$if(peerId !== undefined, (query) => query.where('peer_id', '=', peerId ?? ''))
    .returning('peer_id')
    .execute()
  return rows.map(({ peer_id }) => peer_id)
}

/** Makes listeners of those of these participants who are speakers. */
export async function makeListeners(tx: Tx, peerIds: readonly string[]): Promise<void> {
  if (peerIds.length === 0) return
  await tx
    .updateTable('live_participants')
    .set({ role: 'listener', audio: false, video: false })
    .where('peer_id', 'in', peerIds)
    .where('role', '=', 'speaker')
    .execute()
}

/** Returns the number of participants beside the educator, or of those with a role. */
export async function countAdmitted(tx: Tx, sessionId: string, role?: GivenRole): Promise<number> {
  const row = await tx
    .selectFrom('live_participants')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_participants.session_id')
    .leftJoin('lectures', 'lectures.id', 'live_sessions.lecture_id')
    .leftJoin('courses', 'courses.id', 'lectures.course_id')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('session_id', '=', sessionId)
    .where('admitted', '=', true)
    .where(sql<boolean>`courses.creator_id is distinct from live_participants.user_id`)
    .$if(role !== undefined, (query) => query.where('live_participants.role', '=', role ?? 'speaker'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
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

/** Deletes a lost slot and returns what it was, unless its user has come back to it meanwhile. */
export const deleteLostParticipant = (tx: Tx, peerId: string, before: Date): Promise<ParticipantRow | undefined> =>
  tx
    .deleteFrom('live_participants')
    .where('peer_id', '=', peerId)
    .where('seen_at', '<', before)
    .returningAll()
    .executeTakeFirst()

/** Remembers when a speaker who has no slot any more was last connected. */
export async function putFormerSpeaker(
  tx: Tx,
  former: { session_id: string; user_id: string; seen_at: Date },
): Promise<void> {
  await tx
    .insertInto('live_former_speakers')
    .values(former)
    .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doUpdateSet({ seen_at: former.seen_at }))
    .execute()
}

/** Deletes what is remembered of a former speaker, and returns it. */
export const takeFormerSpeaker = (tx: Tx, sessionId: string, userId: string): Promise<{ seen_at: Date } | undefined> =>
  tx
    .deleteFrom('live_former_speakers')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('seen_at')
    .executeTakeFirst()
