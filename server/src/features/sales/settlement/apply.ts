import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { ProviderPayment } from '#ports/payments.ts'
import { issueInvoice, taxOfSale } from '../../invoices/index.ts'
import { feeOf, type Posting, post, saleOf } from '../../ledger/index.ts'
import { markSold, moveOrder, type OrderItem, recordInvoice } from '../queries.ts'
import { requestRefund } from '../refunds/refund-order.ts'
import { lockOrderById, recordUnbookedRefund } from '../refunds/refund-queries.ts'
import { leaveOut } from '../refunds/reprice-bundles.ts'
import type { Step } from './decide.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'config' | 'settings'>
type Settled = { order: OrderRow; payment: ProviderPayment; items: readonly OrderItem[]; now: Date }

/** Applies the steps that were decided for a payment, in their order. The order must be locked. */
export async function apply(tx: Tx, deps: Deps, settled: Settled, steps: readonly Step[]): Promise<void> {
  const { order, payment, now } = settled
  let { status } = order
  for (const step of steps) {
    switch (step.step) {
      case 'move':
        await moveOrder(
          tx,
          { id: order.id, status },
          { to: step.to, at: now, booked: step.books ? { paymentId: payment.id, settledAt: now } : undefined },
        )
        status = step.to
        break
      case 'refund': {
        const owed = { orderId: order.id, paymentId: payment.id, amount: payment.amount, reason: step.reason }
        await post(tx, deps, await recordUnbookedRefund(tx, owed, now))
        break
      }
      case 'leaveOut':
        await leaveOut(tx, order.id, step.courseIds)
        break
      case 'sell':
        await sell(tx, deps, settled, step.back)
        break
    }
  }
}

async function sell(
  tx: Tx,
  deps: Deps,
  settled: Settled,
  back: Extract<Step, { step: 'sell' }>['back'],
): Promise<void> {
  const sale = await bookSale(tx, deps, settled)
  // the row after the sale
  const sold = back ? await lockOrderById(tx, settled.order.id) : undefined
  if (back && sold) await requestRefund(tx, deps, sold, { ...back, requestedBy: null, sale })
  else await post(tx, deps, [sale])
}

/** Splits the price paid, records the split in the items and the invoice, and returns the postings to make. */
async function bookSale(tx: Tx, deps: Deps, { order, items, now }: Settled): Promise<Posting> {
  const { platformFeePercent, refundDays } = deps.settings.current()
  const tax = await taxOfSale(
    tx,
    deps,
    order.user_id,
    items.map(({ amount }) => amount),
  )
  const splits = items.map(({ amount }, index) => {
    const gst = tax.gst[index] ?? 0
    return { amount, gst, fee: feeOf(amount, gst, platformFeePercent) }
  })
  await markSold(
    tx,
    order.id,
    items.map(({ courseId }, index) => ({ courseId, gst: splits[index]?.gst ?? 0, fee: splits[index]?.fee ?? 0 })),
    now,
  )
  const issued = await issueInvoice(tx, deps, { orderId: order.id, userId: order.user_id, items, tax, now })
  await recordInvoice(tx, order.id, issued, now)
  const availableAt = new Date(now.getTime() + refundDays * 24 * 3600 * 1000)
  const educators = items.map(({ educatorId }) => educatorId)
  return saleOf({ orderId: order.id, parts: splits, educators, at: now, availableAt })
}
