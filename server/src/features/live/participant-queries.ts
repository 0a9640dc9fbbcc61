import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { LiveParticipantsTable } from '#db/schema.ts'

export type PlaceRow = Selectable<LiveParticipantsTable>

export const findPlaceOf = (on: Executor, sessionId: string, userId: string): Promise<PlaceRow | undefined> =>
  on
    .selectFrom('live_participants')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** The people of a room in the order in which they came, with what others see of them. */
export const findPeople = (on: Executor, sessionId: string) =>
  on
    .selectFrom('live_participants')
    .innerJoin('users', 'users.id', 'live_participants.user_id')
    .selectAll('live_participants')
    .select(['users.name', 'users.photo_id'])
    .where('session_id', '=', sessionId)
    .orderBy('joined_at')
    .orderBy('peer_id')
    .execute()

/**
 * How many places of a room are taken by others than these users; lost ones count while they are kept. The session must be
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

export async function insertPlace(tx: Tx, place: Insertable<LiveParticipantsTable>): Promise<void> {
  await tx.insertInto('live_participants').values(place).execute()
}

export async function updatePlace(tx: Tx, peerId: string, changes: Updateable<LiveParticipantsTable>): Promise<void> {
  await tx.updateTable('live_participants').set(changes).where('peer_id', '=', peerId).execute()
}

/** Is this place still the socket's? */
export async function isHeld(on: Executor, held: { peerId: string; socketId: string }): Promise<boolean> {
  const row = await on
    .selectFrom('live_participants')
    .select('peer_id')
    .where('peer_id', '=', held.peerId)
    .where('socket_id', '=', held.socketId)
    .executeTakeFirst()
  return row !== undefined
}

/** Changes the place that this socket sits on; false when it sits there no more. */
export async function updateHeldPlace(
  on: Executor,
  held: { peerId: string; socketId: string },
  changes: Updateable<LiveParticipantsTable>,
): Promise<boolean> {
  const result = await on
    .updateTable('live_participants')
    .set(changes)
    .where('peer_id', '=', held.peerId)
    .where('socket_id', '=', held.socketId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Gives up the place that this socket sits on; false when it sits there no more. */
export async function deleteHeldPlace(tx: Tx, held: { peerId: string; socketId: string }): Promise<boolean> {
  const result = await tx
    .deleteFrom('live_participants')
    .where('peer_id', '=', held.peerId)
    .where('socket_id', '=', held.socketId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deletePlace(tx: Tx, sessionId: string, peerId: string): Promise<{ userId: string } | undefined> {
  const row = await tx
    .deleteFrom('live_participants')
    .where('session_id', '=', sessionId)
    .where('peer_id', '=', peerId)
    .returning('user_id')
    .executeTakeFirst()
  return row && { userId: row.user_id }
}

/** Says that these sockets still sit on their places; answers the peers of those that do. */
export async function markSeen(
  on: Executor,
  held: readonly { peerId: string; socketId: string }[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ peer_id: string }>`
    update live_participants set seen_at = ${at}, connected = true
    from unnest(${held.map(({ peerId }) => peerId)}::text[], ${held.map(({ socketId }) => socketId)}::text[])
      as sitting (peer_id, socket_id)
    where live_participants.peer_id = sitting.peer_id and live_participants.socket_id = sitting.socket_id
    returning live_participants.peer_id`.execute(on)
  return new Set(rows.map(({ peer_id }) => peer_id))
}

/** Places of open sessions that no one has sat on since a time. */
export const findLostPlaces = (on: Executor, before: Date) =>
  on
    .selectFrom('live_participants')
    .select(['peer_id', 'session_id'])
    .where('seen_at', '<', before)
    .limit(1000)
    .execute()

/** Takes a lost place away, if no one has come back to it meanwhile. */
export async function deleteLostPlace(tx: Tx, peerId: string, before: Date): Promise<boolean> {
  const result = await tx
    .deleteFrom('live_participants')
    .where('peer_id', '=', peerId)
    .where('seen_at', '<', before)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function findPlace(on: Executor, sessionId: string, peerId: string): Promise<PlaceRow | undefined> {
  return on
    .selectFrom('live_participants')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('peer_id', '=', peerId)
    .executeTakeFirst()
}
