import type { ErrorCode } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { paymentsSettled } from '#core/metrics.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { ProviderPayment } from '#ports/payments.ts'
import { type RefundReason, refundJob, studentEnrolled } from './jobs.ts'
import { insertEnrolment, lockOrder, lockParties, moveOrder, paymentIsUsed } from './queries.ts'
import { decideSettlement } from './rules.ts'

export type Settlement = { outcome: 'enrolled' | 'settled' | 'refunding'; order: OrderRow } | { problem: ErrorCode }

/** PostgreSQL: a unique constraint was violated. */
const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === '23505' // driver errors carry the SQLSTATE

/**
 * The one way in which money becomes an enrolment: verification, webhook and reconciliation all end here, any number of times
 * and at once. One transaction claims the order, books the enrolment and counts it. Money that came twice, too late, or for an
 * account or a course that was deleted, is refunded. `payment` must be a captured one, read from the provider.
 */
export async function settlePayment(deps: FeatureDeps, payment: ProviderPayment): Promise<Settlement> {
  const settlement = await settleOnce(deps, payment)
  paymentsSettled.inc({ outcome: 'problem' in settlement ? settlement.problem : settlement.outcome })
  return settlement
}

async function settleOnce(deps: FeatureDeps, payment: ProviderPayment): Promise<Settlement> {
  try {
    return await transact(deps.db, (tx) => settle(tx, deps, payment))
  } catch (error) {
    // Two orders raced with one payment id: the index let the first one through.
    if (isUniqueViolation(error)) return { problem: 'payment_already_used' }
    throw error
  }
}

async function settle(tx: Tx, deps: FeatureDeps, payment: ProviderPayment): Promise<Settlement> {
  const order = await lockOrder(tx, payment.orderId)
  if (!order) return { problem: 'not_found' }
  const now = deps.clock.now()
  const { status, amount_paise: amount, payment_id: paymentId, created_at: createdAt } = order
  const open = await lockParties(tx, order.id)
  const decision = decideSettlement({ status, amount, paymentId, createdAt, open }, payment, now)
  if (typeof decision === 'object') return decision
  if (decision === 'settled' || decision === 'refunding') return { outcome: decision, order }
  if (decision === 'extra') return refundLater(tx, payment, order, 'extra')
  if (await paymentIsUsed(tx, payment.id)) return { problem: 'payment_already_used' }
  const booked = { paymentId: payment.id, settledAt: now }
  if (decision === 'late') {
    if (!open) deps.log.warn({ orderId: order.id, paymentId: payment.id }, 'money came for a deleted account or course')
    if (status === 'created') await moveOrder(tx, order, 'expired')
    await moveOrder(tx, status === 'created' ? { ...order, status: 'expired' } : order, 'refund_due', booked)
    return refundLater(tx, payment, order, open ? 'expired' : 'withdrawn')
  }
  const enrolled = await insertEnrolment(tx, {
    user_id: order.user_id,
    course_id: order.course_id,
    order_id: order.id,
    amount_paise: amount,
    created_at: now,
  })
  await moveOrder(tx, order, enrolled ? 'paid' : 'refund_due', booked)
  if (!enrolled) return refundLater(tx, payment, order, 'extra')
  tx.enqueue(studentEnrolled, { userId: order.user_id, courseId: order.course_id })
  tx.invalidate('counters', order.user_id)
  return { outcome: 'enrolled', order }
}

function refundLater(tx: Tx, { id, amount }: ProviderPayment, order: OrderRow, reason: RefundReason): Settlement {
  tx.enqueue(refundJob, { paymentId: id, amount, orderId: order.id, reason })
  return { outcome: 'refunding', order }
}
