import type { ReportReason } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import { countReport, endReports, lockAuthor, lockReview, openReports, storeReport } from './queries.ts'

/**
 * Reports a review to the admins. A second report of the same user changes nothing, unless the review was edited after an admin kept
 * it. Throws not_found for a review that the user cannot see, own_review, rate_limited.
 */
export async function reportReview(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  viewer: CurrentUser,
  reviewId: string,
  { reason, text }: { reason: ReportReason; text: string },
): Promise<void> {
  await deps.limits.reviewReports.consume(viewer.id)
  await transact(deps.db, async (tx) => {
    await lockAuthor(tx, viewer.id)
    const review = await lockReview(tx, reviewId)
    if (!review) throw new DomainError('not_found')
    await requireVisibleCourse(tx, review.course_id, viewer)
    if (review.user_id === viewer.id) throw new DomainError('own_review')
    const now = deps.clock.now()
    const report = { review_id: reviewId, user_id: viewer.id, reason, note: text, created_at: now }
    if (await storeReport(tx, report, review.edited_at)) await countReport(tx, reviewId, now)
  })
}

/** Closes the open reports of a review. Returns their number and when it was, and the course's title and the stars. Throws not_found. */
export async function closeReports(
  { clock }: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  reviewId: string,
): Promise<{ closed: number; at: Date; title: string; rating: number }> {
  const review = await lockReview(tx, reviewId)
  if (!review) throw new DomainError('not_found')
  const at = clock.now()
  const closed = await endReports(tx, reviewId, at)
  return { closed, at, title: review.title, rating: review.rating }
}

/** Opens the reports of a review again that were closed at a time. Returns their number, and the course's title and the stars. Throws not_found. */
export async function reopenReports(
  tx: Tx,
  reviewId: string,
  closedAt: Date,
): Promise<{ opened: number; title: string; rating: number }> {
  const review = await lockReview(tx, reviewId)
  if (!review) throw new DomainError('not_found')
  const opened = await openReports(tx, reviewId, closedAt)
  return { opened, title: review.title, rating: review.rating }
}
