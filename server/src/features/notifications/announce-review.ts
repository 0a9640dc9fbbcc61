import type { FeatureDeps } from '#core/feature-deps.ts'
import { reviewKey } from './keys.ts'
import { coursePage } from './links.ts'
import { notify } from './notify.ts'
import { newReview } from './sentences.ts'
import { findReviewSubject } from './subjects.ts'

/** Tells the educator of a review of his course. */
export async function notifyReview(deps: Pick<FeatureDeps, 'db' | 'clock'>, reviewId: string): Promise<void> {
  const review = await findReviewSubject(deps.db, reviewId)
  if (!review) return
  const message = newReview(review.name, review.title, review.rating)
  await notify(deps, { key: reviewKey(reviewId), message, link: coursePage(review.course_id) }, [review.creator_id])
}
