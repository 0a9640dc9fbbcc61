import { Refusal } from '#http/refusal.ts'
import { ProviderDown } from '#ports/payments.ts'
import type { FeatureDeps } from '../deps.ts'
import { findOrder } from './queries.ts'
import { settlePayment } from './settle-payment.ts'

const moneyEvents = new Set(['payment.captured', 'order.paid', 'payment.authorized'])

/**
 * Takes a webhook of the payment provider. Only a right signature over the raw bytes is believed, and then only for its ids:
 * the payment itself is read from the provider. Notices that mean nothing to us are accepted, so that they are not sent again.
 * Throws bad_signature, amount_mismatch, payment_provider_down (the provider then repeats the notice).
 */
export async function takeNotice(deps: FeatureDeps, rawBody: Buffer, signature: string): Promise<{ message: string }> {
  const notice = deps.payments.readNotice(rawBody, signature)
  if (!notice) throw new Refusal('bad_signature')
  if (!moneyEvents.has(notice.event) || !notice.orderId || !notice.paymentId) return { message: 'ignored' }
  const order = await findOrder(deps.db, notice.orderId)
  if (!order) return { message: 'ignored: not an order of this shop' }
  if (notice.amount !== null && notice.amount !== order.amount_paise) {
    deps.log.error(
      { orderId: order.id, expected: order.amount_paise, named: notice.amount },
      'a payment notice names another amount',
    )
    throw new Refusal('amount_mismatch')
  }
  const payment = await deps.payments.findPayment(notice.paymentId, notice.orderId).catch((error: unknown) => {
    if (error instanceof ProviderDown) throw new Refusal('payment_provider_down')
    throw error
  })
  if (payment?.status !== 'captured' || payment.orderId !== notice.orderId)
    return { message: 'ignored: not a captured payment of this order' }
  const settlement = await settlePayment(deps, payment)
  if (!('refusal' in settlement)) return { message: settlement.outcome }
  deps.log.error(
    { orderId: order.id, paymentId: payment.id, refusal: settlement.refusal },
    'a captured payment cannot be booked',
  )
  if (settlement.refusal === 'amount_mismatch') throw new Refusal('amount_mismatch')
  return { message: `ignored: ${settlement.refusal}` }
}
