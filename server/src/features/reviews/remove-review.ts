import { DomainError } from '#core/domain-error.ts'
import type { Tx } from '#core/transact.ts'
import { reviewRemoved } from './job-kinds.ts'
import { deleteReview, findReviewPlace, lockAuthor, lockCounters, storeCounters } from './queries.ts'
import { uncountRating } from './rules.ts'

/**
 * Removes a review, takes its stars out of its course's counters and has its author notified of the reason. Returns the course's
 * title. Throws not_found.
 */
export async function removeReview(
  tx: Tx,
  reviewId: string,
  reason: string,
): Promise<{ title: string; rating: number }> {
  const place = await findReviewPlace(tx, reviewId)
  if (!place) throw new DomainError('not_found')
  await lockAuthor(tx, place.user_id)
  const counters = await lockCounters(tx, place.course_id)
  // Its stars may have changed until the course was ours, or someone else has removed it.
  const rating = await deleteReview(tx, reviewId)
  if (!counters || rating === undefined) throw new DomainError('not_found')
  await storeCounters(tx, place.course_id, uncountRating(counters, rating))
  const { course_id: courseId, user_id: userId } = place
  tx.enqueue(reviewRemoved, { reviewId, courseId, userId, reason })
  tx.invalidate('catalogue')
  return { title: place.title, rating }
}
