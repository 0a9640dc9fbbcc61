import { msg } from '@lingui/core/runtime-macro'
import { readUserAgent } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Say, speakTo } from '#core/languages/language.ts'
import { consumeIfLeft } from '#core/limits/rate-limits.ts'
import { mailSiteOf, mailTime, textMail, withoutFourDigits } from '../codes/mails.ts'
import { findUser } from '../queries.ts'
import { findSessionOf } from './session-queries.ts'
import type { StartedSession } from './sessions.ts'

const deviceName = (userAgent: string, say: Say): string => {
  const { browser, system, isProgram } = readUserAgent(userAgent)
  if (browser) return system ? say(msg`${{ browser }} on ${{ system }}`) : browser
  if (isProgram) return say(msg`A command-line program`)
  return system ? say(msg`A browser on ${{ system }}`) : say(msg`An unknown browser`)
}

/** What a job of an older version left in the session. */
async function browserOf({ db }: Pick<FeatureDeps, 'db'>, userId: string, sessionId: string) {
  const session = await findSessionOf(db, userId, sessionId)
  return session && { userAgent: session.user_agent, place: session.place, at: session.created_at.toISOString() }
}

/**
 * Mails the owner of an account that it was signed in to in a new browser: what that browser says it is, when, and from which network.
 * Also for a session that has ended by then: a log-out keeps no mail back. The first mails of a day are enough.
 */
export async function sendNewDeviceMail(
  deps: Pick<FeatureDeps, 'db' | 'mail' | 'settings' | 'config' | 'limits'>,
  {
    userId,
    sessionId,
    browser,
  }: { userId: string; sessionId: string; browser?: StartedSession['browser'] | undefined },
): Promise<void> {
  const user = await findUser(deps.db, userId)
  const from = browser ?? (await browserOf(deps, userId, sessionId))
  if (!user || user.deleted_at || !from) return
  if (!(await consumeIfLeft(deps.limits.deviceMails, userId))) return
  const site = mailSiteOf(deps)
  const say = speakTo(site, user.language)
  const title = say(msg`Your account was signed in to in a new browser`)
  const device = deviceName(from.userAgent, say)
  const time = mailTime(new Date(from.at), deps.config.TIME_ZONE, say)
  // codes are the only numbers of four digits in mails
  const place = /\d{4}/.test(from.place) ? '' : from.place
  const parts = [
    say(
      place === '' ? msg`${{ device }}, ${{ time }}` : msg`${{ device }}, ${{ time }}, from the network ${{ place }}`,
    ),
    say(msg`If this was you, there is nothing to do.`),
    {
      quiet: say(
        msg`If it was not you, log that browser out on your account page, under Security, and change your password there.`,
      ),
    },
    { link: withoutFourDigits(`${deps.config.publicUrl}/account/security`) },
  ]
  await deps.mail.send(textMail(say, { site, to: user.email, subject: title, title, parts }))
}
