import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

/** Why a payment was refunded: it was a second one, its order had expired, or it was refunded at the provider. */
const RefundReason = z.enum(['extra', 'expired', 'returned', 'withdrawn'])
export type RefundReason = z.output<typeof RefundReason>

/** Refunds a payment that cannot be booked. Amount in paise. Jobs enqueued by older versions name no order and no reason. */
export const refundJob = defineJob({
  name: 'refund-payment',
  data: z.object({
    paymentId: z.string(),
    amount: z.number().int(),
    orderId: z.string().optional(),
    reason: RefundReason.optional(),
  }),
  retries: 20,
  retrySeconds: 60,
})

/** Asks the provider about orders whose buyers have not come back from the checkout. */
export const reconcilePayments = defineJob({ name: 'reconcile-payments', data: noData, retries: 0, retrySeconds: 60 })

/** A student was enrolled: notifies the student and the educator. */
export const studentEnrolled = defineJob({
  name: 'announce-enrolment',
  data: z.object({ userId: z.string(), courseId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** A payment was refunded: notifies the student. Amount in paise. */
export const paymentRefunded = defineJob({
  name: 'announce-refund',
  data: z.object({
    userId: z.string(),
    courseId: z.string(),
    paymentId: z.string(),
    amount: z.number().int(),
    reason: RefundReason.default('extra'),
  }),
  retries: 10,
  retrySeconds: 10,
})
