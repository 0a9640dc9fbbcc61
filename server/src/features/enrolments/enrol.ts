import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { countStars } from '../reviews/index.ts'
import { studentAdded, studentEnrolled } from './jobs.ts'
import { insertEnrolment } from './queries.ts'

/** Amount in paise: the part of the order's price that was paid for this course. */
type Enrolment = { userId: string; courseId: string; orderId: string; amount: Paise; now: Date }

/** Enrols a student in a course, and announces it; false when they were enrolled already. */
export async function enrol(tx: Tx, { userId, courseId, orderId, amount, now }: Enrolment): Promise<boolean> {
  const row = { user_id: userId, course_id: courseId, order_id: orderId, amount_paise: amount, created_at: now }
  if (!(await insertEnrolment(tx, row))) return false
  // stars of an earlier purchase
  await countStars(tx, { userId, courseId }, true)
  await tx.announce(studentAdded, { userId, courseId })
  tx.enqueue(studentEnrolled, { userId, courseId })
  tx.invalidate('counters')
  return true
}
