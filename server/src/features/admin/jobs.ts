import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { deleteExpired } from './invitation-queries.ts'
import { trimErrors } from './record-error.ts'
import { mailInvitation, mailInvitationJob } from './send-invitation.ts'

const trim = defineJob({ name: 'trim-error-events', data: noData, retries: 0, retrySeconds: 60 })

/** Milliseconds after which an invitation that no one used is forgotten. */
const forgetAfterMs = 30 * 24 * 3600 * 1000

export const adminJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(
    trim,
    async () => {
      await trimErrors(deps)
      await deleteExpired(deps.db, new Date(deps.clock.now().getTime() - forgetAfterMs))
    },
    '53 3 * * *',
  ),
  handleJob(mailInvitationJob, async (asked) => {
    await mailInvitation(deps, asked)
  }),
]
