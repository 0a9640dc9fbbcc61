import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler } from '#core/jobs.ts'
import { sendInvoice } from './send-invoice.ts'

/** Mails a document to its buyer. `mailId` identifies the mail, which is sent only once. */
export const mailInvoice = defineJob({
  name: 'mail-invoice',
  data: z.object({ invoiceId: z.string(), mailId: z.string() }),
  retries: 8,
  retrySeconds: 30,
})

export const invoiceJobs = (deps: Pick<FeatureDeps, 'db' | 'config' | 'clock' | 'mail' | 'settings'>): JobHandler[] => [
  handleJob(mailInvoice, (data) => sendInvoice(deps, data)),
]
