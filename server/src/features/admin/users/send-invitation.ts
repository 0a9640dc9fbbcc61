import { msg } from '@lingui/core/runtime-macro'
import { Email, maxOpenInvitations } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { hashToken, lockAdminsAnd, lockUserByEmail, newToken } from '../../accounts/index.ts'
import { hasCourses } from '../../courses/index.ts'
import { operatorId, writeAudit } from '../audit-queries.ts'
import { mailInvitationJob } from '../jobs.ts'
import { decideRole, invitationLifeMs, invitationLink, isActiveAdmin, setupLinkLifeMs } from '../rules.ts'
import { findOpen, hasAdmin, lockInvitations, putInvitation, withdraw } from './invitation-queries.ts'
import { type InvitationMail, sendsMail } from './mail-invitation.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'config' | 'db' | 'limits' | 'mail' | 'settings'>

/**
 * Invites an address by mail, in a language, on behalf of an admin; replaces an open invitation of the address. Throws no_mail_server, rate_limited,
 * forbidden (the inviting user is no longer an admin), already_admin, suspended, role_in_use, invitations_full.
 */
export async function sendInvitation(
  deps: Deps,
  admin: CurrentUser,
  { email, language }: { email: string; language: string },
): Promise<void> {
  if (!sendsMail(deps.config)) throw new DomainError('no_mail_server')
  await deps.limits.invitations.consume(admin.id)
  await transact(deps.db, async (tx) => {
    await lockInvitations(tx)
    const admins = await lockAdminsAnd(tx, admin.id)
    if (!admins.some((one) => one.id === admin.id && isActiveAdmin(one))) throw new DomainError('forbidden')
    const { id, requestId } = await invite(deps, tx, { email, invitedBy: admin.id, linkHash: null })
    tx.enqueue(mailInvitationJob, { id, requestId, language })
  })
}

/**
 * Invites an address on behalf of the operator. `printed` returns a link to print; if the site sends mail, its reader must also verify
 * the address by mail. Throws already_admin, suspended, role_in_use, invitations_full.
 */
export async function inviteAsOperator(
  deps: Deps,
  address: string,
  printed: boolean,
): Promise<InvitationMail & { link: string | null; expiresAt: Date }> {
  const email = Email.parse(address)
  const token = printed ? newToken() : null
  const invited = await transact(deps.db, async (tx) => {
    await lockInvitations(tx)
    return invite(deps, tx, { email, invitedBy: null, linkHash: token === null ? null : hashToken(token) })
  })
  return { ...invited, link: token && invitationLink(deps.config.publicUrl, token) }
}

async function invite(
  deps: Deps,
  tx: Tx,
  wanted: { email: string; invitedBy: string | null; linkHash: Buffer | null },
): Promise<InvitationMail & { expiresAt: Date }> {
  const { email, invitedBy } = wanted
  const now = deps.clock.now()
  const user = await lockUserByEmail(tx, email)
  if (user?.role === 'admin') throw new DomainError('already_admin')
  if (user?.suspended_at) throw new DomainError('suspended', msg`This account is suspended. End the suspension first.`)
  const problem = user && decideRole(user.role, 'admin', await hasCourses(tx, user.id))
  if (problem) throw new DomainError(problem)
  const others = (await findOpen(tx, now)).filter((one) => one.email !== email)
  if (others.length >= maxOpenInvitations) throw new DomainError('invitations_full')
  const expiresAt = new Date(now.getTime() + invitationLifeMs)
  const { id, request_id } = await putInvitation(tx, {
    email,
    invited_by: invitedBy,
    first_only: false,
    link_hash: wanted.linkHash,
    pending_name: null,
    pending_password_hash: null,
    created_at: now,
    expires_at: expiresAt,
  })
  await writeAudit(deps, tx, {
    action: 'admin-invited',
    adminId: invitedBy ?? operatorId,
    kind: 'invitation',
    subjectId: id,
    detail: 'Invited to become an admin.',
  })
  return { id, requestId: request_id, expiresAt }
}

/** Creates the link that makes its reader the first admin, and replaces an older one; null when there is an admin. */
export async function makeSetupLink(deps: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<string | null> {
  const token = newToken()
  const made = await transact(deps.db, async (tx) => {
    await lockInvitations(tx)
    if (await hasAdmin(tx)) return false
    const now = deps.clock.now()
    await putInvitation(tx, {
      email: null,
      invited_by: null,
      first_only: true,
      link_hash: hashToken(token),
      pending_name: null,
      pending_password_hash: null,
      created_at: now,
      expires_at: new Date(now.getTime() + setupLinkLifeMs),
    })
    return true
  })
  return made ? invitationLink(deps.config.publicUrl, token) : null
}

/** Ends an open invitation. Throws not_found, forbidden. */
export async function withdrawInvitation(
  deps: Pick<Deps, 'clock' | 'db'>,
  admin: CurrentUser,
  id: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockInvitations(tx)
    const admins = await lockAdminsAnd(tx, admin.id)
    if (!admins.some((one) => one.id === admin.id && isActiveAdmin(one))) throw new DomainError('forbidden')
    if (!(await withdraw(tx, id, deps.clock.now()))) throw new DomainError('not_found')
    const detail = 'Invitation withdrawn.'
    await writeAudit(deps, tx, {
      action: 'invitation-withdrawn',
      adminId: admin.id,
      kind: 'invitation',
      subjectId: id,
      detail,
    })
  })
}
