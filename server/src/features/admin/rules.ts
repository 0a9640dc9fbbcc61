import type { ErrorCode, invitationSteps, Role } from '@virtual-courses/contract'

/** True when the user may act as an admin now. */
export const isActiveAdmin = (user: { role: Role; suspended_at: Date | null; deleted_at: Date | null }): boolean =>
  user.role === 'admin' && user.suspended_at === null && user.deleted_at === null

/**
 * Decides whether an admin may change another account's status; returns an error code or null. `activeAdmins` are the ids of all
 * active admins, read under a lock. An actor who is no longer an admin is refused, and no admin may do it to their own account, so the
 * last admin always stays.
 */
export function decideAct(actorId: string, targetId: string, activeAdmins: readonly string[]): ErrorCode | null {
  if (!activeAdmins.includes(actorId)) return 'forbidden'
  if (actorId !== targetId) return null
  return activeAdmins.length === 1 ? 'last_admin' : 'own_account'
}

/**
 * Decides whether an account may get another role. An educator with courses may not, because no one could manage the courses. A
 * student keeps bought courses in every role, since watching requires the enrolment only; buying more requires the role of a student.
 */
export const decideRole = (from: Role, to: Role, hasCourses: boolean): ErrorCode | null =>
  hasCourses && from !== to ? 'role_in_use' : null

/** An admin's address must be verified: anyone can open an account with someone else's address. */
export const decideVerified = (to: Role, verified: boolean): ErrorCode | null =>
  to === 'admin' && !verified ? 'address_unproven' : null

/** Returns the message of an error in one short line, without values that may be private. */
export function safeErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'Something that is not an error was thrown'
  const code = (error as { code?: unknown }).code // errors of Node and of the database carry one
  const text = error.message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|\([^()]*=[^()]*\)/g, '…')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/[\w+/=-]{20,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  const name = typeof code === 'string' ? `${error.name} ${code.slice(0, 40)}` : error.name
  return `${name}: ${text}`.slice(0, 200)
}

/** Lifetimes of links in milliseconds. An invitation names its address; a set-up link works for anyone who reads the log. */
export const invitationLifeMs = 7 * 24 * 3600 * 1000
export const setupLinkLifeMs = 24 * 3600 * 1000

type InvitationStep = (typeof invitationSteps)[number]

/**
 * Returns the next step for the reader of a link, and whether a mail follows. A mailed link verifies its address and is the last step; it
 * requires the password that was entered with the printed link, so that reading only the mail is not enough. A printed link verifies
 * nothing: a mail follows if the site sends mail.
 */
export function decideStep(
  link: { mailed: boolean; pending: boolean },
  sendsMail: boolean,
): { step: InvitationStep; mailFollows: boolean } {
  if (link.mailed) return { step: link.pending ? 'confirm' : 'create', mailFollows: false }
  return { step: 'create', mailFollows: sendsMail }
}

type Earlier = { used_at: Date | null; withdrawn_at: Date | null; expires_at: Date }

/**
 * True when an address of `ADMIN_EMAILS` is to be invited at this start: not while its invitation is open, and not again after it was
 * used or withdrawn, because an admin may have revoked the role on purpose.
 */
export const isInvitedAtStart = (earlier: Earlier | undefined, now: Date): boolean =>
  !earlier || (earlier.used_at === null && earlier.withdrawn_at === null && earlier.expires_at <= now)

/** Link of an invitation, with the token behind `#`, where no server, proxy or `Referer` sees it. */
export const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}/admin-invitation#${token}`
