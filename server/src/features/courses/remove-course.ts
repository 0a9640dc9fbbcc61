import { transact } from '#db/executor.ts'
import { Refusal } from '#http/refusal.ts'
import type { FeatureDeps } from '../deps.ts'
import { removeLater } from '../media/index.ts'
import { cancelSessions, deleteCourse, findTies, lockOwnCourse, updateCourse, videoIdsOf } from './queries.ts'
import { decideRemoval } from './rules.ts'
import { tellLiveChanged } from './tell-live-changed.ts'
import { touchCatalogue } from './touch-catalogue.ts'

/**
 * Takes a course of the owner's away from everybody but its students; one without enrolments and orders is deleted, its
 * pictures and videos by a job. What was scheduled is cancelled; a session that is live ends within seconds. Throws not_found.
 */
export async function removeCourse(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'enqueue'>,
  ownerId: string,
  courseId: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    // The lock makes a purchase that is being booked at this moment wait, or makes us wait for it.
    const course = await lockOwnCourse(tx, courseId, ownerId)
    if (!course) throw new Refusal('not_found')
    if (decideRemoval(await findTies(tx, courseId)) === 'hide') {
      await updateCourse(tx, courseId, { is_published: false, removed_at: deps.clock.now() })
      for (const lectureId of await cancelSessions(tx, courseId))
        await tellLiveChanged(tx, { courseId, lectureId, state: 'none', startTime: null })
    } else {
      const videos = await videoIdsOf(tx, courseId)
      await deleteCourse(tx, courseId)
      const images = course.thumbnail_id === null ? [] : [course.thumbnail_id]
      await removeLater(deps.enqueue, tx, { images, videos })
    }
    if (course.is_published) await touchCatalogue(tx)
  })
}
