import { msg } from '@lingui/core/runtime-macro'
import { isolate } from '@virtual-courses/contract'
import type { FeatureConfig, FeatureDeps } from '#core/feature-deps.ts'
import { type Say, speakTo } from '#core/languages/language.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { hashToken, type MailSite, mailFoot, mailPage, mailSiteOf, newToken, paragraph } from '../../accounts/index.ts'
import { invitationLink } from '../rules.ts'
import { noteMailed, putMailToken } from './invitation-queries.ts'

/** An invitation as it was when its mail was requested; an invitation that is sent again has a new `requestId`. */
export type InvitationMail = { id: string; requestId: string }

/** True when mails can be read: sent by a mail server, or kept in the outbox of the demo. */
export const sendsMail = ({ SMTP_URL, outbox }: Pick<FeatureConfig, 'SMTP_URL' | 'outbox'>): boolean =>
  SMTP_URL !== undefined || outbox

/**
 * Mails the link of an invitation that is still open, in the language of the request: the address may have no account. A retry replaces the link. Returns whether a mail was sent. Throws errors of the
 * mail server.
 */
export async function mailInvitation(
  { clock, config, db, mail, settings }: Pick<FeatureDeps, 'clock' | 'config' | 'db' | 'mail' | 'settings'>,
  { language, ...request }: InvitationMail & { language?: string | undefined },
): Promise<boolean> {
  const token = newToken()
  const open = await putMailToken(db, request, hashToken(token), clock.now())
  if (!open?.email) return false
  const site = mailSiteOf({ settings, config })
  await mail.send(
    invitationMail(speakTo(site, language), {
      site,
      to: open.email,
      link: invitationLink(config.publicUrl, token),
      expiresAt: open.expires_at,
      pending: open.pending_name !== null,
    }),
  )
  await noteMailed(db, hashToken(token), clock.now())
  return true
}

type MailContent = { site: MailSite; to: string; link: string; expiresAt: Date; pending: boolean }

/** Date and time to the minute, in UTC because the reader's time zone is not known. */
const momentOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** `href` must not contain quotes. */
const linkButton = (href: string, label: string): string =>
  `<p style="margin:8px 0 24px"><a href="${href}" style="display:inline-block;padding:14px 22px;border-radius:10px;background:#2d2783;color:#ffffff;font-family:Inter,'Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif;font-size:16px;font-weight:600;text-decoration:none">${label}</a></p>`

/** The mail whose link makes its reader an admin. It contains no names, because they may be deceptive. */
function invitationMail(say: Say, { site: from, to, link, expiresAt, pending }: MailContent): OutgoingMail {
  const site = isolate(from.siteName)
  const title = say(pending ? msg`Confirm your admin account` : msg`You are invited to be an admin`)
  const opening = say(
    pending
      ? msg`Someone entered this address to set up an admin account. If it was you, confirm it with the password that you entered:`
      : msg`You are invited to look after this site as an admin. Open this link and choose a password:`,
  )
  const rules = say(msg`The link works once, until ${{ time: momentOf(expiresAt) }}.`)
  const warning = say(msg`If you did not expect this mail, ignore it: nothing has changed. Give the link to no one.`)
  return {
    to,
    subject: say(
      pending ? msg`Confirm your admin account for ${{ site }}` : msg`Your invitation as an admin of ${{ site }}`,
    ),
    text: [opening, `    ${link}`, rules, warning, mailFoot(say, from)].join('\n\n').concat('\n'),
    html: mailPage(
      say,
      from,
      title,
      [
        paragraph(opening),
        linkButton(
          link,
          say(pending ? msg({ message: 'Confirm', context: 'admin account' }) : msg`Accept the invitation`),
        ),
        paragraph(rules),
        paragraph(warning, 'quiet'),
      ].join('\n'),
    ),
  }
}
