import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

const paise = z.number().int()

/** The bank paid a payout: notifies the educator. The handler belongs to notifications. */
export const payoutPaid = defineJob({
  name: 'announce-payout-paid',
  data: z.object({ payoutId: z.string(), educatorId: z.string(), amount: paise }),
  retries: 4,
  retrySeconds: 10,
})

/** The bank returned a payout: notifies the educator. The handler belongs to notifications. */
export const payoutReturned = defineJob({
  name: 'announce-payout-returned',
  data: z.object({ payoutId: z.string(), educatorId: z.string(), amount: paise, reason: z.string() }),
  retries: 4,
  retrySeconds: 10,
})

/** Mails an educator that their bank details were changed. */
export const mailBankDetails = defineJob({
  name: 'mail-bank-details',
  data: z.object({ userId: z.string(), at: z.iso.datetime() }),
  retries: 8,
  retrySeconds: 30,
})

/** Encrypts bank details again that were encrypted with an older secret. */
export const renewEncryption = defineJob({
  name: 'renew-encryption-of-bank-details',
  data: noData,
  retries: 0,
  retrySeconds: 60,
})
