import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { deleteOldActs } from './bulk/run-bulk.ts'
import { countFiguresJob, refreshFigures } from './get-overview.ts'
import { deleteOldErrors } from './record-error.ts'
import { deleteExpired } from './users/invitation-queries.ts'
import { mailInvitation } from './users/mail-invitation.ts'

const trim = defineJob({ name: 'trim-error-events', data: noData, retries: 0, retrySeconds: 60 })

const deleteBulkActs = defineJob({ name: 'delete-bulk-acts', data: noData, retries: 0, retrySeconds: 60 })

/** Mails an invitation. The job creates its token, so the queue never contains it. */
export const mailInvitationJob = defineJob({
  name: 'mail-admin-invitation',
  // jobs of older versions have no language
  data: z.object({ id: z.string(), requestId: z.string(), language: z.string().optional() }),
  retries: 6,
  retrySeconds: 10,
})

/** Milliseconds for which an unused invitation is kept after it has expired. */
const keptMs = 30 * 24 * 3600 * 1000

export const adminJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(
    trim,
    async () => {
      await deleteOldErrors(deps)
      await deleteExpired(deps.db, new Date(deps.clock.now().getTime() - keptMs))
    },
    '53 3 * * *',
  ),
  handleJob(deleteBulkActs, () => deleteOldActs(deps), '7,27,47 * * * *'),
  handleJob(countFiguresJob, () => refreshFigures(deps), '*/10 * * * *'),
  handleJob(mailInvitationJob, async (request) => {
    await mailInvitation(deps, request)
  }),
]
