import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { enqueue } from '#core/jobs.ts'
import { mailInvitationJob } from '../jobs.ts'
import { isInvitedAtStart } from '../rules.ts'
import { countUnverifiedAdmins, findByEmail } from './invitation-queries.ts'
import { sendsMail } from './mail-invitation.ts'
import { inviteAsOperator, makeSetupLink } from './send-invitation.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'config' | 'db' | 'limits' | 'log' | 'mail' | 'settings'>

/**
 * Invites admins when the server starts: the addresses of `ADMIN_EMAILS`, and by a logged link the first admin, unless there is one
 * or sign-up is open for admins.
 */
export async function inviteAtStart(deps: Deps): Promise<void> {
  await inviteListed(deps)
  if (deps.config.adminSignup === 'open') return
  const unverified = await countUnverifiedAdmins(deps.db)
  if (unverified > 0)
    deps.log.warn(
      { admins: unverified },
      'there are admins whose address is not verified: check them on the page /admin/users; a new password by mail verifies an address',
    )
  // At these levels the link would not be logged, but would replace an older one that may be in use.
  if (['error', 'fatal', 'silent'].includes(deps.config.LOG_LEVEL)) return
  const link = await makeSetupLink(deps)
  if (link)
    deps.log.warn(
      `there is no admin yet: open ${link} within 24 hours to become the first one. The link works once, and older ones do not work any more`,
    )
}

async function inviteListed(deps: Deps): Promise<void> {
  const listed = [...new Set(deps.config.ADMIN_EMAILS)]
  if (listed.length === 0) return
  if (!sendsMail(deps.config)) {
    deps.log.warn('ADMIN_EMAILS are not invited: set SMTP_URL, or use npm run admin:invite -- ADDRESS')
    return
  }
  for (const email of listed) {
    if (!isInvitedAtStart(await findByEmail(deps.db, email), deps.clock.now())) continue
    try {
      const { id, requestId } = await inviteAsOperator(deps, email, false)
      await enqueue(deps.db, mailInvitationJob, { id, requestId })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code !== 'already_admin')
        deps.log.warn({ reason: error.message }, 'an address of ADMIN_EMAILS is not invited')
    }
  }
}
