import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { ProviderDown } from '#ports/payments.ts'
import { deleteFailed, lockOverdue, markChecked, moveOrder, ordersToReconcile } from './queries.ts'
import { settlePayment } from './settle-payment.ts'

/** Failed requests in a row after which the provider is taken to be down. */
const failuresInARow = 3
const overdueAtOnce = 500

/**
 * Books payments that neither the browser nor a webhook reported, refunds those of orders that have expired, and marks the orders
 * that no one paid.
 */
export async function reconcileOrders(deps: FeatureDeps): Promise<void> {
  const now = deps.clock.now()
  await checkOrders(deps, now)
  await transact(deps.db, async (tx) => {
    for (const order of await lockOverdue(tx, now, overdueAtOnce))
      await moveOrder(tx, order, order.provider_order_id === null ? 'failed' : 'expired')
  })
  await deleteFailed(deps.db, now)
}

async function checkOrders(deps: FeatureDeps, now: Date): Promise<void> {
  let failures = 0
  for (const order of await ordersToReconcile(deps.db, now)) {
    if (order.provider_order_id === null) continue
    try {
      await bookPaymentsOf(deps, order.provider_order_id)
      failures = 0
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error
      // One order that the provider does not know, of other keys perhaps, must not delay the others.
      deps.log.warn({ err: error, orderId: order.id }, 'the payment provider did not answer; it is asked again later')
      if (++failures >= failuresInARow) return
    }
    await markChecked(deps.db, order.id, now)
  }
}

async function bookPaymentsOf(deps: FeatureDeps, providerOrderId: string): Promise<void> {
  for (const payment of await deps.payments.fetchPaymentsOfOrder(providerOrderId)) {
    if (payment.status !== 'captured') continue
    const settlement = await settlePayment(deps, payment)
    if ('problem' in settlement)
      deps.log.error({ payment, problem: settlement.problem }, 'a captured payment cannot be booked')
  }
}
