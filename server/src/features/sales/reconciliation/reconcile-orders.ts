import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { ProviderDown } from '#ports/payments.ts'
import { handleEach } from '../findings/handle-each.ts'
import { moveOrder } from '../queries.ts'
import { syncRefunds } from '../refunds/refund-outcomes.ts'
import { findRefund, openRefunds } from '../refunds/refund-queries.ts'
import { sendRefund } from '../refunds/send-refund.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { deleteFailed, lockOverdue, markChecked, ordersToReconcile } from './reconcile-queries.ts'

const overdueAtOnce = 500

/**
 * Books payments that neither the browser nor a webhook reported, refunds those of orders that have expired, and marks the orders
 * that no one paid.
 */
export async function reconcileOrders(deps: FeatureDeps): Promise<void> {
  const now = deps.clock.now()
  await waitForProvider(deps, () => checkOrders(deps, now))
  await transact(deps.db, async (tx) => {
    for (const order of await lockOverdue(tx, now, overdueAtOnce))
      await moveOrder(tx, order, { to: order.provider_order_id === null ? 'failed' : 'expired', at: now })
  })
  await waitForProvider(deps, () => checkRefunds(deps, now))
  await deleteFailed(deps.db, now)
}

/** Runs `ask`, and logs when the provider does not respond, so that steps without the provider continue. */
async function waitForProvider({ log }: FeatureDeps, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.warn({ err: error }, 'the payment provider did not answer; it is asked again later')
  }
}

/** Number of refunds that one run asks the provider about, and the interval between two checks of one refund. */
const refundsAtOnce = 50
const refundPauseMs = 3600 * 1000

/** Sends refunds whose job has given up, and checks those that the provider has not processed yet. */
async function checkRefunds(deps: FeatureDeps, now: Date): Promise<void> {
  const due = await openRefunds(deps.db, new Date(now.getTime() - refundPauseMs), refundsAtOnce)
  await handleEach(
    deps,
    due,
    ({ id }) => id,
    async (open) => {
      const { id } = open
      if (!(await markChecked(deps.db, 'refunds', open, now))) return
      if (open.status === 'pending') return sendRefund(deps, id)
      const refund = await findRefund(deps.db, id)
      if (refund) await syncRefunds(deps, refund.payment_id, refund.order_id)
    },
  )
}

/**
 * Checks open orders. One that the provider does not know, perhaps because of other keys, or that cannot be booked does not stop the
 * others.
 */
async function checkOrders(deps: FeatureDeps, now: Date): Promise<void> {
  await handleEach(
    deps,
    await ordersToReconcile(deps.db, now),
    ({ id }) => id,
    async (order) => {
      // another process may check the same orders
      if (order.provider_order_id === null || !(await markChecked(deps.db, 'orders', order, now))) return
      await bookPaymentsOf(deps, order.provider_order_id)
    },
  )
}

async function bookPaymentsOf(deps: FeatureDeps, providerOrderId: string): Promise<void> {
  for (const payment of await deps.payments.fetchPaymentsOfOrder(providerOrderId)) {
    if (payment.status !== 'captured') continue
    const settlement = await settlePayment(deps, payment)
    if ('problem' in settlement)
      deps.log.error({ payment, problem: settlement.problem }, 'a captured payment cannot be booked')
  }
}
