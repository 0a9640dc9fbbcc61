export { lockBundleOffer, removeAnyBundle, removeBundlesOf } from './bundles.ts'
export type { CouponRow } from './coupon-queries.ts'
export { disableCoupon, getCoupon, listCoupons, makeCoupon } from './coupons.ts'
export { offerJobs } from './jobs.ts'
export { tryCode } from './quote.ts'
export {
  findLockedProblem,
  findWantedCoupon,
  holdsUse,
  keepsUse,
  loseHolds,
  recordUse,
  releaseCoupon,
  renewHold,
  useCoupon,
} from './reserve-coupon.ts'
export { registerOffers } from './routes.ts'
export { amountOf, discountItems, type Item, listOf } from './rules.ts'
