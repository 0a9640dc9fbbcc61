import { accountCodeLength, isolate } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { findUserByEmail } from '../queries.ts'
import { type AccountCode, storeAccountCode } from './account-code-queries.ts'
import { bigCode, textMail } from './mails.ts'
import { codeTries, hashCode, keyIdOf, makeCode } from './one-time-code.ts'

/** Milliseconds for which a code is valid. Mails to a new address may take their time. */
export const codeLifeMs = 15 * 60 * 1000

const texts = {
  'change-address': {
    title: 'Confirm your new address',
    opening: 'Someone asked to use this address for their account. If it was you, enter this code on the account page:',
    warning: 'If it was not you, ignore this mail: nothing has changed. Give the code to no one; we never ask for it.',
  },
  'prove-owner': {
    title: 'Confirm that it is you',
    opening: 'Use this code on the account page, to change your address or to delete your account:',
    warning:
      'If you did not ask for it, someone else uses your account: sign out all browsers on the account page. Give the code to no one; we never ask for it.',
  },
} as const

const codeMail = (siteName: string, { email, purpose }: AccountCode, code: string): OutgoingMail => {
  const { title, opening, warning } = texts[purpose]
  const rules = 'It works once, in the next 15 minutes.'
  return textMail(siteName, email, {
    subject: `${title} at ${isolate(siteName)}`,
    title,
    parts: [opening, { text: `    ${code}`, html: bigCode(code) }, rules, { quiet: warning }],
  })
}

/** The mail to the owner of an address that someone wanted for another account. */
const takenMail = (siteName: string, email: string): OutgoingMail =>
  textMail(siteName, email, {
    subject: `You have an account at ${isolate(siteName)}`,
    title: 'You have an account already',
    parts: [
      'Someone asked to use this address for another account. It cannot be: an account of yours has this address already, and nothing has changed.',
      'If it was you, log in with this address. If you do not know the password, choose "Forget your password?" on the login page.',
      { quiet: 'If it was not you, ignore this mail.' },
    ],
  })

/**
 * Creates the code of a request and mails it. A retry creates another one, and only the last code is valid. For a new address that already
 * has an account, the code is stored but not sent, and the owner of the address gets another mail. Throws errors of the mail server; the
 * job retries.
 */
export async function deliverAccountCode(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'mail' | 'codeSecret' | 'settings'>,
  asked: AccountCode,
): Promise<void> {
  const code = makeCode(accountCodeLength)
  const written = await storeAccountCode(deps.db, asked, {
    hash: hashCode(deps.codeSecret, asked, code),
    keyId: keyIdOf(deps.codeSecret),
    tries: codeTries,
    expiresAt: new Date(deps.clock.now().getTime() + codeLifeMs),
  })
  if (!written) return
  const { siteName } = deps.settings.current()
  const owner = asked.purpose === 'change-address' ? await findUserByEmail(deps.db, asked.email) : undefined
  if (!owner) return deps.mail.send(codeMail(siteName, asked, code))
  if (!owner.suspended_at) await deps.mail.send(takenMail(siteName, asked.email))
}
