import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { accessEnded, deleteEnrolment } from '../../enrolments/index.ts'
import { issueCreditNote } from '../../invoices/index.ts'
import { distribute, type Return } from '../../ledger/index.ts'
import { countStars } from '../../reviews/index.ts'
import { watchingEnded } from '../../video/delivery/index.ts'
import { recordInvoice } from '../order-events.ts'
import { addRefunded, findAvailable, findParts, findWatchedOfCourse, lockEnrolmentsOf } from './refund-queries.ts'
import { endCheaperOrders } from './reprice-bundles.ts'

type Taken = {
  amount: Paise
  /** of each item, where it is not in proportion */
  amounts?: readonly Paise[] | undefined
  /** whether the access ends although something of the sale is left */
  endsAccess?: boolean
  because: { refundId: string } | { disputeId: string }
  /** until when the educators' share is held, where the sale is not posted yet */
  held?: Date | undefined
  now: Date
}

/**
 * Takes an amount of a sold order back, which is locked: counts it, ends the access once nothing of the sale is left, and issues the credit
 * note. Returns what has to be posted.
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
  await recordInvoice(tx, order.id, await issueCreditNote(tx, deps, credit), now)
  return { orderId: order.id, at: now, parts, amounts: back, availableAt: held ?? (await findAvailable(tx, order.id)) }
}

/** Of who got their money back, stars count only if they watched so much of the course, 0 to 1. */
const countedFrom = 0.1

/**
 * Ends the enrolments that an order made. What the student did in the courses stays, for a new purchase; their stars count no more where
 * they watched next to nothing.
 */
async function endAccess(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const courseIds = await lockEnrolmentsOf(tx, order.id)
  // before rows of courses, as a settlement locks them
  await endCheaperOrders(tx, order.user_id, courseIds, now)
  for (const courseId of courseIds) {
    await deleteEnrolment(tx, order.user_id, courseId, order.id)
    if ((await findWatchedOfCourse(tx, order.id, courseId)) < countedFrom)
      await countStars(tx, { userId: order.user_id, courseId }, false)
    tx.publish(watchingEnded(order.user_id))
    tx.enqueue(accessEnded, { userId: order.user_id, courseId })
    tx.invalidate('counters')
  }
}
