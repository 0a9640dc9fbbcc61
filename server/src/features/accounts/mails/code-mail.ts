import type { OutgoingMail } from '#ports/mail.ts'
import { bigCode, mailPage, paragraph } from './mail-page.ts'

const title = 'Set a new password'
const opening = 'Use this code to set a new password:'
const rules = 'It works once, in the next 5 minutes.'
const warning =
  'If you did not ask for it, ignore this mail: nothing has changed. Give the code to nobody; we never ask for it.'

/** The mail with a one-time code. No names in it: whoever opened the account may have chosen them to deceive. */
export const codeMail = (siteName: string, to: string, code: string): OutgoingMail => ({
  to,
  subject: `Your code for ${siteName}`,
  text: [opening, `    ${code}`, rules, warning, siteName].join('\n\n').concat('\n'),
  html: mailPage(
    siteName,
    title,
    [paragraph(opening), bigCode(code), paragraph(rules), paragraph(warning, 'quiet')].join('\n'),
  ),
})
