import { msg } from '@lingui/core/runtime-macro'
import { accountCodeLength, isolate } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Say, speakTo } from '#core/languages/language.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { findUserByEmail } from '../queries.ts'
import { type AccountCode, storeAccountCode } from './account-code-queries.ts'
import { bigCode, type MailSite, mailSiteOf, textMail } from './mails.ts'
import { codeTries, hashCode, keyIdOf, makeCode } from './one-time-code.ts'

/** Milliseconds for which a code is valid. Mails to a new address may take their time. */
export const codeLifeMs = 15 * 60 * 1000

type Receiver = { site: MailSite; to: string }

const texts = {
  'change-address': {
    subject: (site: string) => msg`Confirm your new address at ${{ site }}`,
    title: msg`Confirm your new address`,
    opening: msg`Someone asked to use this address for their account. If it was you, enter this code on the account page:`,
    warning: msg`If it was not you, ignore this mail: nothing has changed. Give the code to no one; we never ask for it.`,
  },
  'prove-owner': {
    subject: (site: string) => msg`Confirm that it is you at ${{ site }}`,
    title: msg`Confirm that it is you`,
    opening: msg`Use this code on the account page, to change your address or to delete your account:`,
    warning: msg`If you did not ask for it, someone else uses your account: sign out all browsers on the account page. Give the code to no one; we never ask for it.`,
  },
}

const codeMail = (say: Say, { site, to }: Receiver, purpose: AccountCode['purpose'], code: string): OutgoingMail => {
  const { subject, title, opening, warning } = texts[purpose]
  return textMail(say, {
    site,
    to,
    subject: say(subject(isolate(site.siteName))),
    title: say(title),
    parts: [
      say(opening),
      { text: `    ${code}`, html: bigCode(code) },
      say(msg`It works once, in the next 15 minutes.`),
      { quiet: say(warning) },
    ],
  })
}

/** The mail to the owner of an address that someone wanted for another account. */
const takenMail = (say: Say, { site, to }: Receiver): OutgoingMail =>
  textMail(say, {
    site,
    to,
    subject: say(msg`You have an account at ${{ site: isolate(site.siteName) }}`),
    title: say(msg`You have an account already`),
    parts: [
      say(
        msg`Someone asked to use this address for another account. It cannot be: an account of yours has this address already, and nothing has changed.`,
      ),
      say(
        msg`If it was you, log in with this address. If you do not know the password, choose "Forget your password?" on the login page.`,
      ),
      { quiet: say(msg`If it was not you, ignore this mail.`) },
    ],
  })

/**
 * Creates the code of a request and mails it. A retry creates another one, and only the last code is valid. For a new address that already
 * has an account, the code is stored but not sent, and the owner of the address gets another mail. Throws errors of the mail server; the
 * job retries.
 */
export async function deliverAccountCode(
  deps: Pick<FeatureDeps, 'config' | 'db' | 'clock' | 'mail' | 'codeSecret' | 'settings'>,
  { language, ...asked }: AccountCode & { language?: string | null | undefined },
): Promise<void> {
  const code = makeCode(accountCodeLength)
  const written = await storeAccountCode(deps.db, asked, {
    hash: hashCode(deps.codeSecret, asked, code),
    keyId: keyIdOf(deps.codeSecret),
    tries: codeTries,
    expiresAt: new Date(deps.clock.now().getTime() + codeLifeMs),
  })
  if (!written) return
  const site = mailSiteOf(deps)
  const receiver = { site, to: asked.email }
  const owner = asked.purpose === 'change-address' ? await findUserByEmail(deps.db, asked.email) : undefined
  if (!owner) return deps.mail.send(codeMail(speakTo(site, language), receiver, asked.purpose, code))
  // in the language of who gets it, which says nothing of who asked
  if (!owner.suspended_at) await deps.mail.send(takenMail(speakTo(site, owner.language), receiver))
}
