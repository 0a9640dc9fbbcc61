import { isolate } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { relistCourse, type Unlisted, unlistCourse } from '../../courses/index.ts'
import { closeReports, type RemovedReview, removeReview, reopenReports, restoreReview } from '../../reviews/index.ts'
import { writeAudit } from '../audit-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>
type TxDeps = Pick<FeatureDeps, 'clock'>

/** Unlists a course; its students keep access. Returns false when it is already unlisted. Throws not_found. */
export async function unlistCourseByAdmin(
  deps: Deps,
  admin: CurrentUser,
  courseId: string,
  reason: string,
): Promise<boolean> {
  return transact(deps.db, (tx) => unlist(deps, tx, admin.id, { courseId, reason }))
}

/** The same in an open transaction. Returns false when it is already unlisted. */
export async function unlist(
  deps: TxDeps,
  tx: Tx,
  adminId: string,
  { courseId, ...how }: { courseId: string; reason: string } & Partial<Unlisted>,
): Promise<boolean> {
  const { title, changed } = await unlistCourse(deps, tx, courseId, how)
  if (!changed) return false
  const detail = `Taken off the list: ${isolate(how.reason)}`
  const about = { kind: 'course', subjectId: courseId, subject: title, detail } as const
  await writeAudit(deps, tx, { action: 'course-unlisted', adminId, ...about })
  return true
}

export type RelistedState = 'published' | 'draft' | 'unchanged'

/** Relists a course in the state that it had before, and returns this state. Throws not_found. */
export async function relistCourseByAdmin(deps: Deps, admin: CurrentUser, courseId: string): Promise<RelistedState> {
  const done = await transact(deps.db, (tx) => relist(deps, tx, admin.id, courseId))
  return done === null ? 'unchanged' : done.published ? 'published' : 'draft'
}

/** The same in an open transaction. Returns how it was off the list, and whether it is published; null when it was not. */
export async function relist(
  deps: TxDeps,
  tx: Tx,
  adminId: string,
  courseId: string,
): Promise<{ published: boolean; before: Unlisted } | null> {
  const { title, published, before } = await relistCourse(tx, courseId)
  if (!before) return null
  const detail = published ? 'Put back on the list.' : 'Put back as a draft.'
  const about = { kind: 'course', subjectId: courseId, subject: title, detail } as const
  await writeAudit(deps, tx, { action: 'course-restored', adminId, ...about })
  return { published, before }
}

const reviewWith = (rating: number): string => `Review with ${rating === 1 ? '1 star' : `${rating} stars`}`
const reports = (count: number): string => (count === 1 ? '1 report' : `${count} reports`)

/** Deletes a review, updates the ratings and notifies its author of the reason. Throws not_found. */
export async function deleteReview(deps: Deps, admin: CurrentUser, reviewId: string, reason: string): Promise<void> {
  await transact(deps.db, (tx) => remove(deps, tx, admin.id, { reviewId, reason }))
}

/** The same in an open transaction. Returns the review. */
export async function remove(
  deps: TxDeps,
  tx: Tx,
  adminId: string,
  { reviewId, reason }: { reviewId: string; reason: string },
): Promise<RemovedReview> {
  const { title, rating, removed } = await removeReview(tx, reviewId, reason)
  const detail = `${reviewWith(rating)} removed: ${isolate(reason)}`
  const about = { kind: 'review', subjectId: reviewId, subject: title, detail } as const
  await writeAudit(deps, tx, { action: 'review-removed', adminId, ...about })
  return removed
}

/** Puts a removed review back in an open transaction. Returns false where something speaks against it. */
export async function putBack(deps: TxDeps, tx: Tx, adminId: string, removed: RemovedReview): Promise<boolean> {
  const restored = await restoreReview(tx, removed)
  if (!restored) return false
  const detail = `${reviewWith(restored.rating)} put back.`
  const about = { kind: 'review', subjectId: removed.review.id, subject: restored.title, detail } as const
  await writeAudit(deps, tx, { action: 'review-restored', adminId, ...about })
  return true
}

/** Closes the reports of a review, which stays. Returns false when none was open. Throws not_found. */
export async function keepReview(deps: Deps, admin: CurrentUser, reviewId: string): Promise<boolean> {
  return (await transact(deps.db, (tx) => keep(deps, tx, admin.id, reviewId))) !== null
}

/** The same in an open transaction. Returns when the reports were closed; null when none was open. */
export async function keep(deps: TxDeps, tx: Tx, adminId: string, reviewId: string): Promise<{ at: Date } | null> {
  const { closed, at, title, rating } = await closeReports(deps, tx, reviewId)
  if (closed === 0) return null
  const detail = `${reviewWith(rating)} kept: ${reports(closed)} closed.`
  const about = { kind: 'review', subjectId: reviewId, subject: title, detail } as const
  await writeAudit(deps, tx, { action: 'review-kept', adminId, ...about })
  return { at }
}

/** Opens reports again that were closed at a time, in an open transaction. Returns false where none is left. */
export async function reopen(
  deps: TxDeps,
  tx: Tx,
  adminId: string,
  { reviewId, at }: { reviewId: string; at: Date },
): Promise<boolean> {
  const { opened, title, rating } = await reopenReports(tx, reviewId, at)
  if (opened === 0) return false
  const detail = `${reviewWith(rating)}: ${reports(opened)} opened again.`
  const about = { kind: 'review', subjectId: reviewId, subject: title, detail } as const
  await writeAudit(deps, tx, { action: 'reports-reopened', adminId, ...about })
  return true
}
