import { msg } from '@lingui/core/runtime-macro'
import { payoutPauseDays } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { speakTo } from '#core/languages/language.ts'
import { findUser, mailSiteOf, mailTime, textMail } from '../../accounts/index.ts'

/** Mails an educator that the bank details of their payouts were changed. Sends nothing to a deleted account. */
export async function sendBankDetailsMail(
  { db, mail, settings, config }: Pick<FeatureDeps, 'db' | 'mail' | 'settings' | 'config'>,
  { userId, at }: { userId: string; at: string },
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user || user.deleted_at) return
  const site = mailSiteOf({ settings, config })
  const { supportAddress: support } = site
  const say = speakTo(site, user.language)
  const title = say(msg`Your bank details were changed`)
  const [since, days] = [mailTime(new Date(at), config.TIME_ZONE, say), payoutPauseDays]
  const warning =
    support === ''
      ? msg`If this was not you, someone uses your account: set a new password with "Forget your password?" on the login page, enter your bank details again, and write to the support of this site.`
      : msg`If this was not you, someone uses your account: set a new password with "Forget your password?" on the login page, enter your bank details again, and write to ${{ support }}.`
  const parts = [
    say(
      msg`Since ${{ since }} your payouts go to another bank account, whose last digits you see on the page Earnings. For ${{ days }} days nothing is paid out.`,
    ),
    { quiet: say(warning) },
  ]
  await mail.send(textMail(say, { site, to: user.email, subject: title, title, parts }))
}
