import type { ErrorCode } from '@virtual-courses/contract'
import { type Tx, transact } from '#db/executor.ts'
import type { OrderRow } from '#db/schema.ts'
import type { ProviderPayment } from '#ports/payments.ts'
import { touchCatalogue } from '../courses/index.ts'
import type { FeatureDeps } from '../deps.ts'
import { announceEnrolment, refundPayment } from './job-kinds.ts'
import { bookOrder, insertEnrolment, lockOrder, paymentIsUsed } from './queries.ts'
import { decideSettlement } from './rules.ts'

export type Settlement = { outcome: 'enrolled' | 'settled' | 'refunding'; order: OrderRow } | { refusal: ErrorCode }

/** PostgreSQL: a unique constraint said no. */
const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === '23505' // driver errors carry the SQLSTATE

/**
 * The one way in which money becomes an enrolment: verification, webhook and reconciliation all end here, any number of times
 * and at once. One transaction claims the order, books the enrolment and counts it. Money that came twice goes back.
 * `payment` must be a captured one, read from the provider.
 */
export async function settlePayment(deps: FeatureDeps, payment: ProviderPayment): Promise<Settlement> {
  try {
    return await transact(deps.db, (tx) => settle(tx, deps, payment))
  } catch (error) {
    // Two orders raced with one payment id: the index let the first one through.
    if (isUniqueViolation(error)) return { refusal: 'payment_already_used' }
    throw error
  }
}

async function settle(tx: Tx, deps: FeatureDeps, payment: ProviderPayment): Promise<Settlement> {
  const order = await lockOrder(tx, payment.orderId)
  if (!order) return { refusal: 'not_found' }
  const decision = decideSettlement(
    { status: order.status, amount: order.amount_paise, paymentId: order.payment_id },
    payment,
  )
  if (typeof decision === 'object') return decision
  if (decision === 'settled') return { outcome: 'settled', order }
  if (decision === 'extra') {
    await refundLater(tx, deps, payment, order)
    return { outcome: 'refunding', order }
  }
  if (await paymentIsUsed(tx, payment.id)) return { refusal: 'payment_already_used' }
  const now = deps.clock.now()
  const enrolled = await insertEnrolment(tx, {
    user_id: order.user_id,
    course_id: order.course_id,
    order_id: order.id,
    amount_paise: order.amount_paise,
    created_at: now,
  })
  await bookOrder(tx, order.id, { status: enrolled ? 'paid' : 'refund_due', paymentId: payment.id, settledAt: now })
  if (enrolled) {
    await deps.enqueue(tx, announceEnrolment, { userId: order.user_id, courseId: order.course_id })
    await touchCatalogue(tx)
    return { outcome: 'enrolled', order }
  }
  await refundLater(tx, deps, payment, order)
  return { outcome: 'refunding', order }
}

const refundLater = (tx: Tx, deps: FeatureDeps, { id, amount }: ProviderPayment, order: OrderRow): Promise<void> =>
  deps.enqueue(tx, refundPayment, { paymentId: id, amount, orderId: order.id })
