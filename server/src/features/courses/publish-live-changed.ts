import { type LiveState, liveEvents } from '@virtual-courses/contract'
import { publishToUsers } from '#core/publish-to-user.ts'
import type { Tx } from '#core/transact.ts'
import { findAudience } from './queries.ts'
import { isLive } from './rules.ts'

export type ChangedSession = { courseId: string; lectureId: string; state: LiveState; startTime: Date | null }

/** Tells the educator and the students of a course, when the transaction commits, what a session of it has become. */
export async function publishLiveChanged(
  tx: Tx,
  { courseId, lectureId, state, startTime }: ChangedSession,
): Promise<void> {
  const payload = {
    courseId,
    lectureId,
    liveState: state,
    isLive: isLive(state),
    liveStartTime: startTime?.toISOString() ?? null,
  }
  const told = await findAudience(tx, courseId)
  await publishToUsers(
    tx,
    liveEvents.changed,
    payload,
    told.map((userId) => ({ userId })),
  )
}
