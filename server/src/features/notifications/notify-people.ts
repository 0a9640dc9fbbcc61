import type { FeatureDeps } from '#core/feature-deps.ts'
import type { RefundReason } from '#db/schema.ts'
import { findUser } from '../accounts/index.ts'
import { findAttemptSubject } from '../quizzes/index.ts'
import {
  adminRemovalKey,
  enrolledKey,
  enrolmentKey,
  listingKey,
  payoutKey,
  payoutReturnKey,
  quizMarksKey,
  refundDelayKey,
  refundFailureKey,
  refundKey,
  replyKey,
  reviewKey,
  reviewRemovalKey,
  reviewReturnKey,
} from './keys.ts'
import { notify } from './notify.ts'
import { findAdmins, findCourseSubject, findReviewSubject } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

/** Notifies a student that they are enrolled, and the educator that they have a new student. */
export async function notifyStudentEnrolled(
  deps: Deps,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<void> {
  const course = await findCourseSubject(deps.db, courseId)
  const student = await findUser(deps.db, userId)
  if (!course || !student) return
  const kind = 'student-enrolled'
  const params = { courseId, course: course.title }
  await notify(deps, { key: enrolledKey(courseId), kind, params: { ...params, student: null } }, [userId])
  const key = enrolmentKey(courseId, userId)
  await notify(deps, { key, kind, params: { ...params, student: student.name } }, [course.creator_id])
}

/** Notifies a student that money went back to them. Amount in paise. */
export async function notifyPaymentRefunded(
  deps: Deps,
  refund: {
    userId: string
    courseId: string
    paymentId: string
    refundId?: string | undefined
    amount: number
    reason: RefundReason
  },
): Promise<void> {
  const { userId, courseId, paymentId, refundId, amount, reason } = refund
  const course = await findCourseSubject(deps.db, courseId)
  if (!course) return
  const params = { courseId, course: course.title, amount, reason }
  await notify(deps, { key: refundKey(refundId ?? paymentId), kind: 'payment-refunded', params }, [userId])
}

/** Notifies a student that an attempt at their refund was not paid out, and the admins, who can send it again. Amount in paise. */
export async function notifyRefundDelayed(
  deps: Deps,
  refund: { userId: string; courseId: string; refundId: string; amount: number; attempt: number },
): Promise<void> {
  const { userId, courseId, refundId, amount, attempt } = refund
  const failure = { key: refundFailureKey(refundId, attempt), kind: 'refund-failed' as const, params: { amount } }
  await notify(deps, failure, await findAdmins(deps.db))
  const course = await findCourseSubject(deps.db, courseId)
  if (!course) return
  const params = { courseId, course: course.title, amount }
  await notify(deps, { key: refundDelayKey(refundId, attempt), kind: 'refund-delayed', params }, [userId])
}

/** Notifies the educator of a first review of their course. */
export async function notifyCourseReviewed(deps: Deps, reviewId: string): Promise<void> {
  const review = await findReviewSubject(deps.db, reviewId)
  if (!review) return
  const params = { courseId: review.course_id, course: review.title, student: review.name, stars: review.rating }
  const key = reviewKey(review.course_id, review.user_id)
  await notify(deps, { key, kind: 'course-reviewed', params }, [review.creator_id])
}

/** Notifies the author of a review that the educator replied; nothing where the reply is gone again. */
export async function notifyReviewReplied(deps: Deps, reviewId: string): Promise<void> {
  const review = await findReviewSubject(deps.db, reviewId)
  if (!review?.replied_at) return
  const params = { courseId: review.course_id, course: review.title }
  await notify(deps, { key: replyKey(reviewId), kind: 'review-replied', params }, [review.user_id])
}

/** Notifies a student that marks of their attempt at a quiz have changed. Marks are hundredths of a point. */
export async function notifyQuizMarks(
  deps: Deps,
  { attemptId, change, from, to }: { attemptId: string; change: string; from: number; to: number },
): Promise<void> {
  const attempt = await findAttemptSubject(deps.db, attemptId)
  if (!attempt) return
  const { course_id: courseId, lecture_id: lectureId, quiz: lecture, user_id: userId } = attempt
  const params = { courseId, lectureId, lecture, from, to }
  await notify(deps, { key: quizMarksKey(attemptId, change), kind: 'quiz-marks-changed', params }, [userId])
}

/** Notifies the author of a review that an admin removed it, and why. */
export async function notifyReviewRemoved(
  deps: Deps,
  removal: { reviewId: string; courseId: string; userId: string; reason: string; change?: string | undefined },
): Promise<void> {
  const { reviewId, courseId, userId, reason, change } = removal
  const course = await findCourseSubject(deps.db, courseId)
  if (!course) return
  const params = { courseId, course: course.title, reason }
  await notify(deps, { key: reviewRemovalKey(reviewId, change), kind: 'review-removed', params }, [userId])
}

/** Notifies the author of a removed review that an admin put it back. */
export async function notifyReviewRestored(
  deps: Deps,
  { courseId, userId, change }: { courseId: string; userId: string; change: string },
): Promise<void> {
  const course = await findCourseSubject(deps.db, courseId)
  if (!course) return
  const params = { courseId, course: course.title }
  await notify(deps, { key: reviewReturnKey(change), kind: 'review-restored', params }, [userId])
}

/** Notifies an educator that an admin took their course off the list, and why, or that it is back. */
export async function notifyListingChanged(
  deps: Deps,
  { courseId, listed, reason, change }: { courseId: string; listed: boolean; reason: string; change: string },
): Promise<void> {
  const course = await findCourseSubject(deps.db, courseId)
  if (!course) return
  const [key, params] = [listingKey(change), { courseId, course: course.title }]
  const content = listed
    ? { kind: 'course-relisted' as const, params }
    : { kind: 'course-unlisted' as const, params: { ...params, reason } }
  await notify(deps, { key, ...content }, [course.creator_id])
}

/** Notifies an educator that the bank paid them. Amount in paise. */
export async function notifyPayoutPaid(
  deps: Deps,
  { payoutId, educatorId, amount }: { payoutId: string; educatorId: string; amount: number },
): Promise<void> {
  await notify(deps, { key: payoutKey(payoutId), kind: 'payout-paid', params: { amount } }, [educatorId])
}

/** Notifies an educator that the bank returned a payout, and why. Amount in paise. */
export async function notifyPayoutReturned(
  deps: Deps,
  { payoutId, educatorId, amount, reason }: { payoutId: string; educatorId: string; amount: number; reason: string },
): Promise<void> {
  await notify(deps, { key: payoutReturnKey(payoutId), kind: 'payout-returned', params: { amount, reason } }, [
    educatorId,
  ])
}

/** Notifies all other admins that one was suspended or deleted, or got another role, while payout runs are open. */
export async function notifyAdminRemoved(
  deps: Deps,
  {
    change,
    userId,
    ...params
  }: { change: string; userId: string; what: 'suspended' | 'role' | 'deleted'; runs: number },
): Promise<void> {
  const admins = (await findAdmins(deps.db)).filter((id) => id !== userId)
  await notify(deps, { key: adminRemovalKey(change), kind: 'admin-removed', params }, admins)
}
