import { createHash } from 'node:crypto'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { OrderRow } from '#db/schema.ts'
import { currency, InvalidWebhook, ProviderDown, type WebhookCall, type WebhookEvent } from '#ports/payments.ts'
import { applyDispute } from '../disputes/apply-dispute.ts'
import { compareSums } from '../findings/findings.ts'
import { findOrder, recordEvents } from '../queries.ts'
import { syncRefunds } from '../refunds/refund-outcomes.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

/**
 * Handles a webhook of the payment provider. Only the ids of an authentic event are used: the payment, refunds or dispute are fetched from
 * the provider. Unknown events and failed payments are acknowledged, so that they are not repeated. The outcome is recorded in the
 * history of the order. Throws bad_signature, amount_mismatch (also for the currency), payment_provider_down (the provider retries).
 */
export async function handleWebhook(deps: FeatureDeps, call: WebhookCall): Promise<{ message: string }> {
  const event = verifyWebhook(deps, call)
  if (!event) return { message: 'ignored' }
  const order = await findOrder(deps.db, event.orderId)
  if (!order) return { message: 'ignored: not an order of this shop' }
  const note = (outcome: string): Promise<void> => noteEvent(deps, order, { event, call, outcome })
  try {
    requireSameMoney(deps, event, order)
    const message = await act(deps, event, order)
    await note(message)
    return { message }
  } catch (error) {
    if (error instanceof DomainError) await note(error.code)
    if (error instanceof ProviderDown) {
      await note('payment_provider_down')
      throw new DomainError('payment_provider_down')
    }
    throw error
  }
}

async function act(deps: FeatureDeps, event: WebhookEvent, order: OrderRow): Promise<string> {
  if (event.kind === 'refund') {
    const refunded = await syncRefunds(deps, event.paymentId, order.id)
    const current = (await findOrder(deps.db, event.orderId)) ?? order
    const payment = { id: event.paymentId, amount: order.amount_paise }
    return (await compareSums(deps, current, payment, refunded)) ? 'noted' : 'noted: the refunds differ'
  }
  if (event.kind === 'dispute') {
    const dispute = event.disputeId === null ? null : await deps.payments.fetchDispute(event.disputeId)
    if (dispute?.paymentId !== event.paymentId) return 'ignored: not a dispute of this payment'
    return (await applyDispute(deps, dispute, event.orderId)) ? 'noted' : 'ignored: not the payment of this order'
  }
  if (event.kind !== 'captured') return 'ignored'
  const payment = await deps.payments.fetchPayment(event.paymentId, event.orderId)
  if (payment?.status !== 'captured' || payment.orderId !== event.orderId)
    return 'ignored: not a captured payment of this order'
  const settlement = await settlePayment(deps, payment)
  if (!('problem' in settlement)) return settlement.outcome
  deps.log.error(
    { orderId: order.id, paymentId: payment.id, problem: settlement.problem },
    'a captured payment cannot be booked',
  )
  if (settlement.problem === 'amount_mismatch') throw new DomainError('amount_mismatch')
  return `ignored: ${settlement.problem}`
}

/** Records an event in the history of its order, once for each outcome, because the provider repeats events. */
async function noteEvent(
  { db, clock }: FeatureDeps,
  order: OrderRow,
  { event: { id, name, paymentId }, call, outcome }: { event: WebhookEvent; call: WebhookCall; outcome: string },
): Promise<void> {
  const event = id ?? createHash('sha256').update(call.rawBody).digest('hex').slice(0, 32)
  const details = { event: name, paymentId: paymentId.slice(0, 100), outcome }
  const key = `webhook ${order.id} ${event} ${outcome}`
  await recordEvents(db, [{ orderId: order.id, at: clock.now(), kind: 'webhook', details, key }])
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
