import { isolate } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { relistCourse, unlistCourse } from '../../courses/index.ts'
import { closeReports, removeReview } from '../../reviews/index.ts'
import { writeAudit } from '../audit-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Unlists a course; its students keep access. Returns false when it is already unlisted. Throws not_found. */
export async function unlistCourseByAdmin(
  deps: Deps,
  admin: CurrentUser,
  courseId: string,
  reason: string,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const { title, changed } = await unlistCourse(deps, tx, courseId, reason)
    if (!changed) return false
    const about = { kind: 'course', subjectId: courseId, subject: title } as const
    const detail = `Taken off the list: ${isolate(reason)}`
    await writeAudit(deps, tx, { action: 'course-unlisted', adminId: admin.id, ...about, detail })
    return true
  })
}

export type RelistedState = 'published' | 'draft' | 'unchanged'

/** Relists a course in the state that it had before, and returns this state. Throws not_found. */
export async function relistCourseByAdmin(deps: Deps, admin: CurrentUser, courseId: string): Promise<RelistedState> {
  return transact(deps.db, async (tx) => {
    const { title, changed, published } = await relistCourse(tx, courseId)
    if (!changed) return 'unchanged'
    const about = { kind: 'course', subjectId: courseId, subject: title } as const
    const detail = published ? 'Put back on the list.' : 'Put back as a draft.'
    await writeAudit(deps, tx, { action: 'course-restored', adminId: admin.id, ...about, detail })
    return published ? 'published' : 'draft'
  })
}

const reviewWith = (rating: number): string => `Review with ${rating === 1 ? '1 star' : `${rating} stars`}`

/** Deletes a review, updates the ratings and notifies its author of the reason. Throws not_found. */
export async function deleteReview(
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
      detail: `${reviewWith(rating)} removed: ${isolate(reason)}`,
    })
  })
}

/** Closes the reports of a review, which stays. Returns false when none was open. Throws not_found. */
export async function keepReview(deps: Deps, admin: CurrentUser, reviewId: string): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const { closed, title, rating } = await closeReports(deps, tx, reviewId)
    if (closed === 0) return false
    const about = { kind: 'review', subjectId: reviewId, subject: title } as const
    const detail = `${reviewWith(rating)} kept: ${closed === 1 ? '1 report' : `${closed} reports`} closed.`
    await writeAudit(deps, tx, { action: 'review-kept', adminId: admin.id, ...about, detail })
    return true
  })
}
