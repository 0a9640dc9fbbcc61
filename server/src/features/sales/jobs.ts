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

/** Refunds a payment that cannot be booked, as older versions enqueued it. Amount in paise. */
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

/** Compares what happened in the last hours at the provider with what is written down here. */
export const compareRecent = defineJob({ name: 'compare-payments', data: noData, retries: 0, retrySeconds: 60 })
/** The same for the last days. */
export const compareDays = defineJob({ name: 'compare-payments-daily', data: noData, retries: 3, retrySeconds: 600 })
/** Reads what the provider settled, and its fees. */
export const readSettlementsJob = defineJob({ name: 'read-settlements', data: noData, retries: 3, retrySeconds: 600 })

/** Asks the provider about orders whose buyers have not come back from the checkout. */
export const reconcilePayments = defineJob({ name: 'reconcile-payments', data: noData, retries: 0, retrySeconds: 60 })

/** Adds what was sold to the sums that educators see. */
export const addUpSalesJob = defineJob({ name: 'add-up-sales', data: noData, retries: 2, retrySeconds: 60 })

/** A payment was refunded: notifies the student. Amount in paise. */
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

/** A refund could not be paid out, or came back: notifies the student. Amount in paise. */
export const refundDelayed = defineJob({
  name: 'announce-refund-delay',
  data: z.object({ userId: z.string(), courseId: z.string(), refundId: z.string(), amount: z.number().int() }),
  retries: 10,
  retrySeconds: 10,
})
