import { isolate } from '@virtual-courses/contract'
import type { FeatureConfig, FeatureDeps } from '#core/feature-deps.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { hashToken, mailPage, newToken, paragraph } from '../../accounts/index.ts'
import { invitationLink } from '../rules.ts'
import { noteMailed, putMailToken } from './invitation-queries.ts'

/** An invitation as it was when its mail was requested; an invitation that is sent again has a new `requestId`. */
export type InvitationMail = { id: string; requestId: string }

/** True when mails can be read: sent by a mail server, or kept in the outbox of the demo. */
export const sendsMail = ({ SMTP_URL, outbox }: Pick<FeatureConfig, 'SMTP_URL' | 'outbox'>): boolean =>
  SMTP_URL !== undefined || outbox

/**
 * Mails the link of an invitation that is still open; a retry replaces the link. Returns whether a mail was sent. Throws errors of the
 * mail server.
 */
export async function mailInvitation(
  { clock, config, db, mail, settings }: Pick<FeatureDeps, 'clock' | 'config' | 'db' | 'mail' | 'settings'>,
  request: InvitationMail,
): Promise<boolean> {
  const token = newToken()
  const open = await putMailToken(db, request, hashToken(token), clock.now())
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

type MailContent = { siteName: string; to: string; link: string; expiresAt: Date; pending: boolean }

/** Date and time to the minute, in UTC because the reader's time zone is not known. */
const momentOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** `href` must not contain quotes. */
const linkButton = (href: string, label: string): string =>
  `<p style="margin:8px 0 24px"><a href="${href}" style="display:inline-block;padding:14px 22px;border-radius:10px;background:#2d2783;color:#ffffff;font-family:Inter,'Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif;font-size:16px;font-weight:600;text-decoration:none">${label}</a></p>`

/** The mail whose link makes its reader an admin. It contains no names, because they may be deceptive. */
function invitationMail({ siteName, to, link, expiresAt, pending }: MailContent): OutgoingMail {
  const title = pending ? 'Confirm your admin account' : 'You are invited to be an admin'
  const opening = pending
    ? 'Someone entered this address to set up an admin account. If it was you, confirm it with the password that you entered:'
    : 'You are invited to look after this site as an admin. Open this link and choose a password:'
  const rules = `The link works once, until ${momentOf(expiresAt)}.`
  const warning = 'If you did not expect this mail, ignore it: nothing has changed. Give the link to no one.'
  return {
    to,
    subject: pending
      ? `Confirm your admin account for ${isolate(siteName)}`
      : `Your invitation as an admin of ${isolate(siteName)}`,
    text: [opening, `    ${link}`, rules, warning, siteName].join('\n\n').concat('\n'),
    html: mailPage(
      siteName,
      title,
      [
        paragraph(opening),
        linkButton(link, pending ? 'Confirm' : 'Accept the invitation'),
        paragraph(rules),
        paragraph(warning, 'quiet'),
      ].join('\n'),
    ),
  }
}
