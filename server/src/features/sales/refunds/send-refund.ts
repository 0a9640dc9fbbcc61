import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { RefundRefused } from '#ports/payments.ts'
import { post } from '../../ledger/index.ts'
import type { SentByOlder } from '../jobs.ts'
import { findOrderById } from '../queries.ts'
import { recordOutcome, syncRefunds } from './refund-outcomes.ts'
import {
  findOrderOfPayment,
  findRefund,
  findUnbooked,
  isDisputed,
  type RefundRow,
  recordUnbookedRefund,
} from './refund-queries.ts'
import { keyOf } from './refund-rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log' | 'payments' | 'clock' | 'config' | 'settings'>

/**
 * Sends a refund to the provider and records the outcome. Idempotent. Does nothing while the order is disputed. Throws ProviderDown, after
 * which the job is retried.
 */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const found = await findUnsent(deps, refundId)
  if (!found) return
  // it may already exist: made in the dashboard, or by an attempt whose reply was lost
  await syncRefunds(deps, found.payment_id, found.order_id)
  const refund = await findUnsent(deps, refundId)
  if (!refund) return
  const { payment_id: paymentId, amount_paise: amount, attempt } = refund
  try {
    const sent = await deps.payments.refundPayment({ paymentId, amount, key: keyOf(refund) })
    await recordOutcome(deps, refund, sent)
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    // another process has recorded it
    await syncRefunds(deps, paymentId, refund.order_id)
    await recordOutcome(deps, refund, { id: null, status: 'failed', attempt, problem: error.message })
  }
}

async function findUnsent({ db }: Pick<Deps, 'db'>, refundId: string): Promise<RefundRow | undefined> {
  const refund = await findRefund(db, refundId)
  return refund?.status === 'pending' && !(await isDisputed(db, refund.payment_id)) ? refund : undefined
}

/** Runs a job that an older version enqueued, whose payment may have no refund row yet. Amount in paise. */
export async function sendOlderRefund(deps: Deps, { paymentId, amount, orderId, reason }: SentByOlder): Promise<void> {
  const refund = await findUnbooked(deps.db, paymentId)
  if (refund) return sendRefund(deps, refund.id)
  const order =
    orderId === undefined ? await findOrderOfPayment(deps.db, paymentId) : await findOrderById(deps.db, orderId)
  if (!order) return deps.log.error({ paymentId, amount }, 'no order is known for a refund')
  await transact(deps.db, async (tx) => {
    const owed = { orderId: order.id, paymentId, amount, reason: reason ?? 'extra' }
    await post(tx, deps, await recordUnbookedRefund(tx, owed, deps.clock.now()))
  })
}
