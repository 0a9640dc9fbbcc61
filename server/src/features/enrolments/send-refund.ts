import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import { type Paise, type ProviderRefund, RefundRefused } from '#ports/payments.ts'
import { post, refundLostOf, refundProcessedOf, unbookedOf } from '../ledger/index.ts'
import { paymentRefunded, type SentByOlder } from './jobs.ts'
import { findOrderById, moveOrder, recordEvents } from './queries.ts'
import { requestRefund } from './refund-order.ts'
import {
  findOrderOfPayment,
  findRefund,
  findRefundsOf,
  findUnbooked,
  insertRefund,
  isDisputed,
  lockOrderById,
  lockRefund,
  type RefundRow,
  updateRefund,
} from './refund-queries.ts'
import { restingStatus } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log' | 'payments' | 'clock' | 'config' | 'settings'>

/** Names an attempt to refund: the provider makes one refund for it, however often it is asked. */
const keyOf = ({ id, attempt }: Pick<RefundRow, 'id' | 'attempt'>): string => `refund-${id}-${attempt}`

/**
 * Sends a refund to the provider and writes down what became of it. Repeating it changes nothing. Throws ProviderDown, after which the
 * job tries again; waits while the order is disputed.
 */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  if (refund?.status !== 'pending') return
  if (await isDisputed(deps.db, refund.payment_id)) return
  const { payment_id: paymentId, amount_paise: amount } = refund
  try {
    const sent = await deps.payments.refundPayment({ paymentId, amount, key: keyOf(refund) })
    await recordOutcome(deps, refund, sent)
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    await adoptOrFail(deps, refund, error)
  }
}

/** A refused refund may be there already: made by hand at the provider, or by an attempt whose answer was lost. */
async function adoptOrFail(deps: Deps, refund: RefundRow, { message }: RefundRefused): Promise<void> {
  const known = new Set((await findRefundsOf(deps.db, refund.order_id)).map((one) => one.provider_refund_id))
  const made = (await deps.payments.fetchRefunds(refund.payment_id)).find(
    ({ id, key, amount, status }) =>
      !known.has(id) &&
      (key === keyOf(refund) || (key === null && amount === refund.amount_paise && status !== 'failed')),
  )
  if (made) return recordOutcome(deps, refund, made)
  deps.log.error({ refundId: refund.id, orderId: refund.order_id, problem: message }, 'the provider refused a refund')
  await recordOutcome(deps, refund, { id: null, status: 'failed', problem: message })
}

type Outcome = Pick<ProviderRefund, 'status'> & { id: string | null; problem?: string }

/** Writes down what the provider says of a refund. Repeating it changes nothing; one that was processed stays so. */
export async function recordOutcome(deps: Deps, { id, order_id, attempt }: RefundRow, outcome: Outcome): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrderById(tx, order_id)
    const refund = await lockRefund(tx, id)
    // an answer to an earlier attempt, or one that is known
    if (!order || !refund || refund.attempt !== attempt) return
    if (refund.status === 'canceled') return recordPaidTwice(tx, deps, refund, outcome)
    if (!['pending', 'sent'].includes(refund.status)) return
    const now = deps.clock.now()
    const status = outcome.status === 'pending' ? 'sent' : outcome.status
    if (status === refund.status) return
    const problem = status === 'failed' ? (outcome.problem ?? 'The provider could not pay it out') : ''
    await updateRefund(tx, id, {
      status,
      problem: problem.slice(0, 500),
      provider_refund_id: outcome.id ?? refund.provider_refund_id,
      ended_at: status === 'sent' ? null : now,
    })
    await recordRefundEvent(tx, refund, status, now, problem)
    if (status === 'processed') await finish(tx, deps, order, refund, now)
  })
}

/** A refund that was on its way to the provider while a lost dispute canceled it: the buyer got the money twice. */
async function recordPaidTwice(tx: Tx, deps: Deps, refund: RefundRow, outcome: Outcome): Promise<void> {
  if (outcome.status !== 'processed') return
  const { id, order_id: orderId, amount_paise: amount } = refund
  const now = deps.clock.now()
  await updateRefund(tx, id, { status: 'processed', provider_refund_id: outcome.id })
  await recordRefundEvent(tx, refund, 'processed', now, 'A lost dispute had taken its money: it was paid twice')
  deps.log.error({ refundId: id, orderId, amount }, 'a refund and a lost dispute returned the same money')
  await post(tx, deps.config.TIME_ZONE, [refundLostOf(id, orderId, amount, now)])
}

const recordRefundEvent = (tx: Tx, refund: RefundRow, status: string, at: Date, problem = ''): Promise<void> => {
  const { id: refundId, order_id: orderId, amount_paise: amount, reason } = refund
  return recordEvents(tx, [{ orderId, at, kind: 'refund', details: { refundId, status, amount, reason, problem } }])
}

/** A refund reached the buyer: status, announcement, and the posting at the end. */
async function finish(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  order: OrderRow,
  refund: RefundRow,
  now: Date,
): Promise<void> {
  if (order.payment_id === refund.payment_id && order.status === 'refund_pending')
    await moveOrder(tx, order, await statusOf(tx, order, refund.booked), now)
  const { payment_id: paymentId, amount_paise: amount, reason } = refund
  const announced = { userId: order.user_id, courseId: order.course_id, paymentId, refundId: refund.id }
  tx.enqueue(paymentRefunded, { ...announced, amount, reason })
  await post(tx, deps.config.TIME_ZONE, [refundProcessedOf(refund.id, order.id, amount, now)])
}

/** Where a locked order is by its refunds and disputes. */
export async function statusOf(tx: Tx, order: OrderRow, booked = true): Promise<OrderRow['status']> {
  if (!booked) return 'refunded'
  const refunds = await findRefundsOf(tx, order.id)
  const current = await lockOrderById(tx, order.id)
  return restingStatus({
    amount: order.amount_paise,
    refunded: current?.refunded_paise ?? 0,
    pending: refunds.some(({ booked, status }) => booked && ['pending', 'sent', 'failed'].includes(status)),
    disputed: order.payment_id !== null && (await isDisputed(tx, order.payment_id)),
  })
}

/** Looks up what became of the refunds of a payment, and writes down those that were made at the provider by hand. */
export async function syncRefunds(deps: Deps, paymentId: string, orderId: string): Promise<void> {
  for (const made of await deps.payments.fetchRefunds(paymentId)) {
    const known = (await findRefundsOf(deps.db, orderId)).find(
      (one) => one.provider_refund_id === made.id || (made.key !== null && keyOf(one) === made.key),
    )
    if (known) await recordOutcome(deps, known, made)
    else if (made.status !== 'failed' && made.key === null) await recordForeign(deps, orderId, made)
  }
}

/** A refund that was made at the provider: it takes back the sale as far as something is left of it. */
async function recordForeign(deps: Deps, orderId: string, made: ProviderRefund): Promise<void> {
  const id = await transact(deps.db, async (tx) => {
    const order = await lockOrderById(tx, orderId)
    if (order?.payment_id !== made.paymentId || !['paid', 'partly_refunded'].includes(order.status)) return null
    if ((await findRefundsOf(tx, orderId)).some((one) => one.provider_refund_id === made.id)) return null
    if (made.amount > order.amount_paise - order.refunded_paise) return null
    const provider = { id: made.id, status: 'sent' as const }
    return requestRefund(tx, deps, order, { reason: 'returned', requestedBy: null, amount: made.amount, provider })
  })
  const refund = id === null ? undefined : await findRefund(deps.db, id)
  if (refund) await recordOutcome(deps, refund, made)
}

/** Runs a job that an older version enqueued: its payment may have no refund yet. Amount in paise. */
export async function sendOlderRefund(deps: Deps, { paymentId, amount, orderId, reason }: SentByOlder): Promise<void> {
  const refund = await findUnbooked(deps.db, paymentId)
  if (refund) return sendRefund(deps, refund.id)
  const order =
    orderId === undefined ? await findOrderOfPayment(deps.db, paymentId) : await findOrderById(deps.db, orderId)
  if (!order) return deps.log.error({ paymentId, amount: amount satisfies Paise }, 'no order is known for a refund')
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const row = { orderId: order.id, paymentId, amount, reason: reason ?? 'extra', booked: false, requestedBy: null }
    if (await insertRefund(tx, row, now))
      await post(tx, deps.config.TIME_ZONE, [unbookedOf(order.id, paymentId, amount, now)])
  })
}
