import { setTimeout as sleep } from 'node:timers/promises'
import { freeOrderPrefix } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import { ProviderDown } from '#ports/payments.ts'
import { studentEnrolled } from './jobs.ts'
import {
  type Claim,
  claimOrder,
  findCourseToPay,
  findOffer,
  findOrderById,
  insertEnrolment,
  insertOrder,
  isEnrolled,
  lockBuyer,
  lockClaimed,
  lockOpenOrder,
  moveOrder,
  nameOrder,
} from './queries.ts'
import { type Buyer, decidePurchase, decideResumption } from './rules.ts'

/** `amount` in paise; `enrolled` when nothing had to be paid. */
export type StartedPurchase = { id: string; amount: number; courseId: string; enrolled: boolean }

/** An order of ours that has no id at the provider yet. */
type Unopened = { orderId: string; amount: number; courseId: string }
type Prepared = { done: StartedPurchase } | { open: Unopened & Claim } | { wait: Unopened }

/** How often a purchase starts again when its order is replaced while it is opened or waited for. */
const attempts = 3
/** Poll intervals for an order that another request is opening, in milliseconds: 12 seconds in all. */
const pauses = [50, 100, 200, 400, 800, 1600, 2000, 3000, 4000]

/**
 * Opens an order, or resumes the buyer's open one of the same course and price; one of another price expires. There is one open
 * order for each buyer and course: of requests at once, one opens it at the provider and the others wait for it. Without a
 * course, or with one that the buyer has already, the newest open order is resumed ("Make Payment"). Free courses are enrolled at once.
 * Throws own_course, only_students_enroll, already_enrolled, nothing_to_pay, price_out_of_range, not_found, payment_provider_down.
 */
export async function startPurchase(
  deps: FeatureDeps,
  buyer: Buyer,
  courseId: string | null,
): Promise<StartedPurchase> {
  await deps.limits.orders.consume(buyer.id)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const prepared = await transact(deps.db, (tx) => prepare(tx, deps, buyer, courseId))
    if ('done' in prepared) return prepared.done
    const started = await ('open' in prepared ? openOrder(deps, prepared.open) : waitForOrder(deps, prepared.wait))
    if (started) return started
  }
  throw new DomainError('payment_provider_down')
}

/** Opens a claimed order at the provider; null when it is not this request's to open any more. */
async function openOrder(deps: FeatureDeps, claimed: Unopened & Claim): Promise<StartedPurchase | null> {
  const { orderId, amount, courseId } = claimed
  try {
    const { id } = await deps.payments.createOrder({ amount, receipt: orderId })
    return (await nameOrder(deps.db, claimed, id)) ? { id, amount, courseId, enrolled: false } : null
  } catch (error) {
    await transact(deps.db, async (tx) => {
      const order = await lockClaimed(tx, claimed)
      if (order) await moveOrder(tx, order, 'failed')
    })
    if (!(error instanceof ProviderDown)) throw error
    deps.log.error({ err: error }, 'the payment provider refused an order')
    throw new DomainError('payment_provider_down')
  }
}

/** The order that another request, maybe of another process, is opening; null when it was replaced meanwhile. */
async function waitForOrder({ db }: FeatureDeps, { orderId }: Unopened): Promise<StartedPurchase | null> {
  for (const pause of pauses) {
    await sleep(pause)
    const order = await findOrderById(db, orderId)
    if (order?.status === 'failed') break
    if (order?.status !== 'created') return null
    if (order.provider_order_id !== null) return resumed(order.provider_order_id, order)
  }
  throw new DomainError('payment_provider_down')
}

async function prepare(tx: Tx, deps: FeatureDeps, buyer: Buyer, wanted: string | null): Promise<Prepared> {
  await lockBuyer(tx, buyer.id)
  const now = deps.clock.now()
  let courseId = wanted
  let enrolled = courseId !== null && (await isEnrolled(tx, buyer.id, courseId))
  if (courseId === null || enrolled) {
    const toPay = buyer.role === 'student' ? await findCourseToPay(tx, buyer.id, now) : undefined
    if (toPay !== undefined) [courseId, enrolled] = [toPay, false]
    else if (courseId === null)
      throw new DomainError(buyer.role === 'student' ? 'nothing_to_pay' : 'only_students_enroll')
  }
  const row = await findOffer(tx, courseId)
  const offer = row && { creatorId: row.creator_id, published: row.is_published, pricePaise: row.price_paise }
  const decision = decidePurchase(buyer, offer, enrolled)
  if ('problem' in decision) throw problemOf(decision.problem)
  const { amount } = decision
  const claimId = newId()
  const open = await lockOpenOrder(tx, buyer.id, courseId)
  const found = open && decideResumption(stateOf(open), amount, now)
  if (open?.provider_order_id && found === 'resume') return { done: resumed(open.provider_order_id, open) }
  if (open && found === 'wait') return { wait: { orderId: open.id, amount, courseId } }
  if (open && found === 'claim') {
    const claimed = { orderId: open.id, claimId, amount, courseId }
    await claimOrder(tx, claimed, now)
    return { open: claimed }
  }
  if (open) await moveOrder(tx, open, open.provider_order_id === null ? 'failed' : 'expired')
  if (amount === 0) return { done: await enrolFree(tx, buyer.id, courseId, now) }
  const orderId = newId()
  await insertOrder(tx, {
    id: orderId,
    provider_order_id: null,
    user_id: buyer.id,
    course_id: courseId,
    amount_paise: amount,
    status: 'created',
    created_at: now,
    claim_id: claimId,
    claimed_at: now,
  })
  return { open: { orderId, claimId, amount, courseId } }
}

async function enrolFree(tx: Tx, userId: string, courseId: string, now: Date): Promise<StartedPurchase> {
  const id = `${freeOrderPrefix}${newId()}`
  const order = { user_id: userId, course_id: courseId, amount_paise: 0, created_at: now }
  await insertOrder(tx, { ...order, id, provider_order_id: null, status: 'paid', settled_at: now })
  await insertEnrolment(tx, { ...order, order_id: id })
  tx.enqueue(studentEnrolled, { userId, courseId })
  tx.invalidate('counters', userId)
  return { id, amount: 0, courseId, enrolled: true }
}

const problemOf = (code: ConstructorParameters<typeof DomainError>[0]): DomainError =>
  code === 'price_out_of_range'
    ? new DomainError(
        code,
        'This course cannot be bought at the moment: its price is below ₹1. Its educator has to change it.',
      )
    : new DomainError(code)

const stateOf = (order: OrderRow) => ({
  amount: order.amount_paise,
  createdAt: order.created_at,
  opened: order.provider_order_id !== null,
  claimedAt: order.claimed_at,
})

const resumed = (id: string, order: { amount_paise: number; course_id: string }): StartedPurchase => ({
  id,
  amount: order.amount_paise,
  courseId: order.course_id,
  enrolled: false,
})
