import { endpoint } from './endpoint.ts'
import { Coupon, CouponPage, couponPageQuery, couponParams, NewCoupon } from './own-offers.ts'

export const adminOffers = {
  coupons: endpoint({
    method: 'GET',
    path: '/api/admin/coupons',
    access: 'admin',
    summary: "A page of the site's coupons, newest first",
    query: couponPageQuery,
    status: 200,
    reply: CouponPage,
    errors: [],
  }),
  createCoupon: endpoint({
    method: 'POST',
    path: '/api/admin/coupons',
    access: 'admin',
    summary: 'Make a coupon of the site: for all courses and bundles, or for some courses',
    body: NewCoupon,
    status: 201,
    reply: Coupon,
    errors: ['not_found', 'coupon_taken', 'rate_limited'],
  }),
  disableCoupon: endpoint({
    method: 'POST',
    path: '/api/admin/coupons/:couponId/disable',
    access: 'admin',
    summary: 'End a coupon of the site for good; open orders keep it. Doing so twice is no error.',
    params: couponParams,
    status: 200,
    reply: Coupon,
    errors: ['not_found'],
  }),
}
