import { msg } from '@lingui/core/runtime-macro'
import { type ErrorCode, offerLimits } from '@virtual-courses/contract'
import type { Sentence } from '#core/languages/language.ts'
import { formatRupees } from '#core/rupees.ts'
import type { CouponKind } from '#db/schema.ts'
import { minimumPaise, type Paise } from '#ports/payments.ts'
import { distribute } from '../ledger/index.ts'

/** A course that is bought: list price and price, in paise. */
export type Item = { courseId: string; educatorId: string; list: Paise; amount: Paise }

/** What has to be paid for items, in paise. */
export const amountOf = (items: readonly Item[]): Paise => items.reduce((sum, { amount }) => sum + amount, 0)

/** What items cost alone, in paise. */
export const listOf = (items: readonly Item[]): Paise => items.reduce((sum, { list }) => sum + list, 0)

/** No provider takes less than ₹1: what a discount leaves below that costs ₹1, or what it cost before. */
const payable = (left: Paise, before: Paise): Paise => (left <= 0 ? 0 : Math.min(before, Math.max(left, minimumPaise)))

/** Returns what a coupon leaves of a price. `value` is in per cent or paise. */
export const discountedPrice = ({ kind, value }: { kind: CouponKind; value: number }, price: Paise): Paise =>
  payable(kind === 'percent' ? price - Math.round((price * value) / 100) : price - value, price)

/** Takes a coupon off items, from each in proportion to its price. */
export function discountItems<C extends { kind: CouponKind; value: number }>(
  coupon: C,
  items: readonly Item[],
): Item[] {
  const amounts = items.map(({ amount }) => amount)
  const shares = distribute(discountedPrice(coupon, amountOf(items)), amounts)
  return items.map((item, index) => ({ ...item, amount: shares[index] ?? 0 }))
}

/**
 * `educatorId` is null for a coupon of the site. `forAll`: for all courses of the educator, or of the site; else for `courseIds` alone,
 * which get fewer when courses are deleted.
 */
export type CouponTerms = {
  educatorId: string | null
  forAll: boolean
  courseIds: readonly string[]
  minPrice: Paise
  maxUses: number | null
  maxUsesPerUser: number | null
  startsAt: Date | null
  endsAt: Date | null
  disabledAt: Date | null
}

/** `used` and `usedByBuyer` count paid orders and open ones that hold a use. */
export type Purchase = {
  items: readonly Pick<Item, 'courseId' | 'educatorId'>[]
  bundle: boolean
  /** paise, before the coupon */
  price: Paise
  used: number
  usedByBuyer: number
  now: Date
}

export type CouponProblem = { code: ErrorCode; message?: Sentence | undefined }

/** Whether a coupon is for these courses; bundles take only those that are for everything. */
function isFor({ educatorId, forAll, courseIds }: CouponTerms, { items, bundle }: Purchase): boolean {
  if (bundle) return educatorId === null && forAll
  return items.every(
    (item) => (educatorId === null || item.educatorId === educatorId) && (forAll || courseIds.includes(item.courseId)),
  )
}

/** Returns why a coupon cannot be used, or null. The first reason in the order of what the buyer can do about it last. */
export function couponProblem(terms: CouponTerms, purchase: Purchase): CouponProblem | null {
  const { now, used, usedByBuyer, price } = purchase
  if (terms.disabledAt || (terms.endsAt && terms.endsAt <= now)) return { code: 'coupon_ended' }
  if (terms.startsAt && terms.startsAt > now) return { code: 'coupon_early' }
  if (!isFor(terms, purchase))
    return {
      code: 'coupon_elsewhere',
      message: purchase.bundle
        ? msg`This coupon is for single courses, and this is a bundle at its own price`
        : undefined,
    }
  if (price === 0) return { code: 'coupon_price', message: msg`This is free: no coupon is needed` }
  if (price < terms.minPrice)
    return {
      code: 'coupon_price',
      message: msg`This coupon is for purchases of ${{ price: formatRupees(terms.minPrice) }} or more`,
    }
  if (terms.maxUsesPerUser !== null && usedByBuyer >= terms.maxUsesPerUser) return { code: 'coupon_used' }
  if (terms.maxUses !== null && used >= terms.maxUses) return { code: 'coupon_used_up' }
  return null
}

/** What its owner reads of a coupon. */
export function couponState(
  terms: Pick<CouponTerms, 'maxUses' | 'startsAt' | 'endsAt' | 'disabledAt'>,
  used: number,
  now: Date,
): 'active' | 'coming' | 'ended' | 'used-up' | 'disabled' {
  if (terms.disabledAt) return 'disabled'
  if (terms.endsAt && terms.endsAt <= now) return 'ended'
  if (terms.maxUses !== null && used >= terms.maxUses) return 'used-up'
  return terms.startsAt && terms.startsAt > now ? 'coming' : 'active'
}

/** A course of a bundle. `available`: on sale alone; `owned`: the buyer is enrolled. */
export type BundleCourse = { courseId: string; educatorId: string; list: Paise; available: boolean; owned: boolean }

/**
 * Returns what a buyer gets of a bundle and for how much: its price, at most what its courses cost alone, is distributed over all of its
 * courses by their prices, and those that the buyer has or that are not on sale are left out with their share.
 */
export function bundleItems(price: Paise, courses: readonly BundleCourse[]): Item[] {
  const lists = courses.map(({ list }) => list)
  const shares = distribute(Math.min(price, sumOf(lists)), lists)
  const items = courses.flatMap(({ courseId, educatorId, list, available, owned }, index) =>
    available && !owned ? [{ courseId, educatorId, list, amount: shares[index] ?? 0 }] : [],
  )
  const amount = payable(amountOf(items), listOf(items))
  if (amount === amountOf(items)) return items
  const raised = distribute(
    amount,
    items.map(({ list }) => list),
  )
  return items.map((item, index) => ({ ...item, amount: raised[index] ?? 0 }))
}
const sumOf = (amounts: readonly Paise[]): Paise => amounts.reduce((sum, one) => sum + one, 0)

const hourMs = 3600_000
const dayMs = 24 * hourMs

/** Days before a sale whose lowest price may be shown struck through, … */
export const struckDays = 30
/** … and on how many of them the course must have been on sale, so that no price is invented for a day. */
export const offeredDays = 7

/** What a course was offered for from `at` on; null while it was not on sale. */
export type PriceChange = { price: Paise | null; at: Date }

/**
 * Returns the lowest price at which a course was on sale in the days before `now`, which may be shown struck through beside `price`; null
 * where it is not above `price` or the course was not on sale for long enough. `changes` in the order of time, with the last one before
 * these days.
 */
export function struckPrice(changes: readonly PriceChange[], price: Paise, now: Date): Paise | null {
  const from = now.getTime() - struckDays * dayMs
  let lowest: Paise | null = null
  let offeredMs = 0
  for (const [index, change] of changes.entries()) {
    const begin = Math.max(from, change.at.getTime())
    const end = Math.min(now.getTime(), changes[index + 1]?.at.getTime() ?? now.getTime())
    if (change.price === null || end <= begin) continue
    offeredMs += end - begin
    lowest = lowest === null ? change.price : Math.min(lowest, change.price)
  }
  return lowest !== null && lowest > price && offeredMs >= offeredDays * dayMs ? lowest : null
}

/** The regular price and state of a course that is to go on sale. */
export type SaleCandidate = { published: boolean; regular: Paise | null }

/** Returns why a sale is refused, or null: price and end are checked here, because both depend on the course and the time. */
export function saleProblem(
  { published, regular }: SaleCandidate,
  { price, endsAt }: { price: Paise; endsAt: Date },
  now: Date,
): { code: 'sale_not_possible' } | { field: 'price' | 'endsAt'; message: Sentence } | null {
  if (!published || regular === null || regular <= minimumPaise) return { code: 'sale_not_possible' }
  if (price >= regular)
    return { field: 'price', message: msg`The sale price must be below ${{ price: formatRupees(regular) }}` }
  const ahead = endsAt.getTime() - now.getTime()
  const { least, most } = offerLimits.saleHours
  if (ahead < least * hourMs || ahead > most * hourMs)
    return { field: 'endsAt', message: msg`A sale ends at least 1 hour and at most 60 days from now` }
  return null
}
