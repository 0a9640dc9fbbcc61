import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

/** A student has completed a course: issues and signs their certificate, where it grants one. */
export const issueJob = defineJob({
  name: 'issue-certificate',
  data: z.object({ userId: z.string(), courseId: z.string() }),
  retries: 10,
  retrySeconds: 30,
})

/** Issues what was missed; each certificate is issued at once otherwise. */
export const issueMissingJob = defineJob({
  name: 'issue-missing-certificates',
  data: noData,
  retries: 0,
  retrySeconds: 60,
})

const about = { data: z.object({ serial: z.string() }), retries: 10, retrySeconds: 10 }

/** A student has a certificate: notifies them. */
export const certificateIssued = defineJob({ name: 'announce-certificate', ...about })

/** An educator or admin withdrew a certificate: notifies its holder. */
export const certificateWithdrawn = defineJob({ name: 'announce-withdrawn-certificate', ...about })
