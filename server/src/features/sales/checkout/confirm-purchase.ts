import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import type { OrderRow } from '#db/schema.ts'
import { type CheckoutConfirmation, ProviderDown } from '#ports/payments.ts'
import { givesAccess, isEnrolled, isEnrolledFree } from '../../enrolments/index.ts'
import { findOrderOf } from '../queries.ts'
import { findUnbooked } from '../refunds/refund-queries.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const noSuchOrder = msg`This order does not exist`
const withdrawnMessage = msg`This course was withdrawn before it was paid. Your payment is being refunded.`
const laterMessage = msg`The payment provider does not answer at the moment. Your payment is safe: you will be enrolled as soon as it is confirmed.`

/** Confirms the order of a free course to the student whom it has enrolled. Enrols no one itself. Throws not_found. */
export async function confirmFreeOrder(
  { db }: Pick<FeatureDeps, 'db'>,
  buyerId: string,
  orderId: string,
): Promise<Sentence> {
  if (!(await isEnrolledFree(db, buyerId, orderId))) throw new DomainError('not_found', noSuchOrder)
  return msg`You are enrolled. Enjoy the course!`
}

/**
 * Settles the buyer's order with the confirmation from the checkout. Course and buyer come from the order's row, never from the
 * request. Idempotent.
 * Throws not_found (also for another user's order), payment_not_verified, payment_pending, payment_refunded, order_expired,
 * amount_mismatch, payment_already_used.
 */
export async function confirmPurchase(
  deps: FeatureDeps,
  buyerId: string,
  confirmation: CheckoutConfirmation,
): Promise<Sentence> {
  const { orderId, paymentId } = confirmation
  const order = await findOrderOf(deps.db, buyerId, orderId)
  if (!order) throw new DomainError('not_found', noSuchOrder)
  if (!deps.payments.verifyConfirmation(confirmation)) throw new DomainError('payment_not_verified')
  // a webhook has already settled it
  if (isSaleOf(order, paymentId)) return outcomeMessage(deps.db, order, paymentId)
  const payment = await deps.payments.fetchPayment(paymentId, orderId).catch((error: unknown) => {
    if (error instanceof ProviderDown) throw new DomainError('payment_provider_down', laterMessage)
    throw error
  })
  if (!payment || payment.status === 'failed') throw new DomainError('payment_not_verified')
  if (payment.orderId !== orderId) throw new DomainError('payment_already_used')
  if (payment.status === 'refunded') throw new DomainError('payment_refunded')
  if (payment.status === 'pending') throw new DomainError('payment_pending')
  const settlement = await settlePayment(deps, payment)
  if ('problem' in settlement) throw new DomainError(settlement.problem)
  return outcomeMessage(deps.db, (await findOrderOf(deps.db, buyerId, orderId)) ?? order, payment.id)
}

const isSaleOf = (order: OrderRow, paymentId: string): boolean =>
  order.payment_id === paymentId && order.sold_at !== null

/** Returns the message about a payment by its recorded outcome. Throws payment_refunded, order_expired. */
async function outcomeMessage(db: Executor, order: OrderRow, paymentId: string): Promise<Sentence> {
  if (isSaleOf(order, paymentId)) {
    if (await givesAccess(db, order.id)) return msg`Payment successful. You are enrolled!`
    throw new DomainError('payment_refunded')
  }
  const refund = await findUnbooked(db, paymentId)
  if (refund?.reason === 'withdrawn') throw new DomainError('order_expired', withdrawnMessage)
  if (!(await isEnrolled(db, order.user_id, order.course_id))) throw new DomainError('order_expired')
  return msg`You are enrolled already; this second payment is being refunded`
}
