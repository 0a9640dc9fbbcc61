import { type Selectable, sql } from 'kysely'
import { newId } from '#core/new-id.ts'
import type { Executor, Tx } from '#core/transact.ts'
import type { NotificationsTable } from '#db/schema.ts'
import { type Content, checkContent } from './kinds.ts'
import type { ToldOfTopic } from './rules.ts'

export type NotificationRow = Pick<Selectable<NotificationsTable>, 'id' | 'kind' | 'params' | 'created_at' | 'read_at'>

/** What is written for each user who is notified. */
export type NewNotification = {
  eventKey: string
  content: Content
  createdAt: Date
  /** what it may be collapsed by with later ones, and what it stands for */
  topic?: string
  items?: readonly string[]
}

/** Writes a notification for users, leaving out those who have it already. Returns who got it, with the id of theirs. */
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

/** What users were told of a topic since then, newest first, by user. */
export async function findToldOfTopic(
  on: Executor,
  topic: string,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, ToldOfTopic[]>> {
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

/** Makes notifications stand for more than they did. A read one stays read. */
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

/** Makes everybody who writes notifications of topics for these users wait until the transaction ends. */
export async function lockReaders(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', 'in', userIds).orderBy('id').forNoKeyUpdate().execute()
}

/** A user's notifications, newest first, older than the one named `before`; none when he has no such one. */
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
 * Makes everybody who changes this user's notifications wait until the transaction ends, also who writes new ones: those
 * refer to his row. A count that is taken now is therefore still right when it is told.
 */
export async function lockReader(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Whether the user's notification is read; undefined when he has none of that id. */
export async function isRead(on: Executor, userId: string, id: string): Promise<boolean | undefined> {
  const row = await on
    .selectFrom('notifications')
    .select('read_at')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && row.read_at !== null
}

/** Marks what is unread of a user's notifications: one of them, or all. */
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

/** Deletes a user's notifications but the newest ones. */
export async function deleteOldest(on: Executor, userId: string, keep: number): Promise<void> {
  await sql`
    delete from notifications where user_id = ${userId} and (created_at, id) < (
      select created_at, id from notifications where user_id = ${userId}
      order by created_at desc, id desc offset ${keep - 1} limit 1
    )`.execute(on)
}
