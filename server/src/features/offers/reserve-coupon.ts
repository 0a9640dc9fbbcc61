import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import {
  type CouponRow,
  countUses,
  endReservation,
  findCoupon,
  findCouponByCode,
  insertUse,
  lockCoupon,
  termsOf,
} from './coupon-queries.ts'
import { amountOf, type CouponProblem, couponProblem, type Item } from './rules.ts'

/** What is bought, by whom; `userId` is null for a visitor. Items have their prices before the coupon. */
export type Basket = { items: readonly Item[]; bundleId: string | null; userId: string | null; now: Date }

/** The coupon that a request names, or that the order has which it resumes. Throws coupon_unknown. */
export async function findWantedCoupon(
  on: Executor,
  code: string | undefined,
  resumedId: string | null,
): Promise<CouponRow | undefined> {
  if (code === undefined || code === '') return resumedId === null ? undefined : findCoupon(on, resumedId)
  const coupon = await findCouponByCode(on, code)
  if (!coupon) throw new DomainError('coupon_unknown')
  return coupon
}

/** Returns why a coupon cannot be used for this now, or null. `besides` as in `countUses`. */
export async function findCouponProblem(
  on: Executor,
  coupon: CouponRow,
  { items, bundleId, userId, now }: Basket,
  besides?: { userId: string; courseId: string },
): Promise<CouponProblem | null> {
  const terms = termsOf(coupon)
  const used = terms.maxUses === null ? 0 : await countUses(on, coupon.id, terms.maxUses, { besides })
  const usedByBuyer =
    terms.maxUsesPerUser === null || userId === null
      ? 0
      : await countUses(on, coupon.id, terms.maxUsesPerUser, { userId, besides })
  return couponProblem(terms, { items, bundle: bundleId !== null, price: amountOf(items), used, usedByBuyer, now })
}

/**
 * The same under the lock of the coupon, if its uses are limited: until the transaction ends no other order can take a use, so that the
 * caller may insert its own by `recordUse`. The buyer's row must be locked, for their own limit.
 */
export async function findLockedProblem(tx: Tx, coupon: CouponRow, basket: Basket): Promise<CouponProblem | null> {
  if (coupon.max_uses !== null) await lockCoupon(tx, coupon.id)
  return findCouponProblem(tx, coupon, basket)
}

/** Writes down that an order uses a coupon: `reserved` while it waits for money. The order must exist. */
export const recordUse = insertUse

/** The order was paid: its coupon was used. A refund gives the use not back. */
export const useCoupon = (tx: Tx, orderId: string): Promise<void> => endReservation(tx, orderId, 'used')

/** The order ended without a sale: its use is free again. */
export const releaseCoupon = (tx: Tx, orderId: string): Promise<void> => endReservation(tx, orderId, 'released')
