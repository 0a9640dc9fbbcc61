import { createHmac, timingSafeEqual } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import {
  type NotificationSetting,
  type NotificationSubject,
  notificationSubjectNames,
  notificationSubjects,
  subjectOfLink,
} from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { findSettings, setSetting } from './setting-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

/** Returns what a user has chosen for every subject, or its default. */
export async function listSettings({ db }: Pick<FeatureDeps, 'db'>, userId: string): Promise<NotificationSetting[]> {
  const chosen = new Map((await findSettings(db, userId)).map((row) => [row.subject, row]))
  return notificationSubjectNames.map((subject) => {
    const row = chosen.get(subject)
    const { inApp, byMail } = notificationSubjects[subject]
    return { subject, inApp: row?.in_app ?? inApp, byMail: row?.by_mail ?? byMail }
  })
}

/** Stores a choice of a user and returns it as it is now. Throws rate_limited. */
export async function saveSetting(
  deps: Deps,
  userId: string,
  wanted: { subject: NotificationSubject; inApp?: boolean | undefined; byMail?: boolean | undefined },
): Promise<NotificationSetting> {
  await deps.limits.notificationSettings.consume(userId)
  await setSetting(deps.db, userId, wanted)
  const setting = (await listSettings(deps, userId)).find(({ subject }) => subject === wanted.subject)
  if (!setting) throw new DomainError('not_found')
  return setting
}

const signatureOf = (secret: string, userId: string, subject: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['unsubscribe', userId, subject]))
    .digest()
    .subarray(0, 16)

/** Returns the token of a mail's link, which ends mails of a subject. It names the user, so it outlives a change of their address. */
export const unsubscribeToken = (secret: string, userId: string, subject: NotificationSubject): string =>
  `${userId}.${subject}.${signatureOf(secret, userId, subject).toString('hex')}`

/**
 * Ends mails of the subject of a token, or with `all` of every subject. The same for an account that does not exist any more. Throws
 * bad_signature, rate_limited.
 */
export async function unsubscribe(
  deps: Deps & Pick<FeatureDeps, 'codeSecret'>,
  { token, all }: { token: string; all: boolean },
  client: string,
): Promise<void> {
  await deps.limits.unsubscribes.consume(client)
  const [userId = '', , signature = '', ...rest] = token.split('.')
  const subject = subjectOfLink(token)
  const given = /^[0-9a-f]{32}$/.test(signature) && rest.length === 0 ? Buffer.from(signature, 'hex') : null
  if (!subject || !given || !timingSafeEqual(given, signatureOf(deps.codeSecret, userId, subject)))
    throw new DomainError(
      'bad_signature',
      msg`This link is not right, perhaps because it was cut off. Log in and choose your mails on the account page.`,
    )
  await transact(deps.db, async (tx) => {
    for (const one of all ? notificationSubjectNames : [subject])
      await setSetting(tx, userId, { subject: one, byMail: false })
  })
}
