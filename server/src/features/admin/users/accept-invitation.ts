import { msg } from '@lingui/core/runtime-macro'
import { addressAsPassword, type api, type BodyOf, isAddressOf, type ReplyInput } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import { type Tx, transact } from '#core/transact.ts'
import {
  type Caller,
  hashPassword,
  hashToken,
  insertUser,
  lockAdminsAnd,
  lockUserByEmail,
  newUser,
  requireActiveAccount,
  setRole,
  takeOverAccount,
  verifyPassword,
} from '../../accounts/index.ts'
import { hasCourses } from '../../courses/index.ts'
import { writeAudit } from '../audit-queries.ts'
import { mailInvitationJob } from '../jobs.ts'
import { decideRole, decideStep, isActiveAdmin, setupLinkLifeMs } from '../rules.ts'
import { consumeLink, type FoundInvitation, findByToken, lockInvitations, putInvitation } from './invitation-queries.ts'
import { sendsMail } from './mail-invitation.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'config' | 'db' | 'limits' | 'log' | 'settings'>
type Wanted = BodyOf<typeof api.invitations.accept>
type Client = Pick<Caller, 'key' | 'language' | 'signal'>
type Entered = { email: string; name: string; passwordHash: string }

/** Returns the next step of an invitation without consuming its link. Throws invitation_invalid, rate_limited. */
export async function readInvitation(
  deps: Deps,
  token: string,
  caller: Client,
): Promise<ReplyInput<typeof api.invitations.read>> {
  const found = await openLink(deps, token, caller)
  const { step, mailFollows } = stepOf(deps, found)
  return { step, mailFollows, email: found.email, expiresAt: found.expires_at.toISOString() }
}

/**
 * Accepts an invitation. The reader of a mailed link becomes an admin. The reader of a printed link first gets a mail, and nothing
 * changes until its link is opened; a site that sends no mail trusts its operator. Throws invitation_invalid, invalid_input,
 * wrong_credentials (not the password that was entered before), suspended, role_in_use, email_taken, rate_limited.
 */
export async function acceptInvitation(
  deps: Deps,
  wanted: Wanted,
  caller: Client,
): Promise<Omit<ReplyInput<typeof api.invitations.accept>, 'message'> & { message: Sentence }> {
  const found = await openLink(deps, wanted.token, caller)
  const { step, mailFollows } = stepOf(deps, found)
  const entered =
    step === 'confirm' ? await confirmed(deps, found, wanted, caller) : await readEntered(found, wanted, caller)
  const tokenHash = hashToken(wanted.token)
  await transact(deps.db, async (tx) => {
    await lockInvitations(tx)
    if (!(await consumeLink(tx, found, tokenHash, deps.clock.now()))) throw new DomainError('invitation_invalid')
    await (mailFollows
      ? requestMail(deps, tx, found, { ...entered, language: caller.language })
      : makeAdmin(deps, tx, found, entered))
  })
  const { email } = entered
  if (mailFollows)
    return { state: 'mailed', email, message: msg`Please open the link in the mail that we are sending you` }
  if (!found.mailed)
    deps.log.warn('an admin account was set up by a printed link without verifying its address: set SMTP_URL')
  return { state: 'done', email, message: msg`You are an admin now. Please log in.` }
}

async function openLink({ clock, db, limits }: Deps, token: string, caller: Client): Promise<FoundInvitation> {
  await limits.invitationTries.consume(caller.key)
  const found = await findByToken(db, hashToken(token), clock.now())
  if (!found) throw new DomainError('invitation_invalid')
  return found
}

const stepOf = ({ config }: Deps, found: FoundInvitation) =>
  decideStep({ mailed: found.mailed, pending: found.pending_name !== null }, sendsMail(config))

const turnOf = ({ key, signal }: Client) => ({ client: key, signal })

/** Returns what was entered with the printed link, if the reader of the mail enters the same password. */
async function confirmed(
  { limits }: Deps,
  found: FoundInvitation,
  { password }: Wanted,
  caller: Client,
): Promise<Entered> {
  const { email, pending_name: name, pending_password_hash: passwordHash } = found
  await limits.invitationTries.consume(found.id)
  const matches = await verifyPassword(passwordHash, password, turnOf(caller))
  if (!matches || email === null || name === null || passwordHash === null)
    throw new DomainError('wrong_credentials', msg`This is not the password that was entered before`)
  return { email, name, passwordHash }
}

async function readEntered(
  found: FoundInvitation,
  { name, email, password }: Wanted,
  caller: Client,
): Promise<Entered> {
  const missing = (path: string, message: Sentence) =>
    new DomainError('invalid_input', { message, fields: [{ path, message }] })
  if (name === undefined) throw missing('name', msg`Name is required`)
  const address = found.email ?? email
  if (address === undefined) throw missing('email', msg`Please enter a valid email address`)
  if (isAddressOf(password, address)) throw missing('password', addressAsPassword)
  return { name, email: address, passwordHash: await hashPassword(password, turnOf(caller)) }
}

/** Stores what was entered with a printed link until the address is verified by mail. */
async function requestMail(
  deps: Deps,
  tx: Tx,
  found: FoundInvitation,
  entered: Entered & { language: string },
): Promise<void> {
  await requireValidInviter(tx, found)
  const now = deps.clock.now()
  const { id, request_id } = await putInvitation(tx, {
    email: entered.email,
    invited_by: found.invited_by,
    first_only: found.first_only,
    link_hash: null,
    pending_name: entered.name,
    pending_password_hash: entered.passwordHash,
    created_at: found.created_at,
    expires_at: new Date(Math.max(found.expires_at.getTime(), now.getTime() + setupLinkLifeMs)),
  })
  tx.enqueue(mailInvitationJob, { id, requestId: request_id, language: entered.language })
}

async function makeAdmin(deps: Deps, tx: Tx, found: FoundInvitation, entered: Entered): Promise<void> {
  await requireValidInviter(tx, found)
  const now = deps.clock.now()
  const verified = found.mailed
  const { name, email, passwordHash } = entered
  const fresh = newUser({ name, email, password_hash: passwordHash, role: 'admin', language: null }, now, verified)
  const userId = (await insertUser(tx, fresh)) ? fresh.id : await promote(deps, tx, found, entered)
  await writeAudit(deps, tx, {
    action: 'invitation-accepted',
    adminId: userId,
    kind: 'user',
    subjectId: userId,
    detail: verified
      ? 'Became an admin by a link that was mailed to their address.'
      : 'Became an admin by a printed link; their address is not proven, because this site sends no mail.',
  })
}

/** Makes the owner of an existing account an admin. Throws email_taken, suspended, role_in_use. */
async function promote(deps: Deps, tx: Tx, found: FoundInvitation, entered: Entered): Promise<string> {
  const user = await lockUserByEmail(tx, entered.email)
  // Neither its owner nor the operator has named this account: the reader of a printed link must not take over others' accounts.
  if (!user || (found.email === null && !found.mailed)) throw new DomainError('email_taken')
  await requireActiveAccount(deps, tx, user.id)
  const problem = decideRole(user.role, 'admin', await hasCourses(tx, user.id))
  if (problem) throw new DomainError(problem)
  await takeOverAccount(deps, tx, user, { ...entered, verified: found.mailed })
  await setRole(tx, user, 'admin', deps.clock.now())
  return user.id
}

/** Throws unless the inviter is still an admin and a set-up link is used for the first admin. Locks all admins. */
async function requireValidInviter(tx: Tx, found: FoundInvitation): Promise<void> {
  const admins = (await lockAdminsAnd(tx, found.invited_by ?? '')).filter(isActiveAdmin)
  const inviterGone = found.invited_by !== null && !admins.some(({ id }) => id === found.invited_by)
  if (inviterGone || (found.first_only && admins.length > 0)) throw new DomainError('invitation_invalid')
}
