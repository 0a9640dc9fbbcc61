import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { paymentRefunded, type RefundReason } from './jobs.ts'
import { findOrderById, lockOrderOfPayment, moveOrder } from './queries.ts'
import { mayBecome } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log' | 'payments'>

/** Amount in paise. `orderId` names the order where the payment was not booked on it. */
type Refund = { paymentId: string; amount: number; orderId?: string | undefined; reason?: RefundReason | undefined }

/** Refunds a payment that came twice or too late, and notifies its payer. Repeating it changes nothing. */
export async function refundPayment(deps: Deps, refund: Refund): Promise<void> {
  const { paymentId, amount } = refund
  await deps.payments.refundPayment({ id: paymentId, amount })
  await recordRefund(deps, refund)
  deps.log.info({ paymentId, amount, reason: refund.reason }, 'a payment was refunded')
}

/** Records that a payment was refunded, by us or at the provider, and notifies its payer. Repeating it changes nothing. */
export async function recordRefund(
  { db }: Pick<Deps, 'db'>,
  { paymentId, amount, orderId, reason }: Refund,
): Promise<void> {
  await transact(db, async (tx) => {
    const booked = await lockOrderOfPayment(tx, paymentId)
    const order = booked ?? (orderId === undefined ? undefined : await findOrderById(tx, orderId))
    if (!order) return
    if (booked && mayBecome(booked.status, 'refunded')) await moveOrder(tx, booked, 'refunded')
    tx.enqueue(paymentRefunded, {
      userId: order.user_id,
      courseId: order.course_id,
      paymentId,
      amount,
      reason,
    })
  })
}
