import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { Paise, ProviderDispute } from '#ports/payments.ts'
import { disputeLostOf, post } from '../../ledger/index.ts'
import { sendRefundJob } from '../jobs.ts'
import { findOrderById, moveOrder, recordEvents } from '../queries.ts'
import { refundOwed, refundWithheld } from '../refunds/refund-order.ts'
import { statusOf } from '../refunds/refund-outcomes.ts'
import { findDispute, findRefundsOf, lockOrderById, saveDispute, updateRefund } from '../refunds/refund-queries.ts'
import { lockRefunds } from '../refunds/reprice-bundles.ts'
import { takeBack } from '../refunds/take-back.ts'
import { decideLostDispute, mayBecome } from '../rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log' | 'clock' | 'config' | 'settings'>

const isOpen = (status: ProviderDispute['status']): boolean => status === 'open' || status === 'under_review'

/** Returns the amount that an ended dispute deducted; one that was closed without a decision may have deducted something too. */
const deductedOf = ({ status, deducted, amount }: ProviderDispute): Paise =>
  status === 'lost' ? deducted || amount : status === 'closed' ? deducted : 0

/**
 * Records the provider's state of a dispute; idempotent. While it is open, refunds of its payment wait, a sold order is disputed, and the
 * educator's share is held. A lost dispute reverses the sale, or counts as the refund of unbooked money. An ended dispute never changes.
 * Returns false if the order does not have the payment.
 */
export async function recordDispute(deps: Deps, orderId: string, dispute: ProviderDispute): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const found = await findOrderById(tx, orderId)
    if (found) await lockRefunds(tx, found.user_id)
    const order = await lockOrderById(tx, orderId)
    const refunds = await findRefundsOf(tx, orderId)
    const sold = order?.payment_id === dispute.paymentId && order.sold_at !== null
    if (!order || !(sold || refunds.some((one) => one.payment_id === dispute.paymentId))) return false
    const now = deps.clock.now()
    const before = await findDispute(tx, dispute.id)
    if (before && (!isOpen(before.status) || before.status === dispute.status)) return true
    const { status, phase, reason, amount: amount_paise, respondBy: respond_by } = dispute
    const deducted = deductedOf(dispute)
    const facts = { status, phase, reason, amount_paise, respond_by, deducted_paise: deducted }
    const row = { ...facts, ended_at: isOpen(status) ? null : now }
    await saveDispute(tx, {
      id: dispute.id,
      order_id: orderId,
      payment_id: dispute.paymentId,
      created_at: now,
      ...row,
    })
    const details = { disputeId: dispute.id, status, phase, amount: amount_paise, deducted, reason }
    await recordEvents(tx, [{ orderId, at: now, kind: 'dispute', details }])
    const disputed = { ...order, status: 'disputed' as const }
    if (sold && order.status !== 'disputed' && mayBecome(order.status, 'disputed'))
      await moveOrder(tx, order, { to: 'disputed', at: now })
    if (isOpen(status)) return true
    const back = deducted > 0 ? await bookLoss(tx, deps, order, { ...dispute, deducted }) : 0
    const rest = sold ? await statusOf(tx, order, order.refunded_paise + back) : 'disputed'
    if (rest !== 'disputed') await moveOrder(tx, disputed, { to: rest, at: now })
    // after a lost dispute the buyer has the money from their bank
    if (deducted === 0) await post(tx, deps, await refundOwed(tx, deps, { ...order, status: rest }))
    // refunds were waiting for the decision
    for (const { id, status } of refunds) if (status === 'pending') tx.enqueue(sendRefundJob, { refundId: id })
    deps.log.warn({ orderId, disputeId: dispute.id, status, deducted }, 'a dispute ended')
    return true
  })
}

/**
 * Books the amount deducted by a lost dispute: cancels pending refunds, reverses the sale by the rest, and refunds what was withheld for a bundle of which
 * nothing is left. The buyer's refunds must be locked. Returns the amount reversed.
 */
async function bookLoss(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { id: disputeId, paymentId, deducted }: ProviderDispute,
): Promise<Paise> {
  const now = deps.clock.now()
  const waiting = (await findRefundsOf(tx, order.id)).filter(
    (one) => one.payment_id === paymentId && (one.status === 'pending' || one.status === 'failed'),
  )
  const pending = waiting.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
  const sold = order.payment_id === paymentId && order.sold_at !== null
  const left = sold ? order.amount_paise - order.refunded_paise : 0
  const decision = decideLostDispute(left, pending, deducted)
  if (decision.pending > 0)
    for (const { id } of waiting)
      await updateRefund(tx, id, { status: 'canceled', ended_at: now, problem: 'A lost dispute paid it' })
  if (decision.pending > 0 && !sold && order.payment_id === paymentId)
    await moveOrder(tx, order, { to: 'refunded', at: now })
  const request = { reason: 'admin' as const, requestedBy: null }
  const beside = decision.back > 0 && decision.back === left ? await refundWithheld(tx, deps, order, request) : []
  const taken = await takeBack(tx, deps, order, { amount: decision.back, because: { disputeId }, now })
  await post(tx, deps, [...beside, disputeLostOf(disputeId, deducted, decision.pending, taken)])
  return decision.back
}
