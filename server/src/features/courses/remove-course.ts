import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { removeLater } from '../media/index.ts'
import { hideCourse } from './hide-course.ts'
import { deleteCourse, findTies, lockOwnCourse, videoIdsOf } from './queries.ts'
import { decideRemoval } from './rules.ts'

/**
 * Takes a course of the owner's away from everybody but its students; one without enrolments and orders is deleted, its
 * pictures and videos by a job. Throws not_found.
 */
export async function removeCourse(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  ownerId: string,
  courseId: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    // The lock makes a purchase that is being booked at this moment wait, or makes us wait for it.
    const course = await lockOwnCourse(tx, courseId, ownerId)
    if (!course) throw new DomainError('not_found')
    if (decideRemoval(await findTies(tx, courseId)) === 'hide') {
      await hideCourse(tx, courseId, deps.clock.now())
    } else {
      const videos = await videoIdsOf(tx, courseId)
      await deleteCourse(tx, courseId)
      const images = course.thumbnail_id === null ? [] : [course.thumbnail_id]
      removeLater(tx, { images, videos })
    }
    if (course.is_published) tx.invalidate('catalogue')
  })
}
