import { transact } from '#db/executor.ts'
import { newId } from '#db/new-id.ts'
import { Refusal } from '#http/refusal.ts'
import { ProviderDown } from '#ports/payments.ts'
import { touchCatalogue } from '../courses/index.ts'
import type { FeatureDeps } from '../deps.ts'
import { announceEnrolment } from './job-kinds.ts'
import {
  cancelOrder,
  findOffer,
  findOpenOrder,
  insertEnrolment,
  insertOrder,
  isEnrolled,
  lockBuyer,
  nameOrder,
} from './queries.ts'
import { type Buyer, decidePurchase } from './rules.ts'

/** `amount` in paise; `enrolled` when nothing had to be paid. */
export type StartedPurchase = { id: string; amount: number; courseId: string; enrolled: boolean }

type Prepared = { done: StartedPurchase } | { orderId: string; amount: number; courseId: string }

/**
 * Opens an order, or resumes the buyer's open one of the same course and price. Without a course, or with one that he has
 * already, his newest open order is resumed ("Make Payment"). Free courses are enrolled at once.
 * Throws own_course, only_students_enroll, already_enrolled, nothing_to_pay, not_found, payment_provider_down.
 */
export async function startPurchase(
  deps: FeatureDeps,
  buyer: Buyer,
  courseId: string | null,
): Promise<StartedPurchase> {
  await deps.limits.orders.consume(buyer.id)
  const prepared = await prepare(deps, buyer, courseId)
  if ('done' in prepared) return prepared.done
  const { orderId, amount } = prepared
  try {
    const { id } = await deps.payments.createOrder({ amount, receipt: orderId })
    await nameOrder(deps.db, orderId, id)
    return { id, amount, courseId: prepared.courseId, enrolled: false }
  } catch (error) {
    await cancelOrder(deps.db, orderId)
    if (!(error instanceof ProviderDown)) throw error
    deps.log.error({ err: error }, 'the payment provider refused an order')
    throw new Refusal('payment_provider_down')
  }
}

function prepare(deps: FeatureDeps, buyer: Buyer, courseId: string | null): Promise<Prepared> {
  return transact(deps.db, async (tx) => {
    await lockBuyer(tx, buyer.id)
    const enrolled = courseId !== null && (await isEnrolled(tx, buyer.id, courseId))
    if (courseId === null || enrolled) {
      const open = buyer.role === 'student' ? await findOpenOrder(tx, buyer.id) : undefined
      if (open?.provider_order_id) return { done: resumed(open.provider_order_id, open) }
      if (courseId === null) throw new Refusal(buyer.role === 'student' ? 'nothing_to_pay' : 'only_students_enroll')
    }
    const row = await findOffer(tx, courseId)
    const offer = row && { creatorId: row.creator_id, published: row.is_published, pricePaise: row.price_paise }
    const decision = decidePurchase(buyer, offer, enrolled)
    if ('refusal' in decision) throw new Refusal(decision.refusal)
    const { amount } = decision
    const open = await findOpenOrder(tx, buyer.id, courseId)
    if (open?.provider_order_id && open.amount_paise === amount) return { done: resumed(open.provider_order_id, open) }
    const now = deps.clock.now()
    const order = {
      id: newId(),
      provider_order_id: null,
      user_id: buyer.id,
      course_id: courseId,
      amount_paise: amount,
      created_at: now,
    }
    if (amount > 0) {
      await insertOrder(tx, { ...order, status: 'created' })
      return { orderId: order.id, amount, courseId }
    }
    await insertOrder(tx, { ...order, status: 'paid', settled_at: now })
    await insertEnrolment(tx, {
      user_id: buyer.id,
      course_id: courseId,
      order_id: order.id,
      amount_paise: 0,
      created_at: now,
    })
    await deps.enqueue(tx, announceEnrolment, { userId: buyer.id, courseId })
    await touchCatalogue(tx)
    return { done: { id: order.id, amount: 0, courseId, enrolled: true } }
  })
}

const resumed = (id: string, order: { amount_paise: number; course_id: string }): StartedPurchase => ({
  id,
  amount: order.amount_paise,
  courseId: order.course_id,
  enrolled: false,
})
