import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { type Posting, post, refundRequestedOf } from '../../ledger/index.ts'
import { sendRefundJob } from '../jobs.ts'
import { findOrderById, moveOrder, recordEvents } from '../queries.ts'
import { decideChosenRefund, decideRefund, decideWithdrawal } from '../rules.ts'
import {
  findRefund,
  findRefundsOf,
  findRepeated,
  findWatched,
  insertRefund,
  isDisputed,
  lockOrderById,
  lockRefund,
  type NewRefund,
  updateRefund,
} from './refund-queries.ts'
import { findToWithhold, lockRefunds, releaseWithheld, takeOwed, withhold } from './reprice-bundles.ts'
import { lockAccess, takeBack } from './take-back.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

/** Refunds a student's own order within the site's limits of time and share watched. Throws not_found, refund_not_allowed. */
export async function withdrawPurchase(deps: Deps, student: { id: string }, orderId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockRefunds(tx, student.id)
    const order = await lockOrderById(tx, orderId)
    if (order?.user_id !== student.id) throw new DomainError('not_found', msg`This order does not exist`)
    await lockAccess(tx, order)
    const now = deps.clock.now()
    const watched = (await findWatched(tx, [orderId])).get(orderId) ?? 0
    const repeated = (await findRepeated(tx, [orderId])).has(orderId)
    const left = order.amount_paise - order.refunded_paise
    const toWithhold = (await findToWithhold(tx, [{ id: orderId, left }])).get(orderId) ?? { amount: 0, bundles: [] }
    const facts = { ...factsOf(order), soldAt: order.sold_at, watched, repeated, toWithhold }
    const decision = decideWithdrawal(facts, deps.settings.current(), now)
    if (!decision.may) throw new DomainError('refund_not_allowed', decision.why)
    await withhold(tx, orderId, toWithhold, now)
    const request = { reason: 'withdrawal' as const, requestedBy: student.id, note: '' }
    const beside = await refundWithheld(tx, deps, order, request)
    await requestRefund(tx, deps, order, { ...request, amount: decision.amount, endsAccess: true, beside })
  })
}

/** Refunds an order on behalf of an admin: an amount in paise, or all that is left. Throws not_found, refund_not_allowed. */
export async function refundOrder(
  deps: Deps,
  admin: { id: string },
  orderId: string,
  { amount, note, after = async () => {} }: { amount: Paise | null; note: string; after?: (tx: Tx) => Promise<void> },
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const found = await findOrderById(tx, orderId)
    if (found) await lockRefunds(tx, found.user_id)
    const order = await lockOrderById(tx, orderId)
    if (!order) throw new DomainError('not_found', msg`This order does not exist`)
    const decision = decideChosenRefund(factsOf(order), amount ?? order.amount_paise - order.refunded_paise)
    if ('why' in decision) throw new DomainError('refund_not_allowed', decision.why)
    await after(tx)
    const request = { reason: 'admin' as const, requestedBy: admin.id, note }
    const all = amount === null || amount === order.amount_paise - order.refunded_paise
    const beside = all ? await refundWithheld(tx, deps, order, request) : []
    await requestRefund(tx, deps, order, { ...request, amount, beside })
  })
}

/**
 * Refunds, together with a bundle, the amounts that were withheld from earlier refunds because of it. The buyer's refunds must be locked.
 * Returns the postings to make.
 */
export async function refundWithheld(tx: Tx, deps: Booking, bundle: OrderRow, request: Request): Promise<Posting[]> {
  if (bundle.bundle_id === null) return []
  const postings: Posting[] = []
  for (const { order, amount } of await releaseWithheld(tx, bundle.id, deps.clock.now()))
    postings.push((await takeRefund(tx, deps, order, { ...request, amount })).posting)
  return postings
}

/**
 * Refunds the amount that was withheld from an order because of bundles that were refunded while the order's own refund was pending.
 * `order` is locked and current. Returns the postings to make.
 */
export async function refundOwed(tx: Tx, deps: Booking, order: OrderRow): Promise<Posting[]> {
  if (order.status !== 'partly_refunded') return []
  const owed = await takeOwed(tx, order.id, deps.clock.now())
  const amount = Math.min(owed?.amount ?? 0, order.amount_paise - order.refunded_paise)
  if (!owed || amount === 0) return []
  const because = (await findRefundsOf(tx, owed.bundleOrderId)).findLast(
    ({ booked, reason }) => booked && (reason === 'withdrawal' || reason === 'admin'),
  )
  const { reason = 'admin', requested_by: requestedBy = null, note = '' } = because ?? {}
  return [(await takeRefund(tx, deps, order, { reason, requestedBy, note, amount })).posting]
}

/** Sends a failed refund again. Throws not_found, refund_not_allowed. */
export async function retryRefund(
  deps: Deps,
  admin: { id: string },
  refundId: string,
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const found = await findRefund(tx, refundId)
    if (!found) throw new DomainError('not_found', msg`This refund does not exist`)
    await lockOrderById(tx, found.order_id)
    const refund = await lockRefund(tx, refundId)
    if (refund?.status !== 'failed')
      throw new DomainError('refund_not_allowed', msg`Only a refund that failed is sent again.`)
    if (await isDisputed(tx, refund.payment_id)) throw new DomainError('refund_not_allowed', disputed)
    await then(tx)
    // for a used key the provider returns the refund that failed
    const attempt = refund.attempt + 1
    await updateRefund(tx, refundId, { status: 'pending', attempt, problem: '', provider_refund_id: null })
    const details = { refundId, status: 'pending', amount: refund.amount_paise, reason: refund.reason, attempt }
    const event = { orderId: refund.order_id, at: deps.clock.now(), kind: 'refund' as const, details }
    await recordEvents(tx, [{ ...event, actorId: admin.id }])
    tx.enqueue(sendRefundJob, { refundId })
  })
}

const disputed = msg`The buyer disputes this payment at their bank. Wait for its decision.`

type Request = Pick<NewRefund, 'reason' | 'requestedBy' | 'note' | 'provider'> & {
  /** all that is left if absent */
  amount?: Paise | null
  /** amount of each item, if not in proportion to the prices */
  amounts?: readonly Paise[]
  /** whether access ends although part of the sale is left */
  endsAccess?: boolean
  /** the sale, if it is booked in the same transaction: both are posted together, after document numbers are assigned */
  sale?: Posting
}

type Booking = Pick<FeatureDeps, 'clock' | 'config' | 'settings'>

/**
 * Reverses a sale by a new refund; no other code does. Writes the refund, its credit note, its postings and the status of the order, which must be locked,
 * and ends access once nothing of the sale is left. Returns the refund's id. Throws refund_not_allowed.
 */
export async function requestRefund(
  tx: Tx,
  deps: Booking,
  order: OrderRow,
  { beside = [], ...request }: Request & { /** postings of the same transaction */ beside?: readonly Posting[] },
): Promise<string> {
  const { id, posting } = await takeRefund(tx, deps, order, request)
  const { sale } = request
  await post(tx, deps, [...(sale ? [sale] : []), ...beside, posting])
  return id
}

async function takeRefund(
  tx: Tx,
  deps: Booking,
  order: OrderRow,
  { amount, amounts, sale, endsAccess = false, ...request }: Request,
): Promise<{ id: string; posting: Posting }> {
  const now = deps.clock.now()
  const wanted = amounts?.reduce((sum, one) => sum + one, 0) ?? amount ?? order.amount_paise - order.refunded_paise
  const decision = decideRefund(factsOf(order), wanted)
  if ('why' in decision) throw new DomainError('refund_not_allowed', decision.why)
  if (order.payment_id === null) throw new Error(`The order ${order.id} is paid without a payment`)
  const refund = { orderId: order.id, paymentId: order.payment_id, amount: wanted, booked: true, ...request }
  const id = await insertRefund(tx, refund, now)
  if (id === null) throw new Error(`The refund of the order ${order.id} is there already`)
  await moveOrder(tx, order, { to: 'refund_pending', at: now })
  const { reason, requestedBy, note = '' } = request
  const details = { refundId: id, status: 'pending', amount: wanted, reason, note }
  await recordEvents(tx, [{ orderId: order.id, at: now, kind: 'refund', details, actorId: requestedBy }])
  const held = sale?.entries.find(({ availableAt }) => availableAt)?.availableAt
  const taken = await takeBack(tx, deps, order, {
    amount: wanted,
    amounts,
    endsAccess,
    because: { refundId: id },
    held,
    now,
  })
  return { id, posting: refundRequestedOf(id, taken) }
}

const factsOf = (order: OrderRow) => ({
  status: order.status,
  amount: order.amount_paise,
  refunded: order.refunded_paise,
})
