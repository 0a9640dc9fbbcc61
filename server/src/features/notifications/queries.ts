import { type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { NotificationsTable } from '#db/schema.ts'
import { type Content, checkContent } from './kinds.ts'
import type { NotifiedOfTopic } from './rules.ts'

export type NotificationRow = Pick<Selectable<NotificationsTable>, 'id' | 'kind' | 'params' | 'created_at' | 'read_at'>

/** A notification to insert, the same for each user. */
export type NewNotification = {
  eventKey: string
  content: Content
  createdAt: Date
  /** what later notifications are collapsed by, and the events that this one stands for */
  topic?: string
  items?: readonly string[]
}

/** Inserts a notification for users, except those who have it already. Returns the ids of the new rows with their users. */
export async function insertNotifications(
  tx: Tx,
  one: NewNotification,
  userIds: readonly string[],
): Promise<{ id: string; userId: string }[]> {
  checkContent(one.content)
  const ids = userIds.map(() => newId())
  const { rows } = await sql<{ id: string; user_id: string }>`
    insert into notifications (id, user_id, event_key, kind, params, created_at, topic, items)
    select given.id, users.id, ${one.eventKey}, ${one.content.kind}, ${JSON.stringify(one.content.params)}::jsonb, ${one.createdAt},
      ${one.topic ?? null}, ${[...(one.items ?? [])]}::text[]
    from unnest(${ids}::text[], ${userIds}::text[]) as given (id, user_id)
    join users on users.id = given.user_id
    order by users.id
    on conflict (user_id, event_key) do nothing
    returning id, user_id`.execute(tx)
  return rows.map(({ id, user_id }) => ({ id, userId: user_id }))
}

/** Notifications of a topic since then, newest first, by user. */
export async function findNotifiedOfTopic(
  on: Executor,
  topic: string,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, NotifiedOfTopic[]>> {
  const rows = await on
    .selectFrom('notifications')
    .select(['id', 'user_id', 'items', 'created_at', 'read_at'])
    .where('topic', '=', topic)
    .where('user_id', 'in', userIds)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute()
  return Map.groupBy(
    rows.map((row) => ({
      userId: row.user_id,
      id: row.id,
      items: row.items,
      createdAt: row.created_at,
      read: row.read_at !== null,
    })),
    ({ userId }) => userId,
  )
}

/** Replaces content and events of notifications. A read one stays read. */
export async function rewriteNotifications(
  tx: Tx,
  { content, items, createdAt }: Pick<NewNotification, 'content' | 'createdAt'> & { items: readonly string[] },
  ids: readonly string[],
): Promise<void> {
  checkContent(content)
  const params = JSON.stringify(content.params)
  await tx
    .updateTable('notifications')
    .set({ kind: content.kind, params, items: [...items], created_at: createdAt })
    .where('id', 'in', ids)
    .execute()
}

/** The languages that users have chosen; null for those who chose none. */
export async function findLanguages(on: Executor, userIds: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await on
    .selectFrom('users')
    .select(['id', 'language'])
    .where('id', 'in', [...userIds])
    .execute()
  return new Map(rows.map(({ id, language }) => [id, language]))
}

/** Locks users, so that transactions that write notifications of topics for them run one after the other. */
export async function lockReaders(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', 'in', userIds).orderBy('id').forNoKeyUpdate().execute()
}

/** A user's notifications, newest first, older than the one with the id `before`; none when they have no such one. */
export const findNotifications = (
  on: Executor,
  userId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<NotificationRow[]> =>
  on
    .selectFrom('notifications')
    .select(['id', 'kind', 'params', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (
          select last.created_at, last.id from notifications as last where last.id = ${before} and last.user_id = ${userId}
        )`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function countUnread(on: Executor, userId: string): Promise<number> {
  const { count } = await on
    .selectFrom('notifications')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Locks a user, so that others wait who change the user's notifications, or insert new ones, which refer to the user's row. A
 * count that is taken now is still right when it is published.
 */
export async function lockReader(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Whether the user's notification is read; undefined when they have none with this id. */
export async function isRead(on: Executor, userId: string, id: string): Promise<boolean | undefined> {
  const row = await on
    .selectFrom('notifications')
    .select('read_at')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && row.read_at !== null
}

/** Marks one unread notification of a user, or all of them, as read. */
export async function setRead(tx: Tx, userId: string, id: string | 'all', now: Date): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(id !== 'all', (query) => query.where('id', '=', id))
    .execute()
}

/** Users who have more than `most` notifications. */
export async function findCrowded(on: Executor, most: number): Promise<string[]> {
  const rows = await on
    .selectFrom('notifications')
    .select('user_id')
    .groupBy('user_id')
    .having(sql<boolean>`count(*) > ${most}`)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Deletes all but the newest notifications of a user. */
export async function deleteOldest(on: Executor, userId: string, keep: number): Promise<void> {
  await sql`
    delete from notifications where user_id = ${userId} and (created_at, id) < (
      select created_at, id from notifications where user_id = ${userId}
      order by created_at desc, id desc offset ${keep - 1} limit 1
    )`.execute(on)
}

/** Deletes the notifications that quote a question, which is shown no more. */
export async function deleteAboutQuestion(on: Executor, questionId: string): Promise<void> {
  await sql`delete from notifications where params ? 'questionId' and params ->> 'questionId' = ${questionId}`.execute(
    on,
  )
}

/** The course that a notification is about; undefined when it was deleted. */
export const findCourseSubject = (on: Executor, courseId: string) =>
  on
    .selectFrom('courses')
    .select(['id', 'title', 'creator_id', 'price_paise', 'is_published'])
    .where('id', '=', courseId)
    .executeTakeFirst()

export const findLectureSubject = (on: Executor, lectureId: string) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select([
      'lectures.id',
      'lectures.title',
      'lectures.live_start_time',
      'courses.id as course_id',
      'courses.title as course_title',
    ])
    .where('lectures.id', '=', lectureId)
    .executeTakeFirst()

export const findReviewSubject = (on: Executor, reviewId: string) =>
  on
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select([
      'reviews.id',
      'reviews.rating',
      'reviews.user_id',
      'reviews.replied_at',
      'users.name',
      'courses.id as course_id',
      'courses.title',
      'courses.creator_id',
    ])
    .where('reviews.id', '=', reviewId)
    .executeTakeFirst()

/** The students of a course: the first `limit` ids after `after`, in their order. */
export async function findStudents(on: Executor, courseId: string, after: string, limit: number): Promise<string[]> {
  const rows = await on
    .selectFrom('enrolments')
    .select('user_id')
    .where('course_id', '=', courseId)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** All notifications of a user, oldest first. */
export const findAllNotifications = (on: Executor, userId: string) =>
  on
    .selectFrom('notifications')
    .select(['kind', 'params', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** Notifications of educators about enrolments and reviews of a student, whose id is the last word of the key (see `keys.ts`). */
const aboutStudent = (userId: string) => sql`kind in ('student-enrolled', 'course-reviewed')
  and (starts_with(event_key, 'enrolment ') or starts_with(event_key, 'review '))
  and substring(event_key from '[^ ]+$') = ${userId}`

/** Ids of all admins who may act: there are few. */
export async function findAdmins(on: Executor): Promise<string[]> {
  const rows = await on
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the notifications of a user, their mails and settings, and replaces their name by `name` in those that others got about them. */
export async function anonymiseNotifications(tx: Tx, userId: string, name: string): Promise<void> {
  for (const table of ['notifications', 'notification_settings', 'notification_mails'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  const renamed = sql`params || jsonb_build_object('student', ${name}::text)`
  await sql`update notifications set params = ${renamed}
    where ${aboutStudent(userId)}`.execute(tx)
  await sql`update notification_mails set params = ${renamed}
    where sent_at is null and ${aboutStudent(userId)}`.execute(tx)
}
