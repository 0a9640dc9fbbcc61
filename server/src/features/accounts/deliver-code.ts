import { randomBytes } from 'node:crypto'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { deleteOldCodes, insertLink, writeCode } from './code-queries.ts'
import { bigCode, linkTo, mailPage, paragraph } from './mails/mail-page.ts'
import { codeLifeMs, codeTries, hashCode, makeCode, markOf } from './one-time-code.ts'
import { findUserByEmail } from './queries.ts'
import { hashToken } from './sessions.ts'

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
function codeMail(siteName: string, to: string, made: { code: string; link: string }): OutgoingMail {
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

/** Milliseconds after which no one waits for a code any more. */
const forgetAfterMs = 3600 * 1000
/** Milliseconds for which a mailed link works. */
const linkLifeMs = 3600 * 1000

/** 256 random bits as letters: programs that look for the four digits of a mail find none in its link. */
const linkToken = (): string =>
  randomBytes(32)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

/**
 * Makes the code of a request and mails it with a link. A repetition makes new ones; the last code mailed is the one that counts. An
 * address without an account gets a code as well, which no one is told, so that verifying it does the same work and takes the same
 * time. Throws what the mail server says, to be tried again.
 */
export async function deliverCode(
  deps: Pick<FeatureDeps, 'config' | 'db' | 'clock' | 'mail' | 'codeSecret' | 'settings'>,
  asked: { email: string; requestId: string },
): Promise<void> {
  const code = makeCode()
  const now = deps.clock.now().getTime()
  const written = await writeCode(deps.db, asked, {
    hash: hashCode(deps.codeSecret, asked, code),
    mark: markOf(deps.codeSecret),
    tries: codeTries,
    expiresAt: new Date(now + codeLifeMs),
  })
  const user = written ? await findUserByEmail(deps.db, asked.email) : undefined
  if (!user) return
  const token = linkToken()
  await insertLink(deps.db, user.id, hashToken(token), new Date(now + linkLifeMs))
  const link = `${deps.config.publicUrl}/forgotpassword#${token}`
  await deps.mail.send(codeMail(deps.settings.current().siteName, asked.email, { code, link }))
}

export async function forgetOldCodes({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deleteOldCodes(db, new Date(now.getTime() - forgetAfterMs), now)
}
