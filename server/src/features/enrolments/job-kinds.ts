import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

/** Why money went back: it came twice, it came for an order that had expired, or it was refunded at the provider. */
const RefundReason = z.enum(['extra', 'expired', 'returned'])
export type RefundReason = z.output<typeof RefundReason>

/** Gives a payment back that cannot be booked. Amount in paise; waiting jobs of older versions name no order and no reason. */
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

/** Asks the provider about orders whose buyer never came back. */
export const reconcilePayments = defineJob({ name: 'reconcile-payments', data: noData, retries: 0, retrySeconds: 60 })

/** A student was enrolled: he and the educator are told. */
export const studentEnrolled = defineJob({
  name: 'announce-enrolment',
  data: z.object({ userId: z.string(), courseId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** Money went back to a student, who is told. Amount in paise. */
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
