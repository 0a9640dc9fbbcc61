import { randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { isolate } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Say, speakTo } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { hashToken } from '../sessions/sessions.ts'
import { deleteOldCodes, insertLink, storeCode } from './code-queries.ts'
import { bigCode, type MailSite, mailSiteOf, textMail, withoutFourDigits } from './mails.ts'
import { codeLifeMs, codeTries, hashCode, keyIdOf, makeCode } from './one-time-code.ts'

const title = msg`Set a new password`
const opening = msg`Use this code to set a new password:`
const rules = msg`It works once, in the next 5 minutes, in the browser that asked for it.`
const other = msg`Or open this link, in any browser. It works once, in the next hour:`
const warning = msg`If you did not ask for it, ignore this mail: nothing has changed. Give neither the code nor the link to anyone; we never ask for them.`

/** The mail with a one-time code and a link. It contains no names: anyone may have opened the account under a deceptive one. */
function codeMail(
  say: Say,
  { site, to }: { site: MailSite; to: string },
  made: { code: string; link: string },
): OutgoingMail {
  const { code } = made
  const link = withoutFourDigits(made.link)
  return textMail(say, {
    site,
    to,
    subject: say(msg`Your code for ${{ site: isolate(site.siteName) }}`),
    title: say(title),
    parts: [
      say(opening),
      { text: `    ${code}`, html: bigCode(code) },
      say(rules),
      say(other),
      { link },
      { quiet: say(warning) },
    ],
  })
}

/** Milliseconds for which requests are kept. */
const keptMs = 3600 * 1000
/** Milliseconds for which a mailed link is valid. */
const linkLifeMs = 3600 * 1000

/** 256 random bits as letters, so that the link contains no digits that look like the code. */
const linkToken = (): string =>
  randomBytes(32)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

/**
 * Creates the code of a request and mails it with a link. A retry creates new ones, and only the last code is valid. For an address
 * without an account a code is stored but not sent, so that verifying it does the same work and takes the same time. Throws errors of
 * the mail server; the job retries.
 */
export async function deliverCode(
  deps: Pick<FeatureDeps, 'config' | 'db' | 'clock' | 'mail' | 'codeSecret' | 'settings'>,
  asked: { email: string; requestId: string; language?: string | null | undefined },
): Promise<void> {
  const code = makeCode()
  const now = deps.clock.now().getTime()
  const written = await storeCode(deps.db, asked, {
    hash: hashCode(deps.codeSecret, asked, code),
    keyId: keyIdOf(deps.codeSecret),
    tries: codeTries,
    expiresAt: new Date(now + codeLifeMs),
  })
  if (!written) return
  const token = linkToken()
  const expiresAt = new Date(now + linkLifeMs)
  const owner = await transact(deps.db, (tx) => insertLink(tx, asked.email, hashToken(token), expiresAt))
  if (!owner) return
  const link = `${deps.config.publicUrl}/forgotpassword#${token}`
  const site = mailSiteOf(deps)
  const say = speakTo(site, owner.language, asked.language)
  await deps.mail.send(codeMail(say, { site, to: asked.email }, { code, link }))
}

/** Deletes expired codes, links and verification tokens. */
export async function cleanUpCodes({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deleteOldCodes(db, new Date(now.getTime() - keptMs), now)
}
