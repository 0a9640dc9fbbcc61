import { msg } from '@lingui/core/runtime-macro'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow, RefundStatus } from '#db/schema.ts'
import type { Paise, ProviderRefund } from '#ports/payments.ts'
import { type Posting, post, refundLostOf, refundProcessedOf, refundReturnedOf } from '../../ledger/index.ts'
import { paymentRefunded, refundDelayed, sendRefundJob } from '../jobs.ts'
import { recordEvents } from '../order-events.ts'
import { moveOrder } from '../queries.ts'
import { settledStatus } from '../rules.ts'
import { refundOwed, requestRefund } from './refund-order.ts'
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
import { decideOutcome, findWhole, inOrderOfMatching, isOwed, matchRefund, type Outcome } from './refund-rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log' | 'payments' | 'clock' | 'config' | 'settings'>

/** Writes down what the provider says of a refund. Repeating it changes nothing. */
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

/** Whether the provider's refund is another one of ours, which was written down meanwhile. */
const isOfAnother = async (tx: Tx, refund: RefundRow, outcome: Outcome): Promise<boolean> =>
  outcome.id !== null &&
  (await findRefundsOf(tx, refund.order_id)).some(
    (one) => one.id !== refund.id && one.provider_refund_id === outcome.id,
  )

type Change = { tx: Tx; deps: Deps; order: OrderRow; refund: RefundRow; outcome: Outcome; now: Date }
type Decision = Exclude<ReturnType<typeof decideOutcome>, 'none'>

/** What each change of a refund does beside; returns what has to be posted at the end. */
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

  /** What was paid out came back: it is owed again, unless a lost dispute gave the buyer the same money. */
  async returned(change) {
    const { tx, order, refund, now } = change
    const { id, payment_id: paymentId, amount_paise: amount, attempt } = refund
    const lost = (await lossesOf(tx, order.id)) >= amount
    await write(change, lost ? 'canceled' : 'failed', english(msg`The bank of the buyer returned it`))
    // what is booked of it from now on has another key
    await updateRefund(tx, id, { attempt: attempt + 1 })
    if (!lost) {
      announceDelay(change, 'a refund came back from the bank of its buyer')
      if (order.payment_id === paymentId) await settleStatus(tx, order, refund, now)
    }
    return [
      refundReturnedOf({ refundId: id, orderId: order.id, amount, at: now, attempt }, lost ? 'losses' : 'refunds'),
    ]
  },

  /** It was on its way to the provider while a lost dispute canceled it: the buyer got the money twice. */
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
  const { id: refundId, order_id: orderId, amount_paise: amount } = refund
  deps.log.error({ refundId, orderId, amount, problem: outcome.problem }, message)
  tx.enqueue(refundDelayed, { userId: order.user_id, courseId: order.course_id, refundId, amount })
}

/** Moves an order whose payment was refunded, or that got its refund back, to where it is now. Returns its status. */
async function settleStatus(tx: Tx, order: OrderRow, refund: RefundRow, now: Date): Promise<OrderRow['status']> {
  const { status } = (await lockRefund(tx, refund.id)) ?? refund
  const unbooked = status === 'failed' ? ('refund_pending' as const) : ('refunded' as const)
  const to = refund.booked ? await statusOf(tx, order) : unbooked
  if (to !== order.status) await moveOrder(tx, order, { to, at: now })
  return to
}

/** Where a locked order that was sold is by its refunds and disputes. */
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
 * Looks up what became of the refunds of a payment, and writes down those that were made at the provider by hand. Returns what the
 * provider has returned of it, in paise.
 */
export async function syncRefunds(deps: Deps, paymentId: string, orderId: string): Promise<Paise> {
  const made = await deps.payments.fetchRefunds(paymentId)
  const returned = made.reduce((sum, { status, amount }) => sum + (status === 'failed' ? 0 : amount), 0)
  for (const one of inOrderOfMatching(await rowsOf(deps.db, orderId, paymentId), made)) {
    const row = matchRefund(await rowsOf(deps.db, orderId, paymentId), one)
    if (row) await recordOutcome(deps, row, one)
    else if (one.status !== 'failed') await recordForeign(deps, orderId, one, returned)
  }
  return returned
}

const rowsOf = async (on: Parameters<typeof findRefundsOf>[0], orderId: string, paymentId: string) =>
  (await findRefundsOf(on, orderId)).filter((one) => one.payment_id === paymentId)

/**
 * A refund made at the provider reverses what is left of the sale, or is a part of an owed refund that cannot be made whole any more, since
 * the provider has `returned` too much of the payment. Where a lost dispute took that money already, it is a loss. Anything else is found
 * by the comparison of sums.
 */
async function recordForeign(deps: Deps, orderId: string, made: ProviderRefund, returned: Paise): Promise<void> {
  const id = await transact(deps.db, async (tx) => {
    const order = await lockOrderById(tx, orderId)
    if (order?.payment_id !== made.paymentId || order.sold_at === null) return null
    const rows = await rowsOf(tx, orderId, made.paymentId)
    if (matchRefund(rows, made)) return null
    if (order.status === 'refund_pending') {
      const whole = findWhole(rows, made, order.amount_paise - returned)
      return whole ? takePart(tx, deps, whole, made) : null
    }
    if (order.status !== 'paid' && order.status !== 'partly_refunded' && order.status !== 'refunded') return null
    const provider = { id: made.id, status: 'sent' as const }
    if (made.amount > order.amount_paise - order.refunded_paise)
      return (await hasLost(tx, made.paymentId)) ? insertRefund(tx, lostBy(order, made), deps.clock.now()) : null
    return requestRefund(tx, deps, order, { reason: 'returned', requestedBy: null, amount: made.amount, provider })
  })
  const refund = id === null ? undefined : await findRefund(deps.db, id)
  if (refund) await recordOutcome(deps, refund, made)
}

/** What was returned by hand, and by a lost dispute as well: it is canceled before it is known to be paid. */
const lostBy = ({ id: orderId }: OrderRow, { id, paymentId, amount }: ProviderRefund): NewRefund => ({
  orderId,
  paymentId,
  amount,
  reason: 'returned',
  booked: true,
  requestedBy: null,
  provider: { id, status: 'canceled' },
})

/**
 * Takes what was returned by hand out of a refund of ours, so that the rest can be sent. What the sale, the ledger and the credit note say
 * stays: the two are what the one was. Returns the id of the part.
 */
async function takePart(
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
  // a call for the whole that is on its way is refused, and ends nothing
  if (status === 'pending') tx.enqueue(sendRefundJob, { refundId: wholeId })
  return id
}
