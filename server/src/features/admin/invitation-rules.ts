import type { invitationSteps } from '@virtual-courses/contract'

/** How long links are valid, in milliseconds: an invitation names its address, the set-up link is for anyone who reads the log. */
export const invitationLifeMs = 7 * 24 * 3600 * 1000
export const setupLinkLifeMs = 24 * 3600 * 1000

export type InvitationStep = (typeof invitationSteps)[number]

/**
 * What the reader of a link is asked for, and whether a mail follows. A mailed link proves its address and is the last step. It
 * asks for the password again that was entered with a printed link: someone who only reads the mail, or only read the log,
 * becomes no admin. A printed link proves nothing, so its mail follows, where the site can send one.
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
 * Is an address of `ADMIN_EMAILS` invited at this start? Not while its invitation is open, and not again once it was used or
 * withdrawn: an admin who took the role or the invitation away meant it.
 */
export const isInvitedAtStart = (earlier: Earlier | undefined, now: Date): boolean =>
  !earlier || (earlier.used_at === null && earlier.withdrawn_at === null && earlier.expires_at <= now)

/** The address of the page with the token behind `#`: no server, proxy or `Referer` sees it. */
export const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}/admin-invitation#${token}`
