import { msg } from '@lingui/core/runtime-macro'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow, RefundStatus } from '#db/schema.ts'
import type { Paise, ProviderRefund } from '#ports/payments.ts'
import {
  type Posting,
  post,
  refundLostOf,
  refundProcessedOf,
  refundRequestedOf,
  refundReturnedOf,
} from '../../ledger/index.ts'
import { paymentRefunded, refundDelayed, sendRefundJob } from '../jobs.ts'
import { findOrderById, moveOrder, recordEvents } from '../queries.ts'
import { settledStatus } from '../rules.ts'
import { refundOwed, refundWithheld, requestRefund } from './refund-order.ts'
import {
  findRefund,
  findRefundsOf,
  hasLost,
  insertRefund,
  isDisputed,
  lockOrderById,
  lockRefund,
  lossesOf,
  type NewRefund,
  type RefundRow,
  updateRefund,
} from './refund-queries.ts'
import {
  decideOutcome,
  findCovered,
  findWhole,
  inOrderOfMatching,
  isOwed,
  matchRefund,
  type Outcome,
} from './refund-rules.ts'
import { lockRefunds } from './reprice-bundles.ts'
import { takeBack } from './take-back.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log' | 'payments' | 'clock' | 'config' | 'settings'>

/** Records the provider's state of a refund. Idempotent. */
export async function recordOutcome(deps: Deps, { id, order_id }: RefundRow, outcome: Outcome): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrderById(tx, order_id)
    const refund = await lockRefund(tx, id)
    if (!order || !refund) return
    const decision = decideOutcome(refund, outcome)
    if (decision === 'none' || (await isOfAnother(tx, refund, outcome))) return
    const change = { tx, deps, order, refund, outcome, now: deps.clock.now() }
    await post(tx, deps, await effects[decision](change))
  })
}

/** Whether the provider's refund has meanwhile been recorded as another one of ours. */
const isOfAnother = async (tx: Tx, refund: RefundRow, outcome: Outcome): Promise<boolean> =>
  outcome.id !== null &&
  (await findRefundsOf(tx, refund.order_id)).some(
    (one) => one.id !== refund.id && one.provider_refund_id === outcome.id,
  )

type Change = { tx: Tx; deps: Deps; order: OrderRow; refund: RefundRow; outcome: Outcome; now: Date }
type Decision = Exclude<ReturnType<typeof decideOutcome>, 'none'>

/** Side effects of each change of a refund. Each returns the postings to make last. */
const effects: Record<Decision, (change: Change) => Promise<Posting[]>> = {
  async sent(change) {
    await write(change, 'sent')
    return []
  },

  async processed(change) {
    const { tx, deps, order, refund, now } = change
    await write(change, 'processed')
    const settles = order.payment_id === refund.payment_id && order.status === 'refund_pending'
    const status = settles ? await settleStatus(tx, order, refund, now) : order.status
    const owed = settles ? await refundOwed(tx, deps, { ...order, status }) : []
    const { id: refundId, payment_id: paymentId, amount_paise: amount, reason, attempt } = refund
    const announced = { userId: order.user_id, courseId: order.course_id, paymentId, refundId }
    tx.enqueue(paymentRefunded, { ...announced, amount, reason })
    return [refundProcessedOf({ refundId, orderId: order.id, amount, at: now, attempt }), ...owed]
  },

  async failed(change) {
    await write(change, 'failed', change.outcome.problem || english(msg`The provider could not pay it out`))
    announceDelay(change, 'the provider could not make a refund')
    return []
  },

  /** The bank returned a paid refund: it is owed again, unless a lost dispute has paid the buyer the same money. */
  async returned(change) {
    const { tx, order, refund, now } = change
    const { id, payment_id: paymentId, amount_paise: amount, attempt } = refund
    const lost = (await lossesOf(tx, order.id)) >= amount
    await write(change, lost ? 'canceled' : 'failed', english(msg`The bank of the buyer returned it`))
    // later postings of this refund use another key
    await updateRefund(tx, id, { attempt: attempt + 1 })
    if (!lost) {
      announceDelay(change, 'a refund came back from the bank of its buyer')
      if (order.payment_id === paymentId) await settleStatus(tx, order, refund, now)
    }
    return [
      refundReturnedOf({ refundId: id, orderId: order.id, amount, at: now, attempt }, lost ? 'losses' : 'refunds'),
    ]
  },

  /** A lost dispute canceled the refund while it was being sent to the provider, so the buyer got the money twice. */
  async 'paid-twice'(change) {
    const { deps, refund, now } = change
    const { id, order_id: orderId, amount_paise: amount, attempt } = refund
    await write(change, 'processed', english(msg`A lost dispute had taken its money: it was paid twice`))
    deps.log.error({ refundId: id, orderId, amount }, 'a refund and a lost dispute returned the same money')
    return [refundLostOf({ refundId: id, orderId, amount, at: now, attempt })]
  },
}

async function write({ tx, refund, outcome, now }: Change, status: RefundStatus, problem = ''): Promise<void> {
  const { id: refundId, order_id: orderId, amount_paise: amount, reason } = refund
  await updateRefund(tx, refundId, {
    status,
    problem: problem.slice(0, 500),
    provider_refund_id: outcome.id ?? refund.provider_refund_id,
    ended_at: status === 'sent' ? null : now,
  })
  const details = { refundId, status, amount, reason, problem: problem.slice(0, 500) }
  await recordEvents(tx, [{ orderId, at: now, kind: 'refund', details }])
}

function announceDelay({ tx, deps, order, refund, outcome }: Change, message: string): void {
  const { id: refundId, order_id: orderId, amount_paise: amount, attempt } = refund
  deps.log.error({ refundId, orderId, amount, attempt, problem: outcome.problem }, message)
  tx.enqueue(refundDelayed, { userId: order.user_id, courseId: order.course_id, refundId, amount, attempt })
}

/** Updates the status of an order after its payment was refunded or its refund was returned. Returns the status. */
async function settleStatus(tx: Tx, order: OrderRow, refund: RefundRow, now: Date): Promise<OrderRow['status']> {
  const isPending = (await rowsOf(tx, order.id, refund.payment_id)).some(({ status }) => isOwed(status))
  const unbooked = isPending ? ('refund_pending' as const) : ('refunded' as const)
  const to = refund.booked ? await statusOf(tx, order) : unbooked
  if (to !== order.status) await moveOrder(tx, order, { to, at: now })
  return to
}

/** Returns the status of a locked, sold order that follows from its refunds and disputes. */
export async function statusOf(
  tx: Tx,
  order: OrderRow,
  refunded: Paise = order.refunded_paise,
): Promise<OrderRow['status']> {
  const refunds = await findRefundsOf(tx, order.id)
  return settledStatus({
    amount: order.amount_paise,
    refunded,
    pending: refunds.some(({ booked, status }) => booked && isOwed(status)),
    disputed: order.payment_id !== null && (await isDisputed(tx, order.payment_id)),
  })
}

/**
 * Fetches the state of a payment's refunds, and records those that were made in the provider's dashboard. Returns the amount of the payment
 * that the provider has refunded, in paise.
 */
export async function syncRefunds(deps: Deps, paymentId: string, orderId: string): Promise<Paise> {
  const made = await deps.payments.fetchRefunds(paymentId)
  const returned = made.reduce((sum, { status, amount }) => sum + (status === 'failed' ? 0 : amount), 0)
  for (const one of inOrderOfMatching(await rowsOf(deps.db, orderId, paymentId), made)) {
    const row = matchRefund(await rowsOf(deps.db, orderId, paymentId), one)
    if (row) await recordOutcome(deps, row, one)
    else if (one.status !== 'failed') await recordExternalRefund(deps, orderId, one, returned)
  }
  return returned
}

const rowsOf = async (on: Parameters<typeof findRefundsOf>[0], orderId: string, paymentId: string) =>
  (await findRefundsOf(on, orderId)).filter((one) => one.payment_id === paymentId)

/**
 * Records a refund made in the provider's dashboard. It reverses the rest of the sale, or is part of an owed refund, or covers one, that
 * cannot be made because the provider has `returned` too much of the payment. If a lost dispute has deducted that money, it is a loss.
 * Other cases are found by the comparison of sums.
 */
async function recordExternalRefund(deps: Deps, orderId: string, made: ProviderRefund, returned: Paise): Promise<void> {
  const id = await transact(deps.db, async (tx) => {
    const found = await findOrderById(tx, orderId)
    if (found) await lockRefunds(tx, found.user_id)
    const order = await lockOrderById(tx, orderId)
    if (!order) return null
    const rows = await rowsOf(tx, orderId, made.paymentId)
    if (matchRefund(rows, made)) return null
    const isSold = order.payment_id === made.paymentId && order.sold_at !== null
    if (!isSold || order.status === 'refund_pending') {
      const left = order.amount_paise - returned
      const whole = findWhole(rows, made, left)
      if (whole) return splitOffPart(tx, deps, whole, made)
      if (!isSold) return null
      const covered = findCovered(rows, made, left)
      return covered ? raise(tx, deps, { order, covered, made }) : null
    }
    if (order.status !== 'paid' && order.status !== 'partly_refunded' && order.status !== 'refunded') return null
    const provider = { id: made.id, status: 'sent' as const }
    const left = order.amount_paise - order.refunded_paise
    if (made.amount > left)
      return (await hasLost(tx, made.paymentId)) ? insertRefund(tx, lossFor(order, made), deps.clock.now()) : null
    const beside =
      made.amount === left ? await refundWithheld(tx, deps, order, { reason: 'admin', requestedBy: null }) : []
    const request = { reason: 'returned' as const, requestedBy: null, amount: made.amount, provider }
    return requestRefund(tx, deps, order, { ...request, beside })
  })
  const refund = id === null ? undefined : await findRefund(deps.db, id)
  if (refund) await recordOutcome(deps, refund, made)
}

/** Builds the refund for money returned both manually and by a lost dispute: canceled first, since its payout is recorded afterwards. */
const lossFor = ({ id: orderId }: OrderRow, { id, paymentId, amount }: ProviderRefund): NewRefund => ({
  orderId,
  paymentId,
  amount,
  reason: 'returned',
  booked: true,
  requestedBy: null,
  provider: { id, status: 'canceled' },
})

/**
 * Raises one of our refunds to the amount that was refunded manually, and takes back that much more of the sale. What is added has a row
 * of its own for its credit note, canceled because it is paid out with ours. Returns our refund's id; null if less is left of the sale.
 */
async function raise(
  tx: Tx,
  deps: Deps,
  { order, covered, made }: { order: OrderRow; covered: RefundRow; made: ProviderRefund },
): Promise<string | null> {
  const at = deps.clock.now()
  const { id: refundId, payment_id: paymentId, reason, status } = covered
  const amount = made.amount - covered.amount_paise
  if (amount > order.amount_paise - order.refunded_paise) return null
  const provider = { id: null, status: 'canceled' as const }
  const more = { orderId: order.id, paymentId, amount, booked: true, reason: 'returned' as const, requestedBy: null }
  const id = await insertRefund(tx, { ...more, provider }, at)
  if (id === null) throw new Error(`What was returned beyond the refund ${refundId} is there already`)
  const taken = await takeBack(tx, deps, order, { amount, because: { refundId: id }, now: at })
  // a request for our amount that is still in progress is refused, and its outcome is ignored
  await updateRefund(tx, refundId, { amount_paise: made.amount, attempt: covered.attempt + 1 })
  const problem = 'More than it was returned at the provider'
  const details = { refundId, status, amount: made.amount, reason, problem }
  await recordEvents(tx, [{ orderId: order.id, at, kind: 'refund', details }])
  await post(tx, deps, [refundRequestedOf(id, taken)])
  return refundId
}

/**
 * Splits the manually refunded amount off one of our refunds, so that the rest can be sent. Sale, ledger and credit note do not change,
 * since the sum of both parts is the original amount. Returns the id of the new part.
 */
async function splitOffPart(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  whole: RefundRow,
  { id: providerId, amount }: ProviderRefund,
): Promise<string> {
  const at = deps.clock.now()
  const { id: wholeId, order_id: orderId, payment_id: paymentId, booked, status } = whole
  const part = { orderId, paymentId, amount, booked, reason: 'returned' as const, requestedBy: null }
  const id = await insertRefund(tx, { ...part, provider: { id: providerId, status: 'sent' } }, at)
  if (id === null) throw new Error(`The refund ${providerId} of the provider is there already`)
  const rest = whole.amount_paise - amount
  // the provider refuses a used key with another amount
  await updateRefund(tx, wholeId, { amount_paise: rest, attempt: whole.attempt + 1 })
  const problem = 'A part of it was returned at the provider'
  await recordEvents(tx, [
    { orderId, at, kind: 'refund', details: { refundId: id, status: 'sent', amount, reason: part.reason } },
    {
      orderId,
      at,
      kind: 'refund',
      details: { refundId: wholeId, status, amount: rest, reason: whole.reason, problem },
    },
  ])
  // a request for the whole amount that is still in progress is refused, and its outcome is ignored
  if (status === 'pending') tx.enqueue(sendRefundJob, { refundId: wholeId })
  return id
}
