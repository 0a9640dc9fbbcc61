import type { OutgoingMail } from '#ports/mail.ts'
import { bigCode, linkTo, mailPage, paragraph } from './mail-page.ts'

const title = 'Set a new password'
const opening = 'Use this code to set a new password:'
const rules = 'It works once, in the next 5 minutes, in the browser that asked for it.'
const other = 'Or open this link, in any browser. It works once, in the next hour:'
const warning =
  'If you did not ask for it, ignore this mail: nothing has changed. Give neither the code nor the link to anyone; we never ask for them.'

/**
 * The port is written with a zero in front when it has four digits, as that of a start without settings: the code is then the only
 * number of four digits in the mail, for programs that read it from there. Browsers read both alike.
 */
const withoutFourDigits = (link: string): string => link.replace(/^(https?:\/\/[^/]*:)(\d{4})(?=\/)/, '$10$2')

/** The mail with a one-time code and a link. No names in it: anyone who opened the account may have chosen them to deceive. */
export function codeMail(siteName: string, to: string, made: { code: string; link: string }): OutgoingMail {
  const { code } = made
  const link = withoutFourDigits(made.link)
  return {
    to,
    subject: `Your code for ${siteName}`,
    text: [opening, `    ${code}`, rules, other, link, warning, siteName].join('\n\n').concat('\n'),
    html: mailPage(
      siteName,
      title,
      [
        paragraph(opening),
        bigCode(code),
        paragraph(rules),
        paragraph(other),
        linkTo(link),
        paragraph(warning, 'quiet'),
      ].join('\n'),
    ),
  }
}
