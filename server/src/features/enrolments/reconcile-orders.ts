import { ProviderDown } from '#ports/payments.ts'
import type { FeatureDeps } from '../deps.ts'
import { cancelOrder, markChecked, ordersToReconcile } from './queries.ts'
import { closeAfterMs, reconcileAfterMs } from './rules.ts'
import { settlePayment } from './settle-payment.ts'

/** Books money that arrived while neither the browser nor a webhook told us, and closes orders that nobody paid. */
export async function reconcileOrders(deps: FeatureDeps): Promise<void> {
  const now = deps.clock.now()
  const due = await ordersToReconcile(deps.db, now, new Date(now.getTime() - reconcileAfterMs))
  for (const order of due) {
    try {
      const paid = order.provider_order_id !== null && (await bookPaymentsOf(deps, order.provider_order_id))
      if (paid) continue
      await markChecked(deps.db, order.id, now)
      if (now.getTime() - order.created_at.getTime() > closeAfterMs) await cancelOrder(deps.db, order.id)
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error
      deps.log.warn({ err: error }, 'the payment provider did not answer; orders are asked about again later')
      return
    }
  }
}

async function bookPaymentsOf(deps: FeatureDeps, providerOrderId: string): Promise<boolean> {
  let booked = false
  for (const payment of await deps.payments.paymentsOf(providerOrderId)) {
    if (payment.status !== 'captured') continue
    const settlement = await settlePayment(deps, payment)
    if ('refusal' in settlement)
      deps.log.error({ payment, refusal: settlement.refusal }, 'a captured payment cannot be booked')
    else booked = true
  }
  return booked
}
