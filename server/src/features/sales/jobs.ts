import { refundReasons } from '@virtual-courses/contract'
import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

const RefundReason = z.enum(refundReasons)

/** Sends a refund to the provider. */
export const sendRefundJob = defineJob({
  name: 'send-refund',
  data: z.object({ refundId: z.string() }),
  retries: 20,
  retrySeconds: 60,
})

/** Refunds a payment that cannot be booked. Only older versions enqueue it. Amount in paise. */
export const olderRefundJob = defineJob({
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

export type SentByOlder = z.output<typeof olderRefundJob.data>

/** Compares the provider's records of the last hours with ours. */
export const compareRecent = defineJob({ name: 'compare-payments', data: noData, retries: 0, retrySeconds: 60 })
/** Compares the provider's records of the last days with ours. */
export const compareDays = defineJob({ name: 'compare-payments-daily', data: noData, retries: 3, retrySeconds: 600 })
/** Reads the provider's settlements and fees. */
export const readSettlementsJob = defineJob({ name: 'read-settlements', data: noData, retries: 3, retrySeconds: 600 })

/** Asks the provider about orders whose buyers have not returned from the checkout. */
export const reconcilePayments = defineJob({ name: 'reconcile-payments', data: noData, retries: 0, retrySeconds: 60 })

/** Adds sales to the sums that educators see. */
export const addUpSalesJob = defineJob({ name: 'add-up-sales', data: noData, retries: 2, retrySeconds: 60 })

/** Notifies the student that a payment was refunded. Amount in paise. */
export const paymentRefunded = defineJob({
  name: 'announce-refund',
  data: z.object({
    userId: z.string(),
    courseId: z.string(),
    paymentId: z.string(),
    /** absent in jobs of older versions */
    refundId: z.string().optional(),
    amount: z.number().int(),
    reason: RefundReason.default('extra'),
  }),
  retries: 10,
  retrySeconds: 10,
})

/** Notifies the student and the admins that an attempt at a refund was not paid out, or was returned. Amount in paise. */
export const refundDelayed = defineJob({
  name: 'announce-refund-delay',
  data: z.object({
    userId: z.string(),
    courseId: z.string(),
    refundId: z.string(),
    amount: z.number().int(),
    /** absent in jobs of older versions */
    attempt: z.number().int().default(1),
  }),
  retries: 10,
  retrySeconds: 10,
})
