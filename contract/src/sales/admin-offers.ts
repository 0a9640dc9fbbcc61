import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cursor, Id, Instant, pagesBeside, requiredText, text } from '../values/fields.ts'
import { Coupon, CouponPage, couponPageQuery, couponParams, NewCoupon } from './own-offers.ts'

/** A bundle as admins see it. */
export const AdminBundle = z.object({
  _id: Id,
  title: z.string(),
  /** rupees */
  price: z.number(),
  isPublished: z.boolean(),
  /** "" for a bundle of the site */
  educatorName: z.string(),
  /** number of its courses */
  courses: z.number().int(),
  createdAt: Instant,
})
export type AdminBundle = z.output<typeof AdminBundle>

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
  bundles: endpoint({
    method: 'GET',
    path: '/api/admin/bundles',
    access: 'admin',
    summary: 'A page of all bundles, drafts too, newest first; filtered by a text in title or name of the educator',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: Cursor.optional(),
      text: text(100).optional(),
    }),
    status: 200,
    reply: z.object({ bundles: z.array(AdminBundle), ...pagesBeside }),
    errors: [],
  }),
  removeBundle: endpoint({
    method: 'POST',
    path: '/api/admin/bundles/:bundleId/remove',
    access: 'admin',
    summary: 'Remove a bundle of anyone for good; who bought it keeps the courses. Written to the audit log.',
    params: z.object({ bundleId: Id }),
    body: z.object({ reason: requiredText(500, 'A reason') }),
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
}
