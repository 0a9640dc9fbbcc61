import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { deliverCode, forgetOldCodes } from './deliver-code.ts'
import { deliverCodeJob, forgetExpiredJob, tellChangeJob } from './job-kinds.ts'
import { changeMail } from './mails/change-mail.ts'
import { findUser } from './queries.ts'
import { forgetExpiredSessions } from './sessions.ts'

export const accountJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(deliverCodeJob, (asked) => deliverCode(deps, asked)),
  handleJob(tellChangeJob, async ({ userId, change }) => {
    const user = await findUser(deps.db, userId)
    if (user) await deps.mail.send(changeMail(deps.settings.current().siteName, user.email, change))
  }),
  handleJob(
    forgetExpiredJob,
    async () => {
      await forgetExpiredSessions(deps)
      await forgetOldCodes(deps)
    },
    '17 * * * *',
  ),
]
