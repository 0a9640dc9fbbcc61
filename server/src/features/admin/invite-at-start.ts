import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { enqueue } from '#core/jobs.ts'
import { countUnprovenAdmins, findByEmail } from './invitation-queries.ts'
import { isInvitedAtStart } from './invitation-rules.ts'
import { inviteAsOperator, mailInvitationJob, makeSetupLink, sendsMail } from './send-invitation.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'config' | 'db' | 'limits' | 'log' | 'mail' | 'settings'>

/**
 * What a start does about admins: prints the link that leads to the first one while there is none, and invites the addresses of
 * `ADMIN_EMAILS`. Where sign-up is open for admins no link is needed.
 */
export async function inviteAtStart(deps: Deps): Promise<void> {
  await inviteListed(deps)
  if (deps.config.adminSignup === 'open') return
  const unproven = await countUnprovenAdmins(deps.db)
  if (unproven > 0)
    deps.log.warn(
      { admins: unproven },
      'there are admins whose address no one has proven: check them on the page /admin/users; a new password by mail proves an address',
    )
  // A link that no line shows would only replace one that someone has.
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
    deps.log.warn('no one of ADMIN_EMAILS is invited: set SMTP_URL, or use npm run admin:invite -- ADDRESS')
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
