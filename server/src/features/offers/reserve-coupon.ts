import { createHmac } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { CouponUseState } from '#db/schema.ts'
import {
  type Counted,
  type CouponRow,
  countHeldBy,
  countUses,
  endHolds,
  endReservation,
  findCoupon,
  findCouponByCode,
  findReserved,
  type Hold,
  insertUse,
  lockCoupon,
  lockReserved,
  setHold,
  termsOf,
} from './coupon-queries.ts'
import { amountOf, type CouponProblem, couponProblem, type Item } from './rules.ts'

/** What is bought, by whom; `userId` is null for a visitor. Items have their prices before the coupon. */
export type Basket = { items: readonly Item[]; bundleId: string | null; userId: string | null; now: Date }

/** The coupon that a request names, none for "", or without a code that of the order which it resumes. Throws coupon_unknown. */
export async function findWantedCoupon(
  on: Executor,
  code: string | undefined,
  resumedId: string | null,
): Promise<CouponRow | undefined> {
  if (code === '') return undefined
  if (code === undefined) return resumedId === null ? undefined : findCoupon(on, resumedId)
  const coupon = await findCouponByCode(on, code)
  if (!coupon) throw new DomainError('coupon_unknown')
  return coupon
}

/** Milliseconds for which an open order holds its use of a coupon: enough to pay, and no more (decisions, section 3). */
const couponHoldMs = 15 * 60_000

/** Returns why a coupon cannot be used for this now, or null. `without` names an order, or an open order of the buyer, that does not count. */
export async function findCouponProblem(
  on: Executor,
  coupon: CouponRow,
  { items, bundleId, userId, now }: Basket,
  without: Pick<Counted, 'orderId' | 'besides'> = {},
): Promise<CouponProblem | null> {
  const terms = termsOf(coupon)
  const { used, usedByBuyer } = await countBoth(on, coupon, userId, { ...without, now })
  const problem = couponProblem(terms, {
    items,
    bundle: bundleId !== null,
    price: amountOf(items),
    used,
    usedByBuyer,
    now,
  })
  if (problem?.code !== 'coupon_used_up' || terms.maxUses === null) return problem
  const paid = await countUses(on, coupon.id, terms.maxUses, { ...without, now: endOfTime })
  return paid < terms.maxUses ? { ...problem, message: allHeld } : problem
}

/** No hold lasts until then: what counts are the uses of paid orders. */
const endOfTime = new Date(8_000_000_000_000_000)

const allHeld = msg`The last uses of this coupon are held by orders that are not paid yet. Please try again in a quarter of an hour.`

async function countBoth(
  on: Executor,
  { id, max_uses, max_uses_per_user }: CouponRow,
  userId: string | null,
  counted: Counted,
) {
  return {
    used: max_uses === null ? 0 : await countUses(on, id, max_uses, counted),
    usedByBuyer:
      max_uses_per_user === null || userId === null
        ? 0
        : await countUses(on, id, max_uses_per_user, { ...counted, userId }),
  }
}

/** True when someone's use may be the last one: then uses are counted and taken under the lock of the coupon. */
const isLimited = ({ max_uses, max_uses_per_user }: CouponRow): boolean =>
  max_uses !== null || max_uses_per_user !== null

const lockLimited = async (tx: Tx, coupon: CouponRow): Promise<void> => {
  if (isLimited(coupon)) await lockCoupon(tx, coupon.id)
}

/**
 * The same under the lock of the coupon, if its uses are limited: until the transaction ends no other order can take a use, so that the
 * caller may insert its own by `recordUse`. `orderId` is the order that is resumed.
 */
export async function findLockedProblem(
  tx: Tx,
  coupon: CouponRow,
  basket: Basket,
  orderId?: string,
): Promise<CouponProblem | null> {
  await lockLimited(tx, coupon)
  return findCouponProblem(tx, coupon, basket, { orderId })
}

/** True when an open order holds its use of a coupon, or has none to hold. */
export async function holdsUse(on: Executor, orderId: string, now: Date): Promise<boolean> {
  const reserved = await findReserved(on, orderId)
  return !reserved || (reserved.held_until !== null && reserved.held_until > now)
}

/**
 * True when an order whose payment has arrived has a use of its coupon: it holds one, or takes one that is left, under the lock of the
 * coupon. Others may have taken what it held no longer.
 */
export async function keepsUse(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const reserved = await lockReserved(tx, orderId)
  const coupon = reserved && (await findCoupon(tx, reserved.coupon_id))
  if (!coupon || !isLimited(coupon)) return true
  // holds are judged after the lock: while it was waited for, another order may have taken what was held until a moment ago
  await lockCoupon(tx, coupon.id)
  const { used, usedByBuyer } = await countBoth(tx, coupon, reserved.user_id, { now, orderId })
  return (
    used < (coupon.max_uses ?? Number.POSITIVE_INFINITY) &&
    usedByBuyer < (coupon.max_uses_per_user ?? Number.POSITIVE_INFINITY)
  )
}

/** Number of uses that the open orders of one client hold; further ones take theirs when they are paid, if one is left. */
const mostHeldByClient = 6

type Holder = { codeSecret: FeatureDeps['codeSecret']; client: string }

/** What an order may hold now; null where its client holds enough. */
async function holdFor(tx: Tx, { codeSecret, client }: Holder, orderId: string, now: Date): Promise<Hold | null> {
  const by = createHmac('sha256', codeSecret).update(`coupon hold ${client}`).digest('base64url').slice(0, 22)
  if ((await countHeldBy(tx, by, orderId, now)) >= mostHeldByClient) return null
  return { until: new Date(now.getTime() + couponHoldMs), by }
}

/**
 * Writes down that an order uses a coupon: `reserved` while it waits for money, and then held for `couponHoldMs`, if its client does not
 * hold enough already. The order must exist.
 */
export async function recordUse(
  tx: Tx,
  holder: Holder,
  use: { orderId: string; couponId: string; userId: string; state: CouponUseState; at: Date },
): Promise<void> {
  await insertUse(tx, {
    ...use,
    hold: use.state === 'reserved' ? await holdFor(tx, holder, use.orderId, use.at) : null,
  })
}

/**
 * The buyer's open orders hold nothing any more: they begin another one, with this coupon. It is locked first, in the order in which a
 * settlement of one of them locks.
 */
export async function loseHolds(tx: Tx, userId: string, coupon: CouponRow): Promise<void> {
  await lockLimited(tx, coupon)
  await endHolds(tx, userId)
}

/** Holds the use of an open order again, if its client does not hold enough already. */
export async function renewHold(tx: Tx, holder: Holder, orderId: string, now: Date): Promise<void> {
  const hold = await holdFor(tx, holder, orderId, now)
  if (hold) await setHold(tx, orderId, hold)
}

/** The order was paid: its coupon was used. A refund does not return the use. */
export const useCoupon = (tx: Tx, orderId: string): Promise<void> => endReservation(tx, orderId, 'used')

/** The order ended without a sale: its use is free again. */
export const releaseCoupon = (tx: Tx, orderId: string): Promise<void> => endReservation(tx, orderId, 'released')
