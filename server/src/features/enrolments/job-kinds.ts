import { z } from 'zod'
import { defineJob, noData } from '#jobs/define.ts'

/** Gives a payment back whose order or enrolment was paid twice. Amount in paise; waiting jobs of older versions name no order. */
export const refundPayment = defineJob({
  name: 'refund-payment',
  data: z.object({ paymentId: z.string(), amount: z.number().int(), orderId: z.string().optional() }),
  retries: 20,
  retrySeconds: 60,
})

/** Asks the provider about orders whose buyer never came back. */
export const reconcilePayments = defineJob({ name: 'reconcile-payments', data: noData, retries: 0, retrySeconds: 60 })

/** A student was enrolled: he and the educator are told. */
export const announceEnrolment = defineJob({
  name: 'announce-enrolment',
  data: z.object({ userId: z.string(), courseId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** Money went back to a student, who is told. Amount in paise. */
export const announceRefund = defineJob({
  name: 'announce-refund',
  data: z.object({ userId: z.string(), courseId: z.string(), paymentId: z.string(), amount: z.number().int() }),
  retries: 10,
  retrySeconds: 10,
})
