import type { OutgoingMail } from '#ports/mail.ts'
import { mailPage, paragraph } from './mail-page.ts'

/** Changes of an account that its owner must hear of, in case they were not his. */
export const accountChanges = ['password-set', 'google-linked', 'google-linked-password-removed'] as const
export type AccountChange = (typeof accountChanges)[number]

const texts: Record<AccountChange, { subject: string; sentences: [string, ...string[]] }> = {
  'password-set': {
    subject: 'Your password was changed',
    sentences: [
      'The password of your account was changed, and all browsers were signed out.',
      'If this was not you, someone reads your mail: secure your mailbox, then set a new password with "Forget your password?" on the login page.',
    ],
  },
  'google-linked': {
    subject: 'You can now sign in with Google',
    sentences: [
      'Your account was opened with Google for the first time. From now on you can sign in with Google too.',
      'If this was not you, secure your Google account, then set a new password with "Forget your password?" on the login page.',
    ],
  },
  'google-linked-password-removed': {
    subject: 'You can now sign in with Google',
    sentences: [
      'Your account was opened with Google, which shows that this address is yours. No one had shown that before, so the password that the account was made with was removed and all other browsers were signed out.',
      'To log in with a password too, set one with "Forget your password?" on the login page.',
    ],
  },
}

/** Tells the owner of an account what was changed. */
export function changeMail(siteName: string, to: string, change: AccountChange): OutgoingMail {
  const { subject, sentences } = texts[change]
  const [first, ...rest] = sentences
  return {
    to,
    subject,
    text: [...sentences, siteName].join('\n\n').concat('\n'),
    html: mailPage(siteName, subject, [paragraph(first), ...rest.map((one) => paragraph(one, 'quiet'))].join('\n')),
  }
}
