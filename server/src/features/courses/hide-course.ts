import type { Tx } from '#core/transact.ts'
import { publishLiveChanged } from './publish-live-changed.ts'
import { cancelSessions, updateCourse } from './queries.ts'

/**
 * Takes a locked course away from everybody but its students. What was scheduled is cancelled; a session that is live ends
 * within seconds. The catalogue has to be invalidated.
 */
export async function hideCourse(tx: Tx, courseId: string, now: Date): Promise<void> {
  await updateCourse(tx, courseId, { is_published: false, removed_at: now })
  for (const lectureId of await cancelSessions(tx, courseId))
    await publishLiveChanged(tx, { courseId, lectureId, state: 'none', startTime: null })
}
