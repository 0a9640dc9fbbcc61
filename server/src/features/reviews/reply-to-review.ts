import type { api, BodyOf, CourseReview } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import { reviewReplied } from './jobs.ts'
import { presentForReply, replyVersion } from './list-reviews.ts'
import { findCourseReview, lockReply, storeReply } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/**
 * Saves an educator's reply to a review of their course in place of an earlier one. The author is notified of the first reply only.
 * Throws not_found for reviews of other courses, changed_elsewhere, rate_limited.
 */
export async function replyToReview(
  deps: Deps,
  educator: CurrentUser,
  reviewId: string,
  { text, version }: BodyOf<typeof api.reviews.reply>,
): Promise<CourseReview> {
  await deps.limits.reviewReplies.consume(educator.id)
  return transact(deps.db, async (tx) => {
    const before = await lockReply(tx, reviewId, educator.id)
    if (!before) throw new DomainError('not_found')
    requireVersion(version, replyVersion(before.reply))
    await storeReply(tx, reviewId, educator.id, { text, at: deps.clock.now() })
    tx.enqueue(reviewReplied, { reviewId })
    return presentForReply(await findCourseReview(tx, reviewId, educator.id))
  })
}

/** Deletes an educator's reply, if there is one. Throws not_found for reviews of other courses, rate_limited. */
export async function removeReply(deps: Deps, educator: CurrentUser, reviewId: string): Promise<void> {
  await deps.limits.reviewReplies.consume(educator.id)
  if (!(await storeReply(deps.db, reviewId, educator.id, null))) throw new DomainError('not_found')
}
