import { api, type Coupon, type NewCoupon } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { type Routes, serve } from '#http/serve.ts'
import { disableCoupon, getCoupon, listCoupons, makeCoupon, tryCode } from '../../offers/index.ts'
import { writeAudit } from '../audit-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/** Coupons of the site belong to no educator. */
const site = null

/** Makes a coupon of the site. Throws not_found, coupon_taken, invalid_input, rate_limited. */
async function createSiteCoupon(
  deps: Deps,
  { client, viewer: admin }: { client: string; viewer: CurrentUser },
  coupon: NewCoupon,
): Promise<Coupon> {
  await deps.limits.offerEdits.consume(admin.id)
  const create = async (tx: Tx) => {
    const couponId = await makeCoupon(deps, tx, site, coupon)
    const off = coupon.kind === 'percent' ? `${coupon.value} %` : `₹${coupon.value.toLocaleString('en-IN')}`
    await writeAudit(deps, tx, {
      action: 'coupon-created',
      adminId: admin.id,
      kind: 'coupon',
      subjectId: couponId,
      subject: coupon.code,
      detail: `Coupon of the site made: ${off} off.`,
    })
    return couponId
  }
  const id = await tryCode(deps, { client, viewer: admin, code: coupon.code }, () => transact(deps.db, create))
  return getCoupon(deps, site, id)
}

/** Ends a coupon of the site for good. Throws not_found. */
async function disableSiteCoupon(deps: Deps, admin: CurrentUser, couponId: string): Promise<Coupon> {
  await transact(deps.db, async (tx) => {
    const { code, changed } = await disableCoupon(deps, tx, site, couponId)
    if (!changed) return
    const about = { kind: 'coupon', subjectId: couponId, subject: code } as const
    const detail = 'Coupon of the site disabled.'
    await writeAudit(deps, tx, { action: 'coupon-disabled', adminId: admin.id, ...about, detail })
  })
  return getCoupon(deps, site, couponId)
}

/** Registers the endpoints of the site's coupons. */
export function registerSiteCoupons(routes: Routes, deps: FeatureDeps): void {
  serve(routes.admin, api.adminOffers.coupons)(({ query }) => listCoupons(deps, site, query))
  serve(
    routes.admin,
    api.adminOffers.createCoupon,
  )(({ body, viewer, client }) => createSiteCoupon(deps, { client, viewer }, body))
  serve(
    routes.admin,
    api.adminOffers.disableCoupon,
  )(({ params, viewer }) => disableSiteCoupon(deps, viewer, params.couponId))
}
