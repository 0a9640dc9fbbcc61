import { z } from 'zod'
import { defineJob, noData } from '#jobs/define.ts'

/** Gives a payment back whose order or enrolment was paid twice. Amount in paise. */
export const refundPayment = defineJob({
  name: 'refund-payment',
  data: z.object({ paymentId: z.string(), amount: z.number().int() }),
  retries: 20,
  retrySeconds: 60,
})

/** Asks the provider about orders whose buyer never came back. */
export const reconcilePayments = defineJob({ name: 'reconcile-payments', data: noData, retries: 0, retrySeconds: 60 })
