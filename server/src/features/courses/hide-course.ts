import type { Tx } from '#db/executor.ts'
import { cancelSessions, updateCourse } from './queries.ts'
import { tellLiveChanged } from './tell-live-changed.ts'

/**
 * Takes a locked course away from everybody but its students. What was scheduled is cancelled; a session that is live ends
 * within seconds. The catalogue has to be touched afterwards.
 */
export async function hideCourse(tx: Tx, courseId: string, now: Date): Promise<void> {
  await updateCourse(tx, courseId, { is_published: false, removed_at: now })
  for (const lectureId of await cancelSessions(tx, courseId))
    await tellLiveChanged(tx, { courseId, lectureId, state: 'none', startTime: null })
}
