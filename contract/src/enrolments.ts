import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CouponCode } from './sales/offers.ts'
import { agreement } from './site-pages.ts'
import { Id } from './values/fields.ts'
import { sentence } from './values/sentence.ts'

/** Text of the checkout popup (specification, section 7). */
export const checkoutText = {
  currency: 'INR',
  name: 'Virtual Courses',
  description: 'Course Enrollment Payment',
} as const

/** What was sold in a day or a month, in the platform's time zone. */
export const SalesRow = z.object({
  /** the day, or the first one of the month */
  day: z.iso.date(),
  enrolments: z.number().int(),
  /** rupees of paid orders that were not refunded */
  revenue: z.number(),
})
export type SalesRow = z.output<typeof SalesRow>

/** Old clients send a string, null or the whole course object. */
const CourseReference = z
  .union([z.string().max(64), z.null(), z.object({ _id: Id })])
  .optional()
  .transform((value) => (typeof value === 'object' ? (value?._id ?? null) : value || null))

/** Maximum body in bytes: old clients send the whole course object with its lectures and reviews. */
const wholeCourseBytes = 512 * 1024

/** Prefix of the order id of a free course. */
export const freeOrderPrefix = 'free_'

const incomplete = sentence('The result of the checkout is not complete')

/** Sent by older clients and ignored; buyer and course are those of the order. */
const ignored = { courseId: z.unknown().optional(), userId: z.unknown().optional() }

/** Older clients also verify the order of a free course; only its id is read. */
const FreeOrder = z
  .object({
    razorpay_order_id: z.string().max(100).startsWith(freeOrderPrefix, incomplete),
    ...ignored,
  })
  .transform((body) => ({ orderId: body.razorpay_order_id }))

/** The specification fixes these field names for all providers. */
const Confirmation = z
  .object({
    razorpay_order_id: z.string().min(1).max(100),
    razorpay_payment_id: z.string().min(1).max(100),
    razorpay_signature: z.string().min(1).max(200),
    ...ignored,
  })
  .transform((body) => ({
    orderId: body.razorpay_order_id,
    paymentId: body.razorpay_payment_id,
    signature: body.razorpay_signature,
  }))

/** Result that a checkout gives to the page after a payment. */
export type CheckoutConfirmation = z.output<typeof Confirmation>

/** The fields of `verifyPayment` that carry a confirmation. */
export const confirmationFields = ({ orderId, paymentId, signature }: CheckoutConfirmation) => ({
  razorpay_order_id: orderId,
  razorpay_payment_id: paymentId,
  razorpay_signature: signature,
})

/** What an educator sold, including courses that they have removed since. */
export const Sales = z.object({
  /** the last 30 days and the last 12 months, oldest first, with those without sales */
  days: z.array(SalesRow),
  months: z.array(SalesRow),
  /** rupees of paid orders of all time that were not refunded */
  revenue: z.number(),
  /** average share of the lectures that students completed, 0 to 1; null without students or lectures */
  completion: z.number().nullable(),
  /** the courses with the highest revenue, at most 100 */
  courses: z.array(
    z.object({
      _id: Id,
      title: z.string(),
      removed: z.boolean(),
      enrolments: z.number().int(),
      revenue: z.number(),
      completion: z.number().nullable(),
    }),
  ),
})
export type Sales = z.output<typeof Sales>

export const enrolments = {
  sales: endpoint({
    method: 'GET',
    path: '/api/course/sales',
    access: 'educator',
    summary: 'Enrolments and revenue of the own courses over time and by course, and how much of them is completed',
    status: 200,
    reply: Sales,
    errors: [],
  }),
  enrolled: endpoint({
    method: 'GET',
    path: '/api/courses/enrolled/:courseId',
    access: 'signedIn',
    summary: 'Whether the current user is enrolled in a course',
    params: z.object({ courseId: Id }),
    status: 200,
    reply: z.object({ enrolled: z.boolean() }),
    errors: [],
  }),
  toPay: endpoint({
    method: 'GET',
    path: '/api/payment/to-pay',
    access: 'signedIn',
    summary: 'The course of the open order that "Make Payment" resumes',
    status: 200,
    reply: z.object({
      /** null when there is nothing to pay */
      courseId: Id.nullable(),
    }),
    errors: [],
  }),
  createOrder: endpoint({
    method: 'POST',
    path: '/api/payment/create-order',
    maxBodyBytes: wholeCourseBytes,
    access: 'signedIn',
    summary:
      'Open an order for a course or a bundle; what costs nothing is enrolled at once, with an amount of 0. Without a course, an open order is resumed.',
    body: z.object({
      courseId: CourseReference,
      /** in place of a course */
      bundleId: Id.optional(),
      /** "" for none; absent for that of the open order */
      coupon: CouponCode.optional(),
      userId: z.unknown().optional(),
      ...agreement,
    }),
    status: 200,
    reply: z.object({
      id: z.string(),
      /** paise */
      amount: z.number().int(),
      currency: z.literal('INR'),
      /** of a bundle: the first course that is bought */
      courseId: Id,
      /** paise, before a coupon; of a bundle: the sum of its courses' own prices */
      listAmount: z.number().int().optional(),
      /** the code that was taken off */
      coupon: z.string().optional(),
      /** true when there is nothing to pay and the buyer is enrolled */
      enrolled: z.boolean(),
      /** publishable key of the checkout, name of the driver that opens it, and the script that the driver uses */
      key: z.string(),
      checkoutDriver: z.string(),
      checkoutScript: z.string(),
      /** what the driver needs for this order besides its id, such as a client secret; absent for providers that need nothing */
      checkoutData: z.record(z.string(), z.string()).optional(),
    }),
    errors: [
      'not_found',
      'terms_changed',
      'own_course',
      'only_students_enroll',
      'already_enrolled',
      'nothing_to_pay',
      'price_out_of_range',
      'coupon_unknown',
      'coupon_early',
      'coupon_ended',
      'coupon_used_up',
      'coupon_used',
      'coupon_price',
      'coupon_elsewhere',
      'payment_provider_down',
      'rate_limited',
    ],
  }),
  verifyPayment: endpoint({
    method: 'POST',
    path: '/api/payment/verify-payment',
    maxBodyBytes: wholeCourseBytes,
    access: 'signedIn',
    summary:
      'Settle an own order with the signed result of the checkout; repeating it changes nothing. The order of a free course needs no result.',
    body: z.union([FreeOrder, Confirmation], incomplete),
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: [
      'payment_not_verified',
      'payment_pending',
      'payment_already_used',
      'payment_refunded',
      'order_expired',
      'amount_mismatch',
      'payment_provider_down',
      'not_found',
    ],
  }),
  webhook: endpoint({
    method: 'POST',
    path: '/api/payment/webhook',
    maxBodyBytes: 256 * 1024,
    access: 'webhook',
    summary: "The payment provider's webhook events, signed over the raw body",
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: ['bad_signature', 'invalid_input', 'amount_mismatch', 'payment_provider_down'],
  }),
}
