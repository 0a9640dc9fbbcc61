import type { api, BodyOf, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { requireVersion } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import { courseReviewed, reviewRemoved, reviewRestored } from './jobs.ts'
import { presentReview, reviewVersion } from './list-reviews.ts'
import {
  deleteReview,
  findOwnReview,
  findReview,
  findReviewTarget,
  lockAuthor,
  lockCounts,
  putReview,
  setCounted,
  storeCounts,
} from './queries.ts'
import { copyReview, insertRemoved, type RemovedReview } from './removed-reviews.ts'
import { countRating } from './rules.ts'

/**
 * Saves an enrolled student's review of a course in place of their earlier one, which keeps its place in lists, and updates the
 * course's counters.
 * Throws not_found for a course that they cannot see, only_enrolled_review, changed_elsewhere where the earlier one is not as they have
 * read it (`version`), rate_limited.
 */
export async function giveReview(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  viewer: CurrentUser,
  { courseId, rating, comment, version }: BodyOf<typeof api.reviews.give>,
): Promise<ReplyOf<typeof api.reviews.give>> {
  await deps.limits.reviews.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    await lockAuthor(tx, viewer.id)
    const counts = await lockCounts(tx, courseId)
    const course = await requireVisibleCourse(tx, courseId, viewer)
    if (!counts) throw new DomainError('not_found')
    if (!course.enrolled) throw new DomainError('only_enrolled_review')
    const before = await findOwnReview(tx, courseId, viewer.id)
    requireVersion(version, reviewVersion(before))
    const id = before?.id ?? newId()
    await putReview(tx, {
      id,
      course_id: courseId,
      user_id: viewer.id,
      rating,
      comment,
      created_at: deps.clock.now(),
    })
    await storeCounts(tx, courseId, countRating(counts, before?.is_counted ? before.rating : null, rating))
    const review = presentReview(await findReview(tx, id))
    // The educator is notified of a student's first review only.
    if (!before) tx.enqueue(courseReviewed, { reviewId: id })
    if (course.published) tx.invalidate('counters')
    return { ...review, version: reviewVersion(review) }
  })
}

/**
 * Removes a review, takes its stars out of its course's counters and has its author notified of the reason. Returns the course's
 * title, and what `restoreReview` takes. Throws not_found.
 */
export async function removeReview(
  tx: Tx,
  reviewId: string,
  reason: string,
): Promise<{ title: string; rating: number; removed: RemovedReview }> {
  const target = await findReviewTarget(tx, reviewId)
  if (!target) throw new DomainError('not_found')
  await lockAuthor(tx, target.user_id)
  const { course_id: courseId, user_id: userId, title } = target
  const { rating, removed } = await takeOut(tx, reviewId, courseId)
  tx.enqueue(reviewRemoved, { reviewId, courseId, userId, reason, change: newId() })
  tx.invalidate('counters')
  return { title, rating, removed }
}

/**
 * Puts a removed review back with its reply and reports, and has its author notified. Returns the course's title; null where the author has
 * written another one since, or has bought or given back the course, or the course is gone.
 */
export async function restoreReview(tx: Tx, removed: RemovedReview): Promise<{ title: string; rating: number } | null> {
  const { course_id: courseId, user_id: userId, rating } = removed.review
  await lockAuthor(tx, userId)
  const counts = await lockCounts(tx, courseId)
  const title = await insertRemoved(tx, removed)
  if (!counts || title === undefined) return null
  if (removed.review.is_counted) await storeCounts(tx, courseId, countRating(counts, null, rating))
  tx.enqueue(reviewRestored, { courseId, userId, change: newId() })
  tx.invalidate('counters')
  return { title, rating }
}

/** Deletes a review of this user with its reply and reports. Throws not_found, rate_limited. */
export async function deleteOwnReview(
  deps: Pick<FeatureDeps, 'db' | 'limits'>,
  viewer: CurrentUser,
  reviewId: string,
): Promise<void> {
  await deps.limits.reviews.consume(viewer.id)
  await transact(deps.db, async (tx) => {
    const target = await findReviewTarget(tx, reviewId)
    if (target?.user_id !== viewer.id) throw new DomainError('not_found')
    await lockAuthor(tx, viewer.id)
    await takeOut(tx, reviewId, target.course_id)
    if (target.is_published) tx.invalidate('counters')
  })
}

/** Deletes a review, which it returns, and takes its stars out of its course's counters. Throws not_found. */
async function takeOut(
  tx: Tx,
  reviewId: string,
  courseId: string,
): Promise<{ rating: number; removed: RemovedReview }> {
  const counts = await lockCounts(tx, courseId)
  // Until the course was locked, its stars may have changed, or someone else may have removed it.
  const removed = await copyReview(tx, reviewId)
  const review = await deleteReview(tx, reviewId)
  if (!counts || review === undefined || removed === undefined) throw new DomainError('not_found')
  if (review.is_counted) await storeCounts(tx, courseId, countRating(counts, review.rating, null))
  return { rating: review.rating, removed }
}

/**
 * Has the stars of a student's review count, or not: anyone who gets their money back after watching next to nothing has not seen the course.
 * A review that does not count is shown to no one else. Lock the author or the course before.
 */
export async function countStars(tx: Tx, of: { userId: string; courseId: string }, counted: boolean): Promise<void> {
  if (!(await findOwnReview(tx, of.courseId, of.userId))) return
  const counts = await lockCounts(tx, of.courseId)
  const rating = await setCounted(tx, of, counted)
  if (!counts || rating === undefined) return
  await storeCounts(tx, of.courseId, counted ? countRating(counts, null, rating) : countRating(counts, rating, null))
}
