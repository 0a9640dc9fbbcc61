import type { Review } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import { courseReviewed } from './job-kinds.ts'
import { presentReview } from './present.ts'
import { findOwnReview, findReview, lockAuthor, lockCounters, putReview, storeCounters } from './queries.ts'
import { countRating } from './rules.ts'

/**
 * Books an enrolled student's review of a course, or replaces the one he gave before, and keeps the course's counters.
 * Throws not_found for a course that he cannot see, only_enrolled_review, rate_limited.
 */
export async function giveReview(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  viewer: CurrentUser,
  { courseId, rating, comment }: { courseId: string; rating: number; comment: string },
): Promise<Review> {
  await deps.limits.reviews.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    await lockAuthor(tx, viewer.id)
    const counters = await lockCounters(tx, courseId)
    const course = await requireVisibleCourse(tx, courseId, viewer)
    if (!counters) throw new DomainError('not_found')
    if (!course.enrolled) throw new DomainError('only_enrolled_review')
    const before = await findOwnReview(tx, courseId, viewer.id)
    const id = before?.id ?? newId()
    await putReview(tx, {
      id,
      course_id: courseId,
      user_id: viewer.id,
      rating,
      comment,
      created_at: deps.clock.now(),
    })
    await storeCounters(tx, courseId, countRating(counters, before?.rating ?? null, rating))
    const review = presentReview(await findReview(tx, id))
    // A review that takes the place of an older one is no notifications.
    if (!before) tx.enqueue(courseReviewed, { reviewId: id })
    if (course.published) tx.invalidate('catalogue')
    return review
  })
}
