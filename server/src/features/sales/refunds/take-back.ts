import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { accessEnded, deleteEnrolment, enrolmentEnded } from '../../enrolments/index.ts'
import { issueCreditNote } from '../../invoices/index.ts'
import { distribute, gstBack, type Return } from '../../ledger/index.ts'
import { countStars } from '../../reviews/index.ts'
import { watchingEnded } from '../../video/delivery/index.ts'
import { recordInvoice } from '../queries.ts'
import {
  addRefunded,
  addReturnedTax,
  findAvailable,
  findEnrolled,
  findParts,
  findWatchedOfCourse,
  lockEnrolmentsOf,
} from './refund-queries.ts'
import { expireReducedOrders, lockReducedOrders } from './reprice-bundles.ts'

type Taken = {
  amount: Paise
  /** amount of each item, if not in proportion to the prices */
  amounts?: readonly Paise[] | undefined
  /** whether access ends although part of the sale is left */
  endsAccess?: boolean
  because: { refundId: string } | { disputeId: string }
  /** end of the hold on the educators' share, if the sale is not posted yet */
  held?: Date | undefined
  now: Date
}

/**
 * Reverses an amount of a sold order, which must be locked: adds it to the refunded amounts, ends access once nothing of the sale is left,
 * and issues the credit note. Returns the postings to make.
 */
export async function takeBack(
  tx: Tx,
  deps: Pick<FeatureDeps, 'clock' | 'config' | 'settings'>,
  order: OrderRow,
  { amount, amounts, endsAccess = false, because, held, now }: Taken,
): Promise<Return> {
  const parts = await findParts(tx, order.id)
  const left = parts.map((part) => part.amount - part.refunded)
  const back = amounts ?? distribute(amount, left)
  await addRefunded(tx, order.id, parts, back)
  if (endsAccess || order.refunded_paise + amount === order.amount_paise) await endAccess(tx, order, now)
  const credited = new Map(parts.map(({ courseId }, index) => [courseId, back[index] ?? 0]))
  const credit = { orderId: order.id, ...because, amount, amounts: credited, now }
  const note = await issueCreditNote(tx, deps, credit)
  await recordInvoice(tx, order.id, note?.issued ?? null, now)
  const taxes = parts.map((part, index) => gstBack(part, back[index] ?? 0, note?.taxes.get(part.courseId)))
  await addReturnedTax(tx, order.id, parts, taxes)
  const availableAt = held ?? (await findAvailable(tx, order.id))
  return { orderId: order.id, at: now, parts, amounts: back, taxes, availableAt }
}

/**
 * Locks what the end of the access that an order gives will change, in the order of decision 134: open orders, courses, enrolments. The
 * order must be locked. Returns the ids of the courses, and the open orders that cost less because of them.
 */
export async function lockAccess(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id'>,
): Promise<{ courseIds: string[]; reduced: OrderRow[] }> {
  const reduced = await lockReducedOrders(tx, order.user_id, await findEnrolled(tx, order.id))
  return { courseIds: await lockEnrolmentsOf(tx, order.id), reduced }
}

/** Share of a course, 0 to 1, that a buyer who was refunded must have watched for their rating to count. */
const countedFrom = 0.1

/**
 * Ends the enrolments of an order. The student's progress is kept for a new purchase; their ratings no longer count if they have watched
 * almost nothing.
 */
async function endAccess(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { courseIds, reduced } = await lockAccess(tx, order)
  await expireReducedOrders(tx, reduced, now)
  for (const courseId of courseIds) {
    const student = { userId: order.user_id, courseId }
    await deleteEnrolment(tx, order.user_id, courseId, order.id)
    await tx.announce(enrolmentEnded, student)
    if ((await findWatchedOfCourse(tx, order.id, courseId)) < countedFrom) await countStars(tx, student, false)
    tx.publish(watchingEnded(order.user_id))
    tx.enqueue(accessEnded, student)
    tx.invalidate('counters')
  }
}
