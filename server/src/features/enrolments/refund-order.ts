import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { type Posting, post, refundRequestedOf } from '../ledger/index.ts'
import { sendRefundJob } from './jobs.ts'
import { recordEvents } from './order-events.ts'
import { moveOrder } from './queries.ts'
import {
  findRefund,
  findRepeated,
  findWatched,
  insertRefund,
  isDisputed,
  lockOrderById,
  lockRefund,
  type NewRefund,
  updateRefund,
} from './refund-queries.ts'
import { decideChosenRefund, decideRefund, decideWithdrawal } from './rules.ts'
import { takeBack } from './take-back.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

/** Refunds a student's own order, in the time and the share watched that the site allows. Throws not_found, refund_not_allowed. */
export async function withdrawPurchase(deps: Deps, student: { id: string }, orderId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrderById(tx, orderId)
    if (order?.user_id !== student.id) throw new DomainError('not_found', 'This order does not exist')
    const now = deps.clock.now()
    const watched = (await findWatched(tx, [orderId])).get(orderId) ?? 0
    const repeated = (await findRepeated(tx, [orderId])).has(orderId)
    const facts = { ...factsOf(order), soldAt: order.sold_at, watched, repeated }
    const decision = decideWithdrawal(facts, deps.settings.current(), now)
    if (!decision.may) throw new DomainError('refund_not_allowed', decision.why)
    await requestRefund(tx, deps, order, { reason: 'withdrawal', requestedBy: student.id, note: '' })
  })
}

/** An admin's refund of an order: of an amount in paise, or of all that is left. Throws not_found, refund_not_allowed. */
export async function refundOrder(
  deps: Deps,
  admin: { id: string },
  orderId: string,
  { amount, note }: { amount: Paise | null; note: string },
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrderById(tx, orderId)
    if (!order) throw new DomainError('not_found', 'This order does not exist')
    const decision = decideChosenRefund(factsOf(order), amount ?? order.amount_paise - order.refunded_paise)
    if ('why' in decision) throw new DomainError('refund_not_allowed', decision.why)
    await then(tx)
    await requestRefund(tx, deps, order, { reason: 'admin', requestedBy: admin.id, note, amount })
  })
}

/** Sends a refund again that failed. Throws not_found, refund_not_allowed. */
export async function retryRefund(
  deps: Deps,
  admin: { id: string },
  refundId: string,
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const found = await findRefund(tx, refundId)
    if (!found) throw new DomainError('not_found', 'This refund does not exist')
    await lockOrderById(tx, found.order_id)
    const refund = await lockRefund(tx, refundId)
    if (refund?.status !== 'failed')
      throw new DomainError('refund_not_allowed', 'Only a refund that failed is sent again.')
    if (await isDisputed(tx, refund.payment_id)) throw new DomainError('refund_not_allowed', disputed)
    await then(tx)
    // the provider answers a used key with the refund that failed
    const attempt = refund.attempt + 1
    await updateRefund(tx, refundId, { status: 'pending', attempt, problem: '', provider_refund_id: null })
    const details = { refundId, status: 'pending', amount: refund.amount_paise, reason: refund.reason, attempt }
    const event = { orderId: refund.order_id, at: deps.clock.now(), kind: 'refund' as const, details }
    await recordEvents(tx, [{ ...event, actorId: admin.id }])
    tx.enqueue(sendRefundJob, { refundId })
  })
}

const disputed = 'The buyer disputes this payment at their bank. Wait for its decision.'

type Request = Pick<NewRefund, 'reason' | 'requestedBy' | 'note' | 'provider'> & {
  /** all that is left without one */
  amount?: Paise | null
  /** of each item, where it is not in proportion */
  amounts?: readonly Paise[]
  /** the sale, where it is booked in the same transaction: both are posted together, after the numbers of the documents */
  sale?: Posting
}

/**
 * The one way in which a sale is taken back: writes the refund, its credit note, its postings and the status of the order, which is locked, and ends
 * the access once nothing of it is left. Returns the refund's id. Throws refund_not_allowed.
 */
export async function requestRefund(
  tx: Tx,
  deps: Pick<FeatureDeps, 'clock' | 'config' | 'settings'>,
  order: OrderRow,
  { amount, amounts, sale, ...request }: Request,
): Promise<string> {
  const now = deps.clock.now()
  const wanted = amounts?.reduce((sum, one) => sum + one, 0) ?? amount ?? order.amount_paise - order.refunded_paise
  const decision = decideRefund(factsOf(order), wanted)
  if ('why' in decision) throw new DomainError('refund_not_allowed', decision.why)
  if (order.payment_id === null) throw new Error(`The order ${order.id} is paid without a payment`)
  const refund = { orderId: order.id, paymentId: order.payment_id, amount: wanted, booked: true, ...request }
  const id = await insertRefund(tx, refund, now)
  if (id === null) throw new Error(`The refund of the order ${order.id} is there already`)
  await moveOrder(tx, order, 'refund_pending', now)
  const { reason, requestedBy, note = '' } = request
  const details = { refundId: id, status: 'pending', amount: wanted, reason, note }
  await recordEvents(tx, [{ orderId: order.id, at: now, kind: 'refund', details, actorId: requestedBy }])
  const held = sale?.entries.find(({ availableAt }) => availableAt)?.availableAt
  const taken = await takeBack(tx, deps, order, { amount: wanted, amounts, because: { refundId: id }, held, now })
  const posting = refundRequestedOf(id, taken)
  await post(tx, deps.config.TIME_ZONE, sale ? [sale, posting] : [posting])
  return id
}

const factsOf = (order: OrderRow) => ({
  status: order.status,
  amount: order.amount_paise,
  refunded: order.refunded_paise,
})
