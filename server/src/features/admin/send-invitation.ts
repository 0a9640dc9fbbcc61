import { Email, maxOpenInvitations } from '@virtual-courses/contract'
import { z } from 'zod'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureConfig, FeatureDeps } from '#core/feature-deps.ts'
import { defineJob } from '#core/jobs.ts'
import { type Tx, transact } from '#core/transact.ts'
import { hashToken, lockAdminsAnd, lockUserByEmail, newToken } from '../accounts/index.ts'
import { hasCourses } from '../courses/index.ts'
import { operatorId, writeAudit } from './audit.ts'
import { invitationMail } from './invitation-mail.ts'
import {
  findOpen,
  hasAdmin,
  lockInvitations,
  noteMailed,
  putInvitation,
  putMailToken,
  withdraw,
} from './invitation-queries.ts'
import { invitationLifeMs, invitationLink, setupLinkLifeMs } from './invitation-rules.ts'
import { decideRole, isActiveAdmin } from './rules.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'config' | 'db' | 'limits' | 'mail' | 'settings'>
export type Asked = { id: string; requestId: string }

/** Mails an invitation. Its token is made by the job: it never stands in the queue. */
export const mailInvitationJob = defineJob({
  name: 'mail-admin-invitation',
  data: z.object({ id: z.string(), requestId: z.string() }),
  retries: 6,
  retrySeconds: 10,
})

/** Whether mails reach anyone: by a mail server, or in the outbox of the demo start. */
export const sendsMail = ({ SMTP_URL, outbox }: Pick<FeatureConfig, 'SMTP_URL' | 'outbox'>): boolean =>
  SMTP_URL !== undefined || outbox

/**
 * Mails the link of an invitation that is still open; a repetition replaces the link. Returns whether anything was sent. Throws what
 * the mail server says.
 */
export async function mailInvitation(
  { clock, config, db, mail, settings }: Pick<Deps, 'clock' | 'config' | 'db' | 'mail' | 'settings'>,
  asked: Asked,
): Promise<boolean> {
  const token = newToken()
  const open = await putMailToken(db, asked, hashToken(token), clock.now())
  if (!open?.email) return false
  await mail.send(
    invitationMail({
      siteName: settings.current().siteName,
      to: open.email,
      link: invitationLink(config.publicUrl, token),
      expiresAt: open.expires_at,
      pending: open.pending_name !== null,
    }),
  )
  await noteMailed(db, hashToken(token), clock.now())
  return true
}

/**
 * Invites an address on behalf of an admin, by mail; an open invitation for it is replaced. Throws no_mail_server, rate_limited,
 * forbidden (they are no admin any more), already_admin, suspended, role_in_use, invitations_full.
 */
export async function sendInvitation(deps: Deps, admin: CurrentUser, email: string): Promise<void> {
  if (!sendsMail(deps.config)) throw new DomainError('no_mail_server')
  await deps.limits.invitations.consume(admin.id)
  await transact(deps.db, async (tx) => {
    await lockInvitations(tx)
    const admins = await lockAdminsAnd(tx, admin.id)
    if (!admins.some((one) => one.id === admin.id && isActiveAdmin(one))) throw new DomainError('forbidden')
    const { id, requestId } = await invite(deps, tx, { email, invitedBy: admin.id, linkHash: null })
    tx.enqueue(mailInvitationJob, { id, requestId })
  })
}

/**
 * Invites an address on behalf of the operator. `printed` asks for a link to print, whose reader still has to prove the address by
 * mail where the site sends any. Throws as `sendInvitation`.
 */
export async function inviteAsOperator(
  deps: Deps,
  address: string,
  printed: boolean,
): Promise<Asked & { link: string | null; expiresAt: Date }> {
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
): Promise<Asked & { expiresAt: Date }> {
  const { email, invitedBy } = wanted
  const now = deps.clock.now()
  const user = await lockUserByEmail(tx, email)
  if (user?.role === 'admin') throw new DomainError('already_admin')
  if (user?.suspended_at) throw new DomainError('suspended', 'This account is suspended. End the suspension first.')
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

/** Makes the link that leads to the first admin, in place of an older one; null when there is an admin. */
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
