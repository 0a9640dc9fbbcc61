import type { OutgoingMail } from '#ports/mail.ts'
import { mailPage, paragraph } from '../accounts/index.ts'

type Letter = { siteName: string; to: string; link: string; expiresAt: Date; pending: boolean }

/** Minutes are enough to know until when; UTC, because no one knows the reader's time zone. */
const momentOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** `href` is ours: an address without quotes. */
const linkButton = (href: string, label: string): string =>
  `<p style="margin:8px 0 24px"><a href="${href}" style="display:inline-block;padding:14px 22px;border-radius:10px;background:#2d2783;color:#ffffff;font-family:Inter,'Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif;font-size:16px;font-weight:600;text-decoration:none">${label}</a></p>`

/** The mail whose link makes an admin. No names in it: they may have been chosen to deceive. */
export function invitationMail({ siteName, to, link, expiresAt, pending }: Letter): OutgoingMail {
  const title = pending ? 'Confirm your admin account' : 'You are invited to be an admin'
  const opening = pending
    ? 'Someone entered this address to set up an admin account. If it was you, confirm it with the password that you entered:'
    : 'You are invited to look after this site as an admin. Open this link and choose a password:'
  const rules = `The link works once, until ${momentOf(expiresAt)}.`
  const warning = 'If you did not expect this mail, ignore it: nothing has changed. Give the link to no one.'
  return {
    to,
    subject: pending ? `Confirm your admin account for ${siteName}` : `Your invitation as an admin of ${siteName}`,
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
