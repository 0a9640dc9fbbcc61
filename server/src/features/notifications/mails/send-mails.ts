import { msg } from '@lingui/core/runtime-macro'
import { isolate, notificationSubjects } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Say, speakTo } from '#core/languages/language.ts'
import { formatRupees } from '#core/rupees.ts'
import type { Tx } from '#core/transact.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { type MailPart, mailSiteOf, mailTime, textMail, withoutFourDigits } from '../../accounts/index.ts'
import { findAnnouncementFor } from '../../announcements/index.ts'
import { type Content, hasOwnMail, kindsLike, questionsOf, readContent, showContent, subjectOf } from '../kinds.ts'
import { mailGroups, mailNotifications } from '../own-jobs.ts'
import type { NewNotification } from '../queries.ts'
import { dailyOfTopic } from '../rules.ts'
import { questionInMail } from '../sentences.ts'
import { findWays } from '../setting-queries.ts'
import { unsubscribeToken } from '../settings.ts'
import {
  claimMail,
  emptyMail,
  findReceipt,
  insertMails,
  isScheduledAt,
  type MailLimit,
  releaseMail,
} from './mail-queries.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'codeSecret' | 'config' | 'db' | 'mail' | 'settings'>

/** Mails in one job, which stay far below the time that a job has, and how many of them are sent at once. */
const mailsInJob = 50
const mailsAtOnce = 5
const dayMs = 24 * 3600 * 1000
/**
 * Maximum number of mails of one subject that a user gets within a day; of a topic it is `dailyOfTopic`. Receipts have one too: free
 * courses could flood the mailbox of someone whose address another person signed up with. So could the sessions of many courses, each
 * of which is a topic.
 */
const dailyOfSubject = 50

/** True when mails can be read: sent by a mail server, or kept in the outbox of the demo. */
const sendsMail = ({ SMTP_URL, outbox }: FeatureDeps['config']): boolean => SMTP_URL !== undefined || outbox

function limitOf({ content, createdAt, topic }: NewNotification): MailLimit | null {
  const subject = subjectOf(content)
  if (subject === null) return null
  const since = new Date(createdAt.getTime() - dayMs)
  if (topic === undefined) return { topic: subject, most: dailyOfSubject, since }
  return { topic, most: dailyOfTopic, since, together: { kinds: kindsLike(content), most: dailyOfSubject } }
}

/** Stores the mails of an event for users and enqueues their sending, in the transaction that notifies of it. */
export async function enqueueMails(
  { config }: Pick<FeatureDeps, 'config'>,
  tx: Tx,
  one: NewNotification,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0 || !sendsMail(config) || !hasOwnMail(one.content)) return
  const fresh = await insertMails(tx, one, userIds, limitOf(one))
  // mails to a whole course must not hold up a receipt
  const kind = one.topic === undefined ? mailNotifications : mailGroups
  for (let start = 0; start < fresh.length; start += mailsInJob)
    tx.enqueue(kind, { key: one.eventKey, userIds: fresh.slice(start, start + mailsInJob) })
}

/**
 * Sends the mails of an event that were not sent yet. One that fails is given back, and does not hold up the others. Throws the first
 * error; the job retries.
 */
export async function sendMails(
  deps: Deps,
  { key, userIds }: { key: string; userIds: readonly string[] },
): Promise<void> {
  const errors: unknown[] = []
  const sendOne = async (userId: string): Promise<boolean> => {
    try {
      await sendMail(deps, key, userId)
      return true
    } catch (error) {
      errors.push(error)
      return false
    }
  }
  for (let start = 0; start < userIds.length; start += mailsAtOnce) {
    const sent = await Promise.all(userIds.slice(start, start + mailsAtOnce).map(sendOne))
    // the mail server is away: the rest waits for the retry
    if (!sent.includes(true)) break
  }
  if (errors.length > 0) throw errors[0]
}

async function sendMail(deps: Deps, key: string, userId: string): Promise<void> {
  const claimed = await claimMail(deps.db, key, userId, deps.clock.now())
  if (!claimed) return
  try {
    const content = readContent(claimed)
    const say = speakTo(deps.settings.current(), claimed.language)
    const active = claimed.suspended_at === null && claimed.deleted_at === null
    const mail = active && content ? await writeMail(deps, content, { userId, email: claimed.email, say }) : null
    if (mail) await deps.mail.send(mail)
  } catch (error) {
    await releaseMail(deps.db, key, userId)
    throw error
  }
  await emptyMail(deps.db, key, userId)
}

/** Puts a zero-width space where mail programs would recognise an address, so that a name or a title becomes no link. */
const unlinked = (text: string): string =>
  text.replace(/[.@](?=\p{L})|:(?=\/\/)/gu, (character) => `${character}\u200b`)

/** Returns the mail of a notification in the language of its reader; null when its reader does not want it any more, or it is no longer true. */
async function writeMail(
  deps: Deps,
  content: Content,
  { userId, email, say }: { userId: string; email: string; say: Say },
): Promise<OutgoingMail | null> {
  const { config, db } = deps
  const subject = subjectOf(content)
  if (subject === null || !(await findWays(db, subject, [userId])).byMail.includes(userId)) return null
  if (content.kind === 'session-soon') {
    const startTime = new Date(content.params.startTime)
    if (startTime <= deps.clock.now() || !(await isScheduledAt(db, content.params.lectureId, startTime))) return null
  }
  const announced =
    content.kind === 'announcement' ? await findAnnouncementFor(db, content.params.announcementId, userId) : null
  if (announced === undefined) return null
  // as it is now: it may have been edited since
  const now = announced ? { ...content, params: { ...content.params, title: announced.title } } : content
  const { message, link } = showContent(now, { zone: config.TIME_ZONE, say })
  const from = mailSiteOf(deps)
  const named = questionsOf(content).flatMap((item): MailPart[] => [
    unlinked(say(questionInMail(item.course, item.question))),
    { link: withoutFourDigits(`${config.publicUrl}${item.link}`) },
  ])
  const parts: MailPart[] = [
    unlinked(message),
    ...(announced?.text.split(/\n{2,}/) ?? []).map(unlinked),
    ...(named.length > 0 ? named : [{ link: withoutFourDigits(`${config.publicUrl}${link}`) }]),
  ]
  if (subject === 'purchases' && content.kind === 'student-enrolled') {
    const receipt = await findReceipt(db, userId, content.params.courseId)
    if (!receipt) return null
    const amount = receipt.amount === 0 ? null : formatRupees(receipt.amount)
    parts.push(
      say(msg`Course: ${{ course: isolate(unlinked(oneLine(content.params.course))) }}`),
      say(amount === null ? msg`Paid: nothing, it is free` : msg`Paid: ${{ amount }}`),
      say(msg`Order: ${{ order: receipt.id }}`),
      ...(receipt.paymentId === null ? [] : [say(msg`Payment: ${{ payment: receipt.paymentId }}`)]),
      say(msg`Date: ${{ date: mailTime(receipt.at, config.TIME_ZONE, say) }}`),
    )
  }
  const unsubscribeUrl = `${config.publicUrl}/unsubscribe?token=${unsubscribeToken(deps.codeSecret, userId, subject)}`
  const title = say(notificationSubjects[subject].title)
  const site = isolate(oneLine(from.siteName))
  parts.push(
    { quiet: say(msg`You get mails about “${{ title }}” from ${{ site }}. To end them, open this page:`) },
    { link: withoutFourDigits(unsubscribeUrl) },
  )
  const heading = subject === 'purchases' ? say(msg`Your receipt`) : title
  return {
    ...textMail(say, { site: from, to: email, subject: shortened(message), title: heading, parts }),
    unsubscribeUrl,
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const longestSubject = 150

/** Shortens a subject; an isolated name that lost its end gets another one, before the sign of what is left out. */
function shortened(text: string): string {
  if (text.length <= longestSubject) return text
  const cut = (most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
  const start = cut(longestSubject - 1)
  return start.lastIndexOf('\u2068') > start.lastIndexOf('\u2069') ? `${cut(longestSubject - 2)}\u2069…` : `${start}…`
}
