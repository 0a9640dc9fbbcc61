import { floorKeptMinutes, maxSpeakers } from '@virtual-courses/contract'
import type { Tx } from '#core/transact.ts'
import type { SessionRow } from '../queries.ts'
import { decideFloor, type Floor } from '../rules.ts'
import { countAdmitted, type ParticipantRow, putFormerSpeaker, takeFormerSpeaker } from './participant-queries.ts'

/** Remembers that who has given up or lost this slot was a speaker. The session must be locked. */
export async function keepFloor(
  tx: Tx,
  { session_id, user_id, role, admitted, seen_at }: ParticipantRow,
  seenAt: Date = seen_at,
): Promise<void> {
  if (role !== 'speaker' || !admitted) return
  await putFormerSpeaker(tx, { session_id, user_id, seen_at: seenAt })
}

/**
 * Decides whether someone who enters was a speaker before and is one again; undefined for all others. What was remembered of them ends with
 * it. The session must be locked.
 */
export async function takeFloor(
  tx: Tx,
  { id, media }: Pick<SessionRow, 'id' | 'media'>,
  userId: string,
  now: Date,
): Promise<Floor | undefined> {
  const former = await takeFormerSpeaker(tx, id, userId)
  if (!former) return undefined
  const keptSince = new Date(now.getTime() - floorKeptMinutes * 60_000)
  const isFree = media === 'mesh' || (await countAdmitted(tx, id, 'speaker')) < maxSpeakers
  return decideFloor(former.seen_at >= keptSince, isFree)
}
