import { setTimeout as sleep } from 'node:timers/promises'
import { msg } from '@lingui/core/runtime-macro'
import { freeOrderPrefix } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { sourceLanguage } from '#core/languages/language.ts'
import { withAttempt } from '#core/limits/rate-limits.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import { type CheckoutData, ProviderDown } from '#ports/payments.ts'
import { enrol } from '../../enrolments/index.ts'
import { holdsUse, keepsUse, listOf, loseHolds, recordUse, renewHold } from '../../offers/index.ts'
import { type Agreement, keepConsents, readAgreement } from '../../site-pages/index.ts'
import { findItems, findOrderById, insertOrder, moveOrder } from '../queries.ts'
import { type Buyer, decideResumption, sellTheSame } from '../rules.ts'
import { chooseItems, type Priced, priceItems, requireCoupon, type Wanted } from './choose-items.ts'
import {
  type Claim,
  claimOrder,
  lockBuyer,
  lockClaimed,
  lockOpenOrders,
  nameOrder,
  wasReplaced,
} from './open-order-queries.ts'

/** Amounts in paise, `listAmount` before the coupon; `enrolled` when nothing had to be paid. */
export type StartedPurchase = {
  id: string
  amount: number
  courseId: string
  listAmount: number
  coupon: string | undefined
  enrolled: boolean
  /** data from the provider for its checkout driver */
  checkoutData?: CheckoutData
}

/** An order that has no id at the provider yet. */
type Unopened = Omit<StartedPurchase, 'id' | 'enrolled' | 'checkoutData'> & { orderId: string }
type Prepared = { done: StartedPurchase } | { open: Unopened & Claim } | { wait: Unopened }

/** Maximum number of restarts of a purchase whose order is replaced while it is being opened or waited for. */
const attempts = 3
/** Poll intervals for an order that another request is opening, in milliseconds: 12 seconds in total. */
const pauses = [50, 100, 200, 400, 800, 1600, 2000, 3000, 4000]

/**
 * Opens an order, or resumes the buyer's open one for the same courses, price and coupon; other open orders for them expire. Concurrent
 * requests wait for the one that opens it. Without a course the newest open order is resumed. Free orders are enrolled at once.
 * Throws own_course, only_students_enroll, already_enrolled, nothing_to_pay, price_out_of_range, not_found, codes of coupons,
 * terms_changed, payment_provider_down, rate_limited.
 */
export async function startPurchase(
  deps: FeatureDeps,
  buyer: Buyer,
  client: string,
  wanted: Wanted & Agreed,
): Promise<StartedPurchase> {
  const { limits } = deps
  await limits.orders.consume(buyer.id)
  const agreement = await readAgreement(deps, 'order', wanted.agreed, wanted.language ?? sourceLanguage)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const prepared = await withAttempt(
      [
        [limits.newOrders, buyer.id, tooManyOrders],
        [limits.newOrdersByClient, client, tooManyOrders],
      ],
      (openNew) => transact(deps.db, (tx) => prepare(tx, deps, { buyer, client, openNew, agreement }, wanted)),
    )
    if ('open' in prepared) {
      const opened = await openOrder(deps, prepared.open)
      if (opened) return opened
      continue
    }
    const resumed = 'done' in prepared ? prepared.done : await waitForOrder(deps, prepared.wait)
    if (resumed) return resumed.enrolled ? resumed : addCheckoutData(deps, resumed)
  }
  throw new DomainError('rate_limited', { message: manyAtOnce, retryAfterSeconds: 5 })
}

/** Minimum time in milliseconds for which a resumed order holds its use of a coupon: enough to pay. */
const payMs = 5 * 60_000

const tooManyOrders = msg`Many orders were begun and not paid. Please pay one of them, or wait a while and try again.`
const manyAtOnce = msg`Several purchases of this were begun at the same moment. Please wait a few seconds and try again.`

/** The buyer and their client. `openNew` is called before an order is opened at the provider, and throws rate_limited. */
type Purchaser = { buyer: Buyer; client: string; openNew: () => void; agreement: Agreement }

/** The version of the texts that the page showed, and its language. */
type Agreed = { agreed?: string | undefined; language?: string }

/** Opens a claimed order at the provider; null when another request has taken over the claim. */
async function openOrder(deps: FeatureDeps, claimed: Unopened & Claim): Promise<StartedPurchase | null> {
  const { orderId, amount } = claimed
  try {
    const { id, checkoutData } = await deps.payments.createOrder({ amount, receipt: orderId })
    return (await nameOrder(deps.db, claimed, id))
      ? { ...started(id, claimed), ...(checkoutData && { checkoutData }) }
      : null
  } catch (error) {
    await transact(deps.db, async (tx) => {
      const order = await lockClaimed(tx, claimed)
      if (order) await moveOrder(tx, order, { to: 'failed', at: deps.clock.now() })
    })
    if (!(error instanceof ProviderDown)) throw error
    deps.log.error({ err: error }, 'the payment provider refused an order')
    throw new DomainError('payment_provider_down')
  }
}

/** Adds to a resumed order what the checkout needs, which is not stored and is fetched from the provider. */
async function addCheckoutData({ payments, log }: FeatureDeps, resumed: StartedPurchase): Promise<StartedPurchase> {
  if (!payments.fetchCheckoutData) return resumed
  try {
    return { ...resumed, checkoutData: await payments.fetchCheckoutData(resumed.id) }
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.error({ err: error }, 'the payment provider did not return an open order')
    throw new DomainError('payment_provider_down')
  }
}

/** Waits for the order that another request, possibly in another process, is opening; null when it was replaced meanwhile. */
async function waitForOrder({ db }: FeatureDeps, opening: Unopened): Promise<StartedPurchase | null> {
  for (const pause of pauses) {
    await sleep(pause)
    const order = await findOrderById(db, opening.orderId)
    if (order?.status === 'failed' && !(await wasReplaced(db, order))) break
    if (order?.status !== 'created') return null
    if (order.provider_order_id !== null) return started(order.provider_order_id, opening)
  }
  throw new DomainError('payment_provider_down')
}

async function prepare(
  tx: Tx,
  deps: FeatureDeps,
  { buyer, client, openNew, agreement }: Purchaser,
  wanted: Wanted,
): Promise<Prepared> {
  const holder = { codeSecret: deps.codeSecret, client }
  await lockBuyer(tx, buyer.id)
  const now = deps.clock.now()
  const choice = await chooseItems(tx, buyer, wanted, now)
  const { courseId, bundleId } = choice
  const inTheWay = await lockOpenOrders(tx, buyer.id, choice)
  const open = inTheWay.find((one) => one.bundle_id === bundleId) ?? inTheWay[0]
  const target = await priceItems(tx, choice, wanted.coupon, open)
  const use = { userId: buyer.id, choice, code: wanted.coupon, now }
  const shown = (orderId: string, { coupon, items, amount }: Priced): Unopened => ({
    orderId,
    amount,
    courseId,
    listAmount: listOf(items),
    coupon: coupon?.code,
  })
  const same =
    open?.bundle_id === bundleId &&
    open.coupon_id === (target.coupon?.id ?? null) &&
    sellTheSame(await findItems(tx, open.id), target.items)
  // An open order may have lost its use of a coupon, or be about to lose it: it then reserves one again, or is replaced.
  const soon = new Date(now.getTime() + payMs)
  const keepsCoupon = async ({ id }: OrderRow): Promise<boolean> => {
    if (!target.coupon || (await holdsUse(tx, id, soon))) return true
    if (await keepsUse(tx, id, now)) await renewHold(tx, holder, id, now)
    else return (await requireCoupon(tx, target, { ...use, resumedId: id })).coupon !== undefined
    return true
  }
  const found =
    open && (same && (await keepsCoupon(open)) ? decideResumption(stateOf(open), target.amount, now) : 'replace')
  const claimId = newId()
  const agreeTo = (orderId: string) => keepConsents(tx, agreement, { userId: buyer.id, orderId, at: now })
  // a buyer who comes back agrees to the texts of today; their first consent stays
  if (open && found !== 'replace') await agreeTo(open.id)
  if (open?.provider_order_id && found === 'resume')
    return { done: started(open.provider_order_id, shown(open.id, target)) }
  if (open && found === 'wait') return { wait: shown(open.id, target) }
  if (open && found === 'claim') {
    const claimed = { ...shown(open.id, target), claimId }
    await claimOrder(tx, claimed, now)
    return { open: claimed }
  }
  for (const one of inTheWay)
    await moveOrder(tx, one, { to: one.provider_order_id === null ? 'failed' : 'expired', at: now })
  if (target.coupon) await loseHolds(tx, buyer.id, target.coupon)
  const priced = await requireCoupon(tx, target, use)
  const free = priced.amount === 0
  if (!free) openNew()
  const orderId = free ? `${freeOrderPrefix}${newId()}` : newId()
  const order = {
    id: orderId,
    provider_order_id: null,
    user_id: buyer.id,
    course_id: courseId,
    bundle_id: bundleId,
    left_out: choice.leftOut,
    coupon_id: priced.coupon?.id ?? null,
    created_at: now,
    ...(free
      ? { status: 'paid' as const, settled_at: now, sold_at: now }
      : { status: 'created' as const, claim_id: claimId, claimed_at: now }),
  }
  await insertOrder(tx, order, priced.items)
  await agreeTo(orderId)
  if (priced.coupon) {
    const state = free ? 'used' : 'reserved'
    const use = { orderId, couponId: priced.coupon.id, userId: buyer.id, state, at: now } as const
    await recordUse(tx, holder, use)
  }
  if (!free) return { open: { ...shown(orderId, priced), claimId } }
  // an order that costs nothing is paid and enrols at once; locks are taken in the order of settlements, which prevents deadlocks over
  // counters
  let enrolled = 0
  for (const { courseId: id, amount } of await findItems(tx, orderId))
    if (await enrol(tx, { userId: buyer.id, orderId, courseId: id, amount, now })) enrolled++
  // a payment has been booked since the decision, so the coupon keeps its use
  if (enrolled === 0) throw new DomainError('already_enrolled')
  return { done: { ...started(orderId, shown(orderId, priced)), enrolled: true } }
}

const stateOf = (order: OrderRow) => ({
  amount: order.amount_paise,
  createdAt: order.created_at,
  opened: order.provider_order_id !== null,
  claimedAt: order.claimed_at,
})

const started = (id: string, { amount, courseId, listAmount, coupon }: Unopened): StartedPurchase => ({
  id,
  amount,
  courseId,
  listAmount,
  coupon,
  enrolled: false,
})
