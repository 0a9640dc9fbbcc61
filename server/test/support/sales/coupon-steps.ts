import { api, type Course, type NewCoupon } from '@virtual-courses/contract'
import type { z } from 'zod'
import type { TestApp, TestUser } from '../create-test-app.ts'
import { confirmation } from './pay.ts'

let codes = 0
export const newCode = (): string => `CODE-${++codes}`
export type Terms = Partial<z.input<typeof NewCoupon>>

/** What educators and buyers do with coupons; `educator` owns those that name no other owner. */
export const couponSteps = (app: () => TestApp, educator: () => TestUser) => ({
  makeCoupon: (terms: Terms = {}, owner = educator()) =>
    owner.call(api.ownOffers.createCoupon, { body: { code: newCode(), kind: 'percent', value: 50, ...terms } }),
  order: (buyer: TestUser, course: Course, coupon?: string) =>
    buyer.call(api.enrolments.createOrder, { body: { courseId: course._id, ...(coupon !== undefined && { coupon }) } }),
  quote: (buyer: TestUser['call'], course: Course, code?: string) =>
    buyer(api.offers.quote, { query: { courseId: course._id, ...(code !== undefined && { code }) } }),
  verify: (buyer: TestUser, id: string) => buyer.call(api.enrolments.verifyPayment, { body: confirmation(id) }),
  /** The states of its uses, in order of their names. */
  usesOf: async (couponId: string) =>
    (await app().deps.db.selectFrom('coupon_uses').select('state').where('coupon_id', '=', couponId).execute())
      .map(({ state }) => state)
      .sort(),
  isEnrolled: async (user: TestUser, course: Course) =>
    (await user.call(api.enrolments.enrolled, { params: { courseId: course._id } })).enrolled,
})
