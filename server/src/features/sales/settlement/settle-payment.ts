import type { ErrorCode } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { paymentsSettled } from '#core/metrics.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import type { ProviderPayment } from '#ports/payments.ts'
import { enrol } from '../../enrolments/index.ts'
import { keepsUse } from '../../offers/index.ts'
import { findItems, lockOrder, lockParties, paymentIsUsed } from '../queries.ts'
import { apply } from './apply.ts'
import { decide, type Facts, mayBook, type Reserved } from './decide.ts'

export type Settlement = { outcome: 'enrolled' | 'settled' | 'refunding'; order: OrderRow } | { problem: ErrorCode }

/** Whether the database refused a payment because another order has it. Driver errors carry SQLSTATE and constraint. */
function isUsedElsewhere(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'orders_payment_id_key'
}

/**
 * Turns a payment into enrolments; no other code does. Verification, webhook and reconciliation all call it, repeatedly and
 * concurrently. One transaction locks the order, gathers the facts (`gather`), decides (`decide`) and writes the decision (`apply`).
 * `payment` must be a captured one, of which a part may have been refunded, read from the provider.
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
    // Two orders raced with the same payment id, and the unique index accepted the first one.
    if (isUsedElsewhere(error)) return { problem: 'payment_already_used' }
    throw error
  }
}

async function settle(tx: Tx, deps: FeatureDeps, payment: ProviderPayment): Promise<Settlement> {
  const order = await lockOrder(tx, payment.orderId)
  if (!order) return { problem: 'not_found' }
  const now = deps.clock.now()
  const facts = await gather(tx, order, payment, now)
  const decision = decide(facts)
  if ('problem' in decision) return decision
  const { outcome, steps } = decision
  if (steps.some((step) => step.step === 'refund' && step.reason === 'withdrawn'))
    deps.log.warn({ orderId: order.id, paymentId: payment.id }, 'money came for a deleted account or course')
  await apply(tx, deps, { order, payment, items: facts.reserved?.items ?? [], now }, steps)
  return { outcome, order }
}

/** Reads and locks the facts that the decision depends on; they cannot change before the transaction ends. */
async function gather(tx: Tx, order: OrderRow, payment: ProviderPayment, now: Date): Promise<Facts> {
  const { status, amount_paise: amount, payment_id: paymentId, created_at: createdAt } = order
  const facts = {
    order: { status, amount, paymentId, createdAt, sold: order.sold_at !== null, bundle: order.bundle_id !== null },
    payment,
    now,
    ...(await lockParties(tx, order.id)),
    paymentUsed: paymentId === null && (await paymentIsUsed(tx, payment.id)),
  }
  return { ...facts, reserved: mayBook(facts) ? await reserve(tx, order, facts.courses, now) : null }
}

/**
 * Reserves what an order needs. Only the insertion of the enrolment shows whether the buyer has a course from another order, which may be
 * settled at the same moment; if all courses are already enrolled, nothing is written.
 */
async function reserve(tx: Tx, order: OrderRow, courses: ReadonlySet<string>, now: Date): Promise<Reserved> {
  if (!(await keepsUse(tx, order.id, now))) return { keepsUse: false, items: [], enrolled: new Set() }
  const items = await findItems(tx, order.id)
  const enrolled = new Set<string>()
  for (const { courseId, amount } of items.filter((item) => courses.has(item.courseId)))
    if (await enrol(tx, { userId: order.user_id, orderId: order.id, courseId, amount, now })) enrolled.add(courseId)
  return { keepsUse: true, items, enrolled }
}
