import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { NewNotification } from '../queries.ts'

/** How many mails of a topic a user gets in a time and, where topics are many, of all their kinds together. */
export type MailLimit = {
  topic: string
  most: number
  since: Date
  together?: { kinds: readonly string[]; most: number }
}

/** Stores the mail of an event for users who have none of it yet, nor too many of its topic. Returns who gets it. */
export async function insertMails(
  tx: Tx,
  { eventKey, content, createdAt }: NewNotification,
  userIds: readonly string[],
  limit: MailLimit | null,
): Promise<string[]> {
  const fewer = (since: Date, same: RawBuilder<unknown>, most: number) =>
    sql`(select count(*) from notification_mails as earlier where earlier.user_id = given.user_id
      and ${same} and earlier.created_at > ${since}) < ${most}`
  const together = limit?.together
  const within = sql.join(
    [
      limit ? fewer(limit.since, sql`earlier.topic = ${limit.topic}`, limit.most) : sql`true`,
      limit && together
        ? fewer(limit.since, sql`earlier.kind = any(${[...together.kinds]}::text[])`, together.most)
        : sql`true`,
    ],
    sql` and `,
  )
  const { rows } = await sql<{ user_id: string }>`
    insert into notification_mails (user_id, event_key, topic, kind, params, created_at)
    select given.user_id, ${eventKey}, ${limit?.topic ?? null}, ${content.kind}, ${JSON.stringify(content.params)}::jsonb, ${createdAt}
    from unnest(${[...userIds]}::text[]) as given (user_id)
    where ${within}
    order by given.user_id
    on conflict (user_id, event_key) do nothing
    returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Claims a mail that was not sent and returns it with its reader; undefined when it was sent, or is being sent. A mail is claimed before
 * it is sent: a process that ends in between loses it, which is better than sending it twice.
 */
export async function claimMail(on: Executor, eventKey: string, userId: string, now: Date) {
  const { rows } = await sql<{
    kind: string
    params: unknown
    email: string
    language: string | null
    suspended_at: Date | null
    deleted_at: Date | null
  }>`
    update notification_mails as mails set sent_at = ${now} from users
    where mails.user_id = ${userId} and mails.event_key = ${eventKey} and mails.sent_at is null and users.id = mails.user_id
    returning mails.kind, mails.params, users.email, users.language, users.suspended_at, users.deleted_at`.execute(on)
  return rows[0]
}

/** Gives a claimed mail back that could not be sent. */
export async function releaseMail(on: Executor, eventKey: string, userId: string): Promise<void> {
  await on
    .updateTable('notification_mails')
    .set({ sent_at: null })
    .where('user_id', '=', userId)
    .where('event_key', '=', eventKey)
    .execute()
}

/** Empties a mail that was sent, or is not to be: its row is kept to know that. */
export async function emptyMail(on: Executor, eventKey: string, userId: string): Promise<void> {
  await on
    .updateTable('notification_mails')
    .set({ params: '{}' })
    .where('user_id', '=', userId)
    .where('event_key', '=', eventKey)
    .execute()
}

/** Deletes mails from before a time, and reminders of sessions that have begun before it. */
export async function deleteOldMails(on: Executor, before: Date): Promise<void> {
  await on.deleteFrom('notification_mails').where('created_at', '<', before).execute()
  await on.deleteFrom('session_reminders').where('start_time', '<', before).execute()
}

/** What a student paid for a course; undefined when they are not enrolled. A copy of an order: amount in paise. */
export const findReceipt = (on: Executor, userId: string, courseId: string) =>
  on
    .selectFrom('enrolments')
    .innerJoin('orders', 'orders.id', 'enrolments.order_id')
    .select([
      'orders.id',
      'orders.payment_id as paymentId',
      'enrolments.amount_paise as amount',
      'enrolments.created_at as at',
    ])
    .where('enrolments.user_id', '=', userId)
    .where('enrolments.course_id', '=', courseId)
    .executeTakeFirst()

/** Whether a session is still to begin at a time. */
export async function isScheduledAt(on: Executor, lectureId: string, startTime: Date): Promise<boolean> {
  const row = await on
    .selectFrom('lectures')
    .select('id')
    .where('id', '=', lectureId)
    .where('live_state', '=', 'scheduled')
    .where('live_start_time', '=', startTime)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes the scheduled sessions that begin between two times, of courses with students, and returns those that were not noted before. */
export async function noteSoonSessions(
  tx: Tx,
  { from, until, most }: { from: Date; until: Date; most: number },
): Promise<{ lectureId: string; startTime: Date }[]> {
  const { rows } = await sql<{ lecture_id: string; start_time: Date }>`
    insert into session_reminders (lecture_id, start_time)
    select lectures.id, lectures.live_start_time from lectures
    where lectures.live_state = 'scheduled' and lectures.live_start_time > ${from} and lectures.live_start_time <= ${until}
      and exists (select 1 from enrolments where enrolments.course_id = lectures.course_id)
      and not exists (
        select 1 from session_reminders as noted
        where noted.lecture_id = lectures.id and noted.start_time = lectures.live_start_time
      )
    order by lectures.live_start_time, lectures.id limit ${most}
    on conflict do nothing
    returning lecture_id, start_time`.execute(tx)
  return rows.map((row) => ({ lectureId: row.lecture_id, startTime: row.start_time }))
}
