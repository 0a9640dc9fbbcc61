import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { removeReview } from '../reviews/index.ts'
import { writeAudit } from './audit.ts'

/** Removes a review; its author is told the reason, and ratings are right from then on. Throws not_found. */
export async function takeReviewAway(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  admin: CurrentUser,
  reviewId: string,
  reason: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { title, rating } = await removeReview(tx, reviewId, reason)
    await writeAudit(deps, tx, {
      action: 'review-removed',
      adminId: admin.id,
      kind: 'review',
      subjectId: reviewId,
      subject: title,
      detail: `Review with ${rating === 1 ? '1 star' : `${rating} stars`} removed: ${reason}`,
    })
  })
}
