import { payoutPauseDays } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findUser, mailTime, textMail } from '../../accounts/index.ts'

/** Mails an educator that the bank details of their payouts were changed; nothing for a deleted account. */
export async function sendBankDetailsMail(
  { db, mail, settings, config }: Pick<FeatureDeps, 'db' | 'mail' | 'settings' | 'config'>,
  { userId, at }: { userId: string; at: string },
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user || user.deleted_at) return
  const { siteName, supportAddress } = settings.current()
  const support = supportAddress === '' ? 'the support of this site' : supportAddress
  const title = 'Your bank details were changed'
  await mail.send(
    textMail(siteName, user.email, {
      subject: title,
      title,
      parts: [
        `Since ${mailTime(new Date(at), config.TIME_ZONE)} your payouts go to another bank account, whose last digits you see on the page Earnings. For ${payoutPauseDays} days nothing is paid out.`,
        {
          quiet: `If this was not you, someone uses your account: set a new password with "Forget your password?" on the login page, enter your bank details again, and write to ${support}.`,
        },
      ],
    }),
  )
}
