import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'
import { accountChanges } from './mails/change-mail.ts'

/** Makes a one-time code for a request and mails it. The code is made by the job: it never stands in the queue. */
export const deliverCodeJob = defineJob({
  name: 'deliver-password-code',
  data: z.object({ email: z.string(), requestId: z.string() }),
  retries: 6,
  retrySeconds: 5,
})

/** Tells the owner of an account by mail what was changed. */
export const tellChangeJob = defineJob({
  name: 'tell-account-change',
  data: z.object({ userId: z.string(), change: z.enum(accountChanges) }),
  retries: 8,
  retrySeconds: 30,
})

export const forgetExpiredJob = defineJob({
  name: 'forget-expired-sessions',
  data: noData,
  retries: 0,
  retrySeconds: 60,
})
