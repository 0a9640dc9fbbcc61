import { msg } from '@lingui/core/runtime-macro'
import { type SitePageKind, type SiteSettings, sitePagePath } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { OutgoingMail } from '#ports/mail.ts'

const dark = `
@media (prefers-color-scheme: dark) {
  .ground { background: #0b0919 !important }
  .card { background: #191632 !important; border-color: #332e5a !important }
  .ink { color: #f4f2fc !important }
  .quiet { color: #c2bddc !important }
  .code { background: #211d47 !important; color: #f4f2fc !important }
}`

const font = "font-family:Inter,'Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif"

/** A paragraph; `html` must be escaped. */
export const paragraph = (html: string, tone: 'ink' | 'quiet' = 'ink'): string =>
  `<p class="${tone}" style="margin:0 0 16px;${font};font-size:${tone === 'ink' ? 16 : 14}px;line-height:1.6;color:${tone === 'ink' ? '#1a1744' : '#4b4767'}">${html}</p>`

/** A one-time code in large digits. */
export const bigCode = (code: string): string =>
  `<p class="code" style="margin:8px 0 24px;padding:18px 0 18px 12px;border-radius:12px;background:#f2f1fd;color:#1a1744;text-align:center;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:36px;line-height:1.2;font-weight:700;letter-spacing:12px">${code}</p>`

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A link whose text is its address. */
export const linkTo = (url: string): string =>
  `<p class="ink" style="margin:0 0 24px;${font};font-size:14px;line-height:1.6;word-break:break-all"><a class="ink" href="${escapeHtml(url)}" style="color:#2d2783">${escapeHtml(url)}</a></p>`

/** The side at which lines begin: mail programs do not know the logical names. */
const startOf = ({ dir }: Say): string => (dir === 'rtl' ? 'right' : 'left')

/** The site that sends a mail, with its address for the links at the end. */
export type MailSite = SiteSettings & { publicUrl: string }

/** Returns the site of mails that are sent now. */
export const mailSiteOf = ({
  settings,
  config,
}: Pick<FeatureDeps, 'settings'> & { config: { publicUrl: string } }): MailSite => ({
  ...settings.current(),
  publicUrl: config.publicUrl,
})

/** Pages of the site that every mail links to. */
const footLinks: readonly (readonly [SitePageKind, Sentence])[] = [
  ['terms', msg`Terms`],
  ['privacy', msg`Privacy`],
  ['refunds', msg`Refunds`],
  ['contact', msg`Contact`],
]
const footAddresses = (say: Say, { publicUrl }: MailSite) =>
  footLinks.map(([kind, label]) => ({
    label: say(label),
    href: withoutFourDigits(`${publicUrl}${sitePagePath(kind)}`),
  }))

/** The end of a mail as text: the name of the site, and its pages that a shop must show. */
export const mailFoot = (say: Say, site: MailSite): string =>
  [site.siteName, ...footAddresses(say, site).map(({ label, href }) => `${label}: ${href}`)].join('\n')

/**
 * The HTML frame of all mails, in the language of their reader, with tables for mail programs; `title` and `body` must be escaped. It
 * has no images, and no links but `linkTo` and those to the site's own pages at its end.
 */
export const mailPage = (say: Say, site: MailSite, title: string, body: string): string => `<!doctype html>
<html lang="${say.language}" dir="${say.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title><style>${dark}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f4f1ea">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f1ea"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:480px">
<tr><td style="padding:0 4px 20px;text-align:${startOf(say)}"><span dir="auto" class="ink" style="${font};font-size:20px;line-height:1.2;font-weight:700;letter-spacing:-0.4px;color:#2d2783;border-bottom:3px solid #fba81f">${escapeHtml(site.siteName)}</span></td></tr>
<tr><td class="card" style="padding:32px 28px 16px;background:#ffffff;border:1px solid #e7e2d8;border-radius:16px;text-align:${startOf(say)}">
<h1 class="ink" style="margin:0 0 16px;${font};font-size:22px;line-height:1.3;font-weight:700;color:#1a1744">${title}</h1>
${body}
</td></tr>
<tr><td class="quiet" style="padding:20px 4px 0;${font};font-size:13px;line-height:1.8;color:#4b4767;text-align:${startOf(say)}">${footAddresses(
  say,
  site,
)
  .map(
    ({ label, href }) => `<a class="quiet" href="${escapeHtml(href)}" style="color:#4b4767">${escapeHtml(label)}</a>`,
  )
  .join(' · ')}</td></tr></table>
</td></tr></table>
</body></html>
`

/**
 * Writes a port of four digits, such as the default one, with a leading zero: the code is then the only number of four digits in the
 * mail, for programs that extract it. Browsers treat both forms alike.
 */
export const withoutFourDigits = (link: string): string => link.replace(/^(https?:\/\/[^/]*:)(\d{4})(?=\/)/, '$10$2')

/** A part of a mail: a paragraph, a small one, a link whose text is its address, or both forms written out. */
export type MailPart = string | { quiet: string } | { link: string } | { text: string; html: string }

const textOf = (part: MailPart): string => {
  if (typeof part === 'string') return part
  if ('quiet' in part) return part.quiet
  return 'link' in part ? part.link : part.text
}
const htmlOf = (part: MailPart): string => {
  if (typeof part === 'string') return paragraph(escapeHtml(part).replaceAll('\n', '<br>'))
  if ('quiet' in part) return paragraph(escapeHtml(part.quiet), 'quiet')
  return 'link' in part ? linkTo(part.link) : part.html
}

/** A mail in the words of its reader's language. */
type Mail = { site: MailSite; to: string; subject: string; title: string; parts: readonly MailPart[] }

/**
 * Returns a mail as text and HTML; everything but the `html` of a part is escaped. The subject has one line. `say` names the language
 * that its parts were said in.
 */
export const textMail = (say: Say, { site, to, subject, title, parts }: Mail): OutgoingMail => ({
  to,
  subject: subject.replace(/\s+/g, ' ').trim(),
  text: [...parts.map(textOf), mailFoot(say, site)].join('\n\n').concat('\n'),
  html: mailPage(say, site, escapeHtml(title), parts.map(htmlOf).join('\n')),
})

/** Changes of an account that its owner is notified of, in case someone else made them. */
export const accountChanges = [
  'password-set',
  'password-changed',
  'google-linked',
  'google-linked-password-removed',
  'passkey-added',
  'passkey-removed',
  'app-added',
  'app-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'factors-removed',
] as const
type AccountChange = (typeof accountChanges)[number]

const otherwise = msg`If this was not you, log out all other browsers on your account page, under Security, and change your password there.`

const texts: Record<AccountChange, { subject: Sentence; first: Sentence; rest: Sentence }> = {
  'password-set': {
    subject: msg`Your password was changed`,
    first: msg`The password of your account was changed, and all browsers were signed out.`,
    rest: msg`If this was not you, someone reads your mail: secure your mailbox, then set a new password with "Forget your password?" on the login page.`,
  },
  'password-changed': {
    subject: msg`Your password was changed`,
    first: msg`The password of your account was changed by someone who knew the one before, and all other browsers were signed out.`,
    rest: msg`If this was not you, set a new password with "Forget your password?" on the login page at once.`,
  },
  'google-linked': {
    subject: msg`You can now sign in with Google`,
    first: msg`Your account was opened with Google for the first time. From now on you can sign in with Google too.`,
    rest: msg`If this was not you, secure your Google account, then set a new password with "Forget your password?" on the login page.`,
  },
  'google-linked-password-removed': {
    subject: msg`You can now sign in with Google`,
    first: msg`Your account was opened with Google, which shows that this address is yours. No one had shown that before, so the password that the account was made with was removed and all other browsers were signed out.`,
    rest: msg`To log in with a password too, set one with "Forget your password?" on the login page.`,
  },
  'passkey-added': {
    subject: msg`A passkey was added to your account`,
    first: msg`A passkey was added to your account. It signs in by itself, and your password now needs a second step.`,
    rest: otherwise,
  },
  'passkey-removed': {
    subject: msg`A passkey was removed from your account`,
    first: msg`A passkey was removed from your account. It no longer signs in.`,
    rest: otherwise,
  },
  'app-added': {
    subject: msg`An authenticator app was added to your account`,
    first: msg`An authenticator app was added to your account. Your password now needs its code, or another second step.`,
    rest: otherwise,
  },
  'app-removed': {
    subject: msg`The authenticator app was removed from your account`,
    first: msg`The authenticator app was removed from your account. Its codes no longer work.`,
    rest: otherwise,
  },
  'recovery-codes-made': {
    subject: msg`You have new recovery codes`,
    first: msg`New recovery codes were made for your account. The old ones no longer work.`,
    rest: otherwise,
  },
  'recovery-code-used': {
    subject: msg`A recovery code was used`,
    first: msg`Someone logged in to your account with a recovery code. It does not work again. How many are left stands on your account page, under Security.`,
    rest: otherwise,
  },
  'factors-removed': {
    subject: msg`The second step of your account was removed`,
    first: msg`An administrator removed the second step of your account, because it was said to be lost, and all browsers were signed out. Your password alone signs in until you set up a second step again.`,
    rest: msg`If you did not ask for it, set a new password with "Forget your password?" on the login page at once, and write to the support of this site.`,
  },
}

/** The mail that notifies the owner of an account of a change. */
export function changeMail(say: Say, site: MailSite, to: string, change: AccountChange): OutgoingMail {
  const { first, rest } = texts[change]
  const subject = say(texts[change].subject)
  return textMail(say, { site, to, subject, title: subject, parts: [say(first), { quiet: say(rest) }] })
}

/** Formats a time for a mail: 23 Nov 26, 6:30 pm IST. The year has two digits, because codes are the only numbers of four. */
export const mailTime = (time: Date, timeZone: string, say: Say): string =>
  new Intl.DateTimeFormat(say.locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(time)
    // versions of the language data differ in the space before am and pm
    .replaceAll(/[\u202f\u00a0]/g, ' ')

/** The last mail of an account that its owner deleted. */
export function accountDeletedMail(say: Say, site: MailSite, to: string): OutgoingMail {
  const { supportAddress: support } = site
  const title = say(msg`Your account was deleted`)
  const warning =
    support === ''
      ? msg`If this was not you, secure your mailbox and write to the support of this site.`
      : msg`If this was not you, secure your mailbox and write to ${{ support }}.`
  const parts = [
    say(
      msg`Your account and the personal data in it were deleted, as was asked for on your account page. This address can open another account.`,
    ),
    { quiet: say(warning) },
  ]
  return textMail(say, { site, to, subject: title, title, parts })
}

/** The mail to the address that an account had before. It does not name the new one: the old mailbox may be someone else's by now. */
export function addressChangedMail(say: Say, site: MailSite, to: string, when: string): OutgoingMail {
  const { supportAddress: support } = site
  const title = say(msg`The address of your account was changed`)
  const warning =
    support === ''
      ? msg`If this was not you, someone knew your password or reads your mail: secure your mailbox and write to the support of this site at once.`
      : msg`If this was not you, someone knew your password or reads your mail: secure your mailbox and write to ${{ support }} at once.`
  const parts = [
    say(
      msg`Your account has another address since ${{ when }}. This one no longer signs in to it, nor does a Google account with this address, and all other browsers were signed out.`,
    ),
    { quiet: say(warning) },
  ]
  return textMail(say, { site, to, subject: title, title, parts })
}
