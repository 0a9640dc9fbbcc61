import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'

/** What the checkout popup says (specification, section 7). */
export const checkoutText = {
  currency: 'INR',
  name: 'Virtual Courses',
  description: 'Course Enrollment Payment',
} as const

/** Old clients send a string, null or the whole course object. */
const CourseReference = z
  .union([z.string().max(64), z.null(), z.object({ _id: Id })])
  .optional()
  .transform((value) => (typeof value === 'object' ? (value?._id ?? null) : value || null))

/** Room for the whole course object that old clients send, with all of its lectures and reviews, in bytes. */
const wholeCourseBytes = 512 * 1024

/** What the id of a free course's order begins with. */
export const freeOrderPrefix = 'free_'

const incomplete = 'The result of the checkout is not complete'

/** Older clients send them along; buyer and course are the order's. */
const ignored = { courseId: z.unknown().optional(), userId: z.unknown().optional() }

/** Older clients verify the order of a free course, too. Nothing was paid, so nothing but its id is read. */
const FreeOrder = z
  .object({
    razorpay_order_id: z.string().max(100).startsWith(freeOrderPrefix, incomplete),
    ...ignored,
  })
  .transform((body) => ({ orderId: body.razorpay_order_id }))

/** The names of these fields are fixed by the specification, whichever provider is behind them. */
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

/** What a checkout hands to the page after a payment. */
export type CheckoutConfirmation = z.output<typeof Confirmation>

/** The fields of `verifyPayment` that carry a confirmation. */
export const confirmationFields = ({ orderId, paymentId, signature }: CheckoutConfirmation) => ({
  razorpay_order_id: orderId,
  razorpay_payment_id: paymentId,
  razorpay_signature: signature,
})

export const enrolments = {
  enrolled: endpoint({
    method: 'GET',
    path: '/api/courses/enrolled/:courseId',
    access: 'signedIn',
    summary: 'Am I enrolled in this course?',
    params: z.object({ courseId: Id }),
    status: 200,
    reply: z.object({ enrolled: z.boolean() }),
    errors: [],
  }),
  createOrder: endpoint({
    method: 'POST',
    path: '/api/payment/create-order',
    maxBodyBytes: wholeCourseBytes,
    access: 'signedIn',
    summary:
      'Open an order for a course; a free course is enrolled at once and answers an amount of 0. Without a course, an open order is resumed.',
    body: z.object({ courseId: CourseReference, userId: z.unknown().optional() }),
    status: 200,
    reply: z.object({
      id: z.string(),
      /** paise */
      amount: z.number().int(),
      currency: z.literal('INR'),
      courseId: Id,
      /** true when nothing had to be paid and the buyer is enrolled already */
      enrolled: z.boolean(),
      /** publishable key of the checkout, name of the driver that opens it, and the script that the driver uses */
      key: z.string(),
      checkoutDriver: z.string(),
      checkoutScript: z.string(),
    }),
    errors: [
      'not_found',
      'own_course',
      'only_students_enroll',
      'already_enrolled',
      'nothing_to_pay',
      'price_out_of_range',
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
      'Settle an order of mine with the signed result of the checkout; repeating changes nothing. The order of a free course needs no result.',
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
