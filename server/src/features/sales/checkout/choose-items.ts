import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { Tx } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import { pricedAt } from '../../courses/index.ts'
import { isEnrolled } from '../../enrolments/index.ts'
import {
  amountOf,
  type CouponRow,
  discountItems,
  findLockedProblem,
  findWantedCoupon,
  lockBundleOffer,
} from '../../offers/index.ts'
import { findOffer, type OrderItem } from '../queries.ts'
import { type Buyer, decidePurchase } from '../rules.ts'
import { findToPay } from './open-order-queries.ts'

/** What a request asks to buy: a course, a bundle, or, with neither, the content of the newest open order; and its coupon code. */
export type Wanted = { courseId: string | null; bundleId?: string | undefined; coupon?: string | undefined }

/**
 * What is bought, at prices before a coupon. `courseId` is the first course; `leftOut` are courses of a bundle that the buyer already has.
 */
export type Choice = { courseId: string; bundleId: string | null; items: OrderItem[]; leftOut: string[] }

/**
 * Returns what is bought and at what price. A request without a course, or with one that the buyer already has, resumes the newest open
 * order, which may be of a bundle. Throws the codes of `decidePurchase`, and nothing_to_pay.
 */
export async function chooseItems(tx: Tx, buyer: Buyer, wanted: Wanted, now: Date): Promise<Choice> {
  if (wanted.bundleId !== undefined) return chooseBundle(tx, buyer, wanted.bundleId, now)
  const { courseId } = wanted
  const enrolled = courseId !== null && (await isEnrolled(tx, buyer.id, courseId))
  if (courseId !== null && !enrolled) return chooseCourse(tx, buyer, { courseId, enrolled: false }, now)
  const toPay = buyer.role === 'student' ? await findToPay(tx, buyer.id, now) : undefined
  if (toPay?.bundleId) return chooseBundle(tx, buyer, toPay.bundleId, now)
  if (toPay) return chooseCourse(tx, buyer, { courseId: toPay.courseId, enrolled: false }, now)
  if (courseId === null) throw new DomainError(buyer.role === 'student' ? 'nothing_to_pay' : 'only_students_enroll')
  return chooseCourse(tx, buyer, { courseId, enrolled }, now)
}

type OneCourse = { courseId: string; enrolled: boolean }

async function chooseCourse(tx: Tx, buyer: Buyer, { courseId, enrolled }: OneCourse, now: Date): Promise<Choice> {
  const row = await findOffer(tx, courseId)
  const offer = row && {
    creatorId: row.creator_id,
    published: row.is_published,
    pricePaise: pricedAt(row, now).price_paise,
  }
  const decision = decidePurchase(buyer, offer, enrolled)
  if ('problem' in decision) throw problemOf(decision.problem)
  const { amount, educatorId } = decision
  return { courseId, bundleId: null, items: [{ courseId, educatorId, list: amount, amount }], leftOut: [] }
}

async function chooseBundle(tx: Tx, buyer: Buyer, bundleId: string, now: Date): Promise<Choice> {
  const offer = await lockBundleOffer(tx, bundleId, buyer.id, now)
  if (offer?.educatorId === buyer.id || offer?.items.some(({ educatorId }) => educatorId === buyer.id))
    throw new DomainError('own_course')
  if (buyer.role !== 'student') throw new DomainError('only_students_enroll')
  if (!offer) throw new DomainError('not_found')
  const [first] = offer.items
  if (!first) throw new DomainError('already_enrolled', msg`You have all courses of this bundle already`)
  return { courseId: first.courseId, bundleId, items: offer.items, leftOut: offer.leftOut }
}

/** The coupon of an order, and its items at the prices to be paid. */
export type Priced = { coupon: CouponRow | undefined; items: OrderItem[]; amount: number }

/**
 * Applies the coupon of the request (none for "") or, without a code, that of the open order for the same items. Whether it may be used is not decided
 * here, because an open order may already hold it. Throws coupon_unknown.
 */
export async function priceItems(
  tx: Tx,
  { items, bundleId }: Choice,
  code: string | undefined,
  open: OrderRow | undefined,
): Promise<Priced> {
  const kept = open && open.bundle_id === bundleId ? open.coupon_id : null
  const coupon = await findWantedCoupon(tx, code, kept)
  const priced = coupon ? discountItems(coupon, items) : items
  return { coupon, items: priced, amount: amountOf(priced) }
}

type CouponUse = {
  userId: string
  choice: Choice
  /** the code in the request */
  code: string | undefined
  now: Date
  resumedId?: string
}

/**
 * Requires that a new order may use its coupon, and reserves the use until the transaction ends. A coupon that comes from the replaced
 * order and not from the request is dropped if it may no longer be used. `resumedId` is an order that already has the coupon. Throws the
 * codes of coupons.
 */
export async function requireCoupon(
  tx: Tx,
  priced: Priced,
  { userId, choice, code, now, resumedId }: CouponUse,
): Promise<Priced> {
  if (!priced.coupon) return priced
  const problem = await findLockedProblem(tx, priced.coupon, { ...choice, userId, now }, resumedId)
  if (!problem) return priced
  if (code) throw new DomainError(problem.code, { message: problem.message })
  return { coupon: undefined, items: choice.items, amount: amountOf(choice.items) }
}

const problemOf = (code: ConstructorParameters<typeof DomainError>[0]): DomainError =>
  code === 'price_out_of_range'
    ? new DomainError(
        code,
        msg`This course cannot be bought at the moment: its price is below ₹1. Its educator has to change it.`,
      )
    : new DomainError(code)
