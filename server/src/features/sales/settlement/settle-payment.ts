import type { ErrorCode } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { paymentsSettled } from '#core/metrics.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow, RefundReason } from '#db/schema.ts'
import type { ProviderPayment } from '#ports/payments.ts'
import { enrol } from '../../enrolments/index.ts'
import { issueInvoice, taxOfSale } from '../../invoices/index.ts'
import { feeOf, type Posting, post, saleOf } from '../../ledger/index.ts'
import { keepsUse } from '../../offers/index.ts'
import { recordInvoice } from '../order-events.ts'
import { findItems, lockOrder, lockParties, markSold, moveOrder, type OrderItem, paymentIsUsed } from '../queries.ts'
import { requestRefund } from '../refunds/refund-order.ts'
import { lockOrderById, recordUnbookedRefund } from '../refunds/refund-queries.ts'
import { leaveOut } from '../refunds/reprice-bundles.ts'
import { decideSettlement } from '../rules.ts'

export type Settlement = { outcome: 'enrolled' | 'settled' | 'refunding'; order: OrderRow } | { problem: ErrorCode }

/** Whether the database refused a payment that another order has. Driver errors carry SQLSTATE and constraint. */
function isUsedElsewhere(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'orders_payment_id_key'
}

/**
 * The one way in which money becomes an enrolment: verification, webhook and reconciliation all end here, repeatedly and concurrently.
 * One transaction claims the order, books the enrolment and counts it. Money that came twice, too late, or for a deleted account or
 * course is refunded, in part for a bundle. `payment` must be a captured one, read from the provider.
 */
export async function settlePayment(deps: FeatureDeps, payment: ProviderPayment): Promise<Settlement> {
  const settlement = await settleOnce(deps, payment)
  paymentsSettled.inc({ outcome: 'problem' in settlement ? settlement.problem : settlement.outcome })
  return settlement
}

async function settleOnce(deps: FeatureDeps, payment: ProviderPayment): Promise<Settlement> {
  try {
    return await transact(deps.db, (tx) => settle(tx, deps, payment))
  } catch (error) {
    // Two orders raced with one payment id: the index let the first one through.
    if (isUsedElsewhere(error)) return { problem: 'payment_already_used' }
    throw error
  }
}

async function settle(tx: Tx, deps: FeatureDeps, payment: ProviderPayment): Promise<Settlement> {
  const order = await lockOrder(tx, payment.orderId)
  if (!order) return { problem: 'not_found' }
  const now = deps.clock.now()
  const { status, amount_paise: amount, payment_id: paymentId, created_at: createdAt } = order
  const sold = order.sold_at !== null
  const { buyer, courses } = await lockParties(tx, order.id)
  const open = buyer && courses.size > 0
  const decision = decideSettlement({ status, amount, paymentId, createdAt, open, sold }, payment, now)
  if (typeof decision === 'object') return decision
  if (decision === 'settled' || decision === 'refunding') return { outcome: decision, order }
  if (decision === 'extra') return refundLater(tx, deps, payment, order, 'extra')
  if (await paymentIsUsed(tx, payment.id)) return { problem: 'payment_already_used' }
  const booked = { paymentId: payment.id, settledAt: now }
  if (decision === 'late') {
    if (!open) deps.log.warn({ orderId: order.id, paymentId: payment.id }, 'money came for a deleted account or course')
    if (status === 'created') await moveOrder(tx, order, 'expired', now)
    await moveOrder(tx, status === 'created' ? { ...order, status: 'expired' } : order, 'refund_pending', now, booked)
    return refundLater(tx, deps, payment, order, open ? 'expired' : 'withdrawn')
  }
  // the use of a coupon that was held no longer went to others: the money goes back, as for an order that expired
  if (!(await keepsUse(tx, order.id, now))) {
    await moveOrder(tx, order, 'expired', now)
    await moveOrder(tx, { ...order, status: 'expired' }, 'refund_pending', now, booked)
    return refundLater(tx, deps, payment, order, 'expired')
  }
  const items = await findItems(tx, order.id)
  const enrolled = new Set<string>()
  for (const { courseId, amount: paid } of items.filter((item) => courses.has(item.courseId)))
    if (await enrol(tx, { userId: order.user_id, orderId: order.id, courseId, amount: paid, now }))
      enrolled.add(courseId)
  if (enrolled.size === 0) {
    await moveOrder(tx, order, 'refund_pending', now, booked)
    return refundLater(tx, deps, payment, order, 'extra')
  }
  if (order.bundle_id !== null)
    await leaveOut(
      tx,
      order.id,
      [...courses].filter((id) => !enrolled.has(id)),
    )
  await moveOrder(tx, order, 'paid', now, booked)
  const sale = await bookSale(tx, deps, order, items, now)
  // courses of a bundle that the buyer got by another order meanwhile, or that were deleted: what was paid for them goes back
  const amounts = items.map(({ courseId, amount: paid }) => (enrolled.has(courseId) ? 0 : paid))
  const reason = courses.size < items.length ? 'withdrawn' : 'extra'
  const booking = amounts.some((one) => one > 0) ? await lockOrderById(tx, order.id) : undefined
  if (booking) await requestRefund(tx, deps, booking, { reason, requestedBy: null, amounts, sale })
  else await post(tx, deps.config.TIME_ZONE, [sale])
  return { outcome: 'enrolled', order }
}

/** Splits what was paid, writes it down in the items and in its invoice, and returns what has to be posted. */
async function bookSale(
  tx: Tx,
  deps: FeatureDeps,
  order: OrderRow,
  items: readonly OrderItem[],
  now: Date,
): Promise<Posting> {
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
  return saleOf(order.id, splits, educators, now, availableAt)
}

/** Writes down that money that cannot be booked is owed to its payer, and sends it back. */
async function refundLater(
  tx: Tx,
  deps: FeatureDeps,
  { id, amount }: ProviderPayment,
  order: OrderRow,
  reason: RefundReason,
): Promise<Settlement> {
  const owed = { orderId: order.id, paymentId: id, amount, reason }
  await post(tx, deps.config.TIME_ZONE, await recordUnbookedRefund(tx, owed, deps.clock.now()))
  return { outcome: 'refunding', order }
}
