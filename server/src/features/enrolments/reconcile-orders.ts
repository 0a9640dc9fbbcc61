import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { ProviderDown } from '#ports/payments.ts'
import { deleteFailed, lockOverdue, markChecked, moveOrder, ordersToReconcile } from './queries.ts'
import { findRefund, markRefundChecked, openRefunds } from './refund-queries.ts'
import { sendRefund, syncRefunds } from './send-refund.ts'
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
      await moveOrder(tx, order, order.provider_order_id === null ? 'failed' : 'expired', now)
  })
  await deleteFailed(deps.db, now)
  await checkRefunds(deps, now)
}

/** Refunds that the provider is asked about at once, and after how long each is again. */
const refundsAtOnce = 50
const refundPauseMs = 3600 * 1000

/** Sends refunds whose job gave up, and looks up those that the provider has not processed yet. */
async function checkRefunds(deps: FeatureDeps, now: Date): Promise<void> {
  for (const { id, status } of await openRefunds(deps.db, new Date(now.getTime() - refundPauseMs), refundsAtOnce)) {
    await markRefundChecked(deps.db, id, now)
    const refund = await findRefund(deps.db, id)
    if (!refund) continue
    try {
      if (status === 'pending') await sendRefund(deps, id)
      else await syncRefunds(deps, refund.payment_id, refund.order_id)
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error
      deps.log.warn({ err: error, refundId: id }, 'the payment provider did not answer; it is asked again later')
      return
    }
  }
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
