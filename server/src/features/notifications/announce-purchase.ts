import type { FeatureDeps } from '#core/feature-deps.ts'
import { findUser } from '../accounts/index.ts'
import type { RefundReason } from '../enrolments/index.ts'
import { enrolledKey, enrolmentKey, refundKey } from './keys.ts'
import { coursePage, playerPage } from './links.ts'
import { notify } from './notify.ts'
import { enrolled, refunded, studentEnrolled } from './sentences.ts'
import { findCourseSubject } from './subjects.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Tells a student that he is enrolled, and the educator that he has a new student. */
export async function notifyEnrolment(deps: Deps, { userId, courseId }: { userId: string; courseId: string }) {
  const course = await findCourseSubject(deps.db, courseId)
  const student = await findUser(deps.db, userId)
  if (!course || !student) return
  const toStudent = { key: enrolledKey(courseId), message: enrolled(course.title), link: playerPage(courseId) }
  await notify(deps, toStudent, [userId])
  const message = studentEnrolled(student.name, course.title)
  await notify(deps, { key: enrolmentKey(courseId, userId), message, link: coursePage(courseId) }, [course.creator_id])
}

/** Tells a student that money went back to him. Amount in paise. */
export async function notifyRefund(
  deps: Deps,
  refund: { userId: string; courseId: string; paymentId: string; amount: number; reason: RefundReason },
) {
  const { userId, courseId, paymentId, amount, reason } = refund
  const course = await findCourseSubject(deps.db, courseId)
  if (!course) return
  const message = refunded(course.title, amount, reason)
  await notify(deps, { key: refundKey(paymentId), message, link: coursePage(courseId) }, [userId])
}
