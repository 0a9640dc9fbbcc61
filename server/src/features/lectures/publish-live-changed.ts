import { type LiveState, liveEvents } from '@virtual-courses/contract'
import { toUsers } from '#core/events/user-channel.ts'
import type { Tx } from '#core/transact.ts'
import { isLive } from '../courses/index.ts'
import { findAudience } from './queries.ts'

/** Publishes the new state of a session to the educator and the students of its course. */
export async function publishLiveChanged(
  tx: Tx,
  {
    courseId,
    lectureId,
    state,
    startTime,
  }: { courseId: string; lectureId: string; state: LiveState; startTime: Date | null },
): Promise<void> {
  const payload = {
    courseId,
    lectureId,
    liveState: state,
    isLive: isLive(state),
    liveStartTime: startTime?.toISOString() ?? null,
  }
  const audience = await findAudience(tx, courseId)
  const recipients = audience.map((userId) => ({ userId }))
  tx.publish(toUsers(liveEvents.changed, payload, recipients))
}
