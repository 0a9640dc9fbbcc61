import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { OrderRow } from '#db/schema.ts'
import { currency, type PaymentNotice, ProviderDown, type ProviderPayment } from '#ports/payments.ts'
import { findOrder } from './queries.ts'
import { recordRefund } from './refund-payment.ts'
import { settlePayment } from './settle-payment.ts'

const moneyEvents = new Set(['payment.captured', 'order.paid'])
const isRefundEvent = (event: string): boolean => event.startsWith('refund.')

/**
 * Takes a webhook of the payment provider. Only a right signature over the raw bytes is believed, and then only for its ids:
 * the payment itself is read from the provider. Notices that mean nothing to us are accepted, so that they are not sent again.
 * A failed payment is one of them: its order stays open for the next try.
 * Throws bad_signature, amount_mismatch (also for another currency), payment_provider_down (the provider then repeats the notice).
 */
export async function handleWebhook(
  deps: FeatureDeps,
  rawBody: Buffer,
  signature: string,
): Promise<{ message: string }> {
  const notice = deps.payments.readNotice(rawBody, signature)
  if (!notice) throw new DomainError('bad_signature')
  if (!notice.orderId || !notice.paymentId) return { message: 'ignored' }
  const order = await findOrder(deps.db, notice.orderId)
  if (!order) return { message: 'ignored: not an order of this shop' }
  requireSameMoney(deps, notice, order)
  const named = { orderId: notice.orderId, paymentId: notice.paymentId }
  if (isRefundEvent(notice.event)) return takeRefund(deps, named, order)
  if (!moneyEvents.has(notice.event)) return { message: 'ignored' }
  // The sandbox believes a body about a payment that it does not know.
  const payment = notice.status === null || notice.status === 'captured' ? await readPayment(deps, named) : null
  if (payment?.status !== 'captured' || payment.orderId !== notice.orderId)
    return { message: 'ignored: not a captured payment of this order' }
  const settlement = await settlePayment(deps, payment)
  if (!('refusal' in settlement)) return { message: settlement.outcome }
  deps.log.error(
    { orderId: order.id, paymentId: payment.id, refusal: settlement.refusal },
    'a captured payment cannot be booked',
  )
  if (settlement.refusal === 'amount_mismatch') throw new DomainError('amount_mismatch')
  return { message: `ignored: ${settlement.refusal}` }
}

function requireSameMoney({ log }: FeatureDeps, notice: PaymentNotice, order: OrderRow): void {
  const sameAmount = notice.amount === null || notice.amount === order.amount_paise
  const sameCurrency = notice.currency === null || notice.currency === currency
  if (sameAmount && sameCurrency) return
  const named = { amount: notice.amount, currency: notice.currency }
  log.error({ orderId: order.id, expected: order.amount_paise, named }, 'a payment notice names other money')
  throw new DomainError('amount_mismatch')
}

/** What a refund made at the provider changes: a paid order becomes a refunded one. The enrolment stays. */
async function takeRefund(
  deps: FeatureDeps,
  named: { orderId: string; paymentId: string },
  order: OrderRow,
): Promise<{ message: string }> {
  // What we refund ourselves is written down by the job that does it.
  const booked = order.status === 'paid' && order.payment_id === named.paymentId
  const payment = booked ? await readPayment(deps, named) : null
  if (!payment || payment.refunded < payment.amount)
    return { message: 'ignored: not a booked payment, or not all of it' }
  await recordRefund(deps, { paymentId: payment.id, amount: payment.amount, reason: 'returned' })
  return { message: 'refunded' }
}

const readPayment = (
  { payments }: FeatureDeps,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<ProviderPayment | null> =>
  payments.findPayment(paymentId, orderId).catch((error: unknown) => {
    if (error instanceof ProviderDown) throw new DomainError('payment_provider_down')
    throw error
  })
