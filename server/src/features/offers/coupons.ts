import { msg } from '@lingui/core/runtime-macro'
import type { Coupon, CouponPage, NewCoupon } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { PageQuery } from '#core/keyset.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { paiseOf } from '../courses/index.ts'
import { requireFewer } from './bundle-queries.ts'
import { disableRow, findCoupons, findListed, findSellable, insertCoupon } from './coupon-queries.ts'
import { presentCoupon } from './present.ts'
import { tryCode } from './quote.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Returns a page of the coupons of an educator, or of the site (null). */
export async function listCoupons(
  { db, clock }: Deps,
  educatorId: string | null,
  query: PageQuery,
): Promise<CouponPage> {
  const now = clock.now()
  const { rows, ...beside } = await findCoupons(db, educatorId, query, now)
  return { coupons: rows.map((row) => presentCoupon(row, now)), ...beside }
}

/** Returns a coupon of an educator, or of the site (null). Throws not_found. */
export async function getCoupon({ db, clock }: Deps, educatorId: string | null, couponId: string): Promise<Coupon> {
  const now = clock.now()
  const row = await findListed(db, educatorId, couponId, now)
  if (!row) throw new DomainError('not_found')
  return presentCoupon(row, now)
}

/**
 * Makes a coupon of an educator, or of the site (null); returns its id. Throws not_found for a course that is not theirs, coupon_taken, and
 * invalid_input for an end that has passed.
 */
export async function makeCoupon(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  educatorId: string | null,
  coupon: NewCoupon,
): Promise<string> {
  const now = clock.now()
  const startsAt = coupon.startsAt === null ? null : new Date(coupon.startsAt)
  const endsAt = coupon.endsAt === null ? null : new Date(coupon.endsAt)
  if (endsAt && endsAt <= now)
    throw new DomainError('invalid_input', {
      fields: [{ path: 'endsAt', message: msg`Please choose an end that lies ahead` }],
    })
  const courseIds = [...new Set(coupon.courseIds)]
  if ((await findSellable(tx, courseIds, educatorId)).length < courseIds.length) throw new DomainError('not_found')
  const id = newId()
  const row = {
    id,
    code: coupon.code,
    educator_id: educatorId,
    kind: coupon.kind,
    value: coupon.kind === 'percent' ? coupon.value : paiseOf(coupon.value),
    min_price_paise: paiseOf(coupon.minPrice),
    max_uses: coupon.maxUses,
    max_uses_per_user: coupon.maxUsesPerUser,
    starts_at: startsAt,
    ends_at: endsAt,
    for_all: courseIds.length === 0,
    created_at: now,
  }
  if (!(await insertCoupon(tx, row, courseIds))) throw new DomainError('coupon_taken')
  return id
}

/** Ends a coupon of an educator, or of the site (null), for good; open orders keep it. Throws not_found. */
export async function disableCoupon(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  educatorId: string | null,
  couponId: string,
): Promise<{ code: string; changed: boolean }> {
  const disabled = await disableRow(tx, couponId, educatorId, clock.now())
  if (!disabled) throw new DomainError('not_found')
  return disabled
}

/**
 * Makes a coupon for courses of the educator's own. A code that is taken counts as a guess, as at the checkout. Throws not_found,
 * coupon_taken, invalid_input, rate_limited.
 */
export async function createOwnCoupon(
  deps: Deps & Pick<FeatureDeps, 'limits'>,
  { client, viewer }: { client: string; viewer: CurrentUser },
  coupon: NewCoupon,
): Promise<Coupon> {
  await deps.limits.offerEdits.consume(viewer.id)
  const id = await tryCode(deps, { client, viewer, code: coupon.code }, () =>
    transact(deps.db, async (tx) => {
      await requireFewer(tx, 'coupons', viewer.id)
      return makeCoupon(deps, tx, viewer.id, coupon)
    }),
  )
  return getCoupon(deps, viewer.id, id)
}

/** Ends an own coupon for good. Throws not_found. */
export async function disableOwnCoupon(deps: Deps, educatorId: string, couponId: string): Promise<Coupon> {
  await transact(deps.db, (tx) => disableCoupon(deps, tx, educatorId, couponId))
  return getCoupon(deps, educatorId, couponId)
}
