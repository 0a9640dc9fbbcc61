import type { FeatureDeps } from '#core/feature-deps.ts'
import { listingKey, reviewRemovalKey } from './keys.ts'
import { coursePage } from './links.ts'
import { notify } from './notify.ts'
import { courseRelisted, courseUnlisted, reviewRemoved } from './sentences.ts'
import { findCourseSubject } from './subjects.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Tells an educator that an admin took his course off the list, and why, or that it is back. */
export async function notifyListing(
  deps: Deps,
  { courseId, listed, reason, change }: { courseId: string; listed: boolean; reason: string; change: string },
): Promise<void> {
  const course = await findCourseSubject(deps.db, courseId)
  if (!course) return
  const message = listed ? courseRelisted(course.title) : courseUnlisted(course.title, reason)
  await notify(deps, { key: listingKey(change), message, link: coursePage(courseId) }, [course.creator_id])
}

/** Tells the author of a review that an admin removed it, and why. */
export async function notifyReviewRemoval(
  deps: Deps,
  { reviewId, courseId, userId, reason }: { reviewId: string; courseId: string; userId: string; reason: string },
): Promise<void> {
  const course = await findCourseSubject(deps.db, courseId)
  if (!course) return
  const message = reviewRemoved(course.title, reason)
  await notify(deps, { key: reviewRemovalKey(reviewId), message, link: coursePage(courseId) }, [userId])
}
