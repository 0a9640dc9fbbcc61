import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { OrderRow } from '#db/schema.ts'
import {
  currency,
  InvalidWebhook,
  ProviderDown,
  type ProviderPayment,
  type WebhookCall,
  type WebhookEvent,
} from '#ports/payments.ts'
import { findOrder } from './queries.ts'
import { recordRefund } from './refund-payment.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Handles a webhook of the payment provider. Only an authentic event is believed, and then only for its ids: the payment itself
 * is fetched from the provider. Events that mean nothing to us are accepted, so that they are not sent again. A failed payment
 * is one of them: its order stays open for the next attempt.
 * Throws bad_signature, amount_mismatch (also for another currency), payment_provider_down (the provider then repeats the event).
 */
export async function handleWebhook(deps: FeatureDeps, call: WebhookCall): Promise<{ message: string }> {
  const event = verifyWebhook(deps, call)
  if (!event) return { message: 'ignored' }
  const order = await findOrder(deps.db, event.orderId)
  if (!order) return { message: 'ignored: not an order of this shop' }
  requireSameMoney(deps, event, order)
  if (event.kind === 'refunded') return handleRefund(deps, event, order)
  if (event.kind !== 'captured') return { message: 'ignored' }
  const payment = await fetchPayment(deps, event)
  if (payment?.status !== 'captured' || payment.orderId !== event.orderId)
    return { message: 'ignored: not a captured payment of this order' }
  const settlement = await settlePayment(deps, payment)
  if (!('problem' in settlement)) return { message: settlement.outcome }
  deps.log.error(
    { orderId: order.id, paymentId: payment.id, problem: settlement.problem },
    'a captured payment cannot be booked',
  )
  if (settlement.problem === 'amount_mismatch') throw new DomainError('amount_mismatch')
  return { message: `ignored: ${settlement.problem}` }
}

function verifyWebhook({ payments, log }: FeatureDeps, call: WebhookCall): WebhookEvent | null {
  try {
    return payments.verifyWebhook(call)
  } catch (error) {
    if (!(error instanceof InvalidWebhook)) throw error
    log.warn({ err: error }, 'a webhook was refused')
    throw new DomainError('bad_signature')
  }
}

function requireSameMoney({ log }: FeatureDeps, event: WebhookEvent, order: OrderRow): void {
  const sameAmount = event.amount === null || event.amount === order.amount_paise
  const sameCurrency = event.currency === null || event.currency === currency
  if (sameAmount && sameCurrency) return
  const stated = { amount: event.amount, currency: event.currency }
  log.error({ orderId: order.id, expected: order.amount_paise, stated }, 'a webhook event states another amount')
  throw new DomainError('amount_mismatch')
}

/** Records a refund made at the provider: a paid order becomes a refunded one. The enrolment stays. */
async function handleRefund(deps: FeatureDeps, event: WebhookEvent, order: OrderRow): Promise<{ message: string }> {
  // What we refund ourselves is recorded by the job that does it.
  const booked = order.status === 'paid' && order.payment_id === event.paymentId
  const payment = booked ? await fetchPayment(deps, event) : null
  if (!payment || payment.refunded < payment.amount)
    return { message: 'ignored: not a booked payment, or not all of it' }
  await recordRefund(deps, { paymentId: payment.id, amount: payment.amount, reason: 'returned' })
  return { message: 'refunded' }
}

const fetchPayment = (
  { payments }: FeatureDeps,
  { orderId, paymentId }: WebhookEvent,
): Promise<ProviderPayment | null> =>
  payments.fetchPayment(paymentId, orderId).catch((error: unknown) => {
    if (error instanceof ProviderDown) throw new DomainError('payment_provider_down')
    throw error
  })
