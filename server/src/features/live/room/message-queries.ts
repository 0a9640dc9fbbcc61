import { type LiveQuestionState, liveMessagePage } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { nameStatement } from '#core/named-statements.ts'

export type NewMessage = {
  id: string
  userId: string
  message: string
  question: LiveQuestionState | null
  createdAt: Date
}

const insertion = (sessionId: string, all: readonly NewMessage[]) => sql`
  insert into live_messages (id, session_id, user_id, message, question, created_at)
  select one.id, live_sessions.id, one.user_id, one.message, one.question, one.created_at
  from live_sessions, unnest(
    ${all.map(({ id }) => id)}::text[], ${all.map(({ userId }) => userId)}::text[],
    ${all.map(({ message }) => message)}::text[], ${all.map(({ question }) => question)}::text[],
    ${all.map(({ createdAt }) => createdAt)}::timestamptz[]
  ) as one (id, user_id, message, question, created_at)
  where live_sessions.id = ${sessionId} and ended_at is null
  returning 1`

/** Stores messages of a session; false when it has ended. */
export async function insertMessages(on: Executor, sessionId: string, all: readonly NewMessage[]): Promise<boolean> {
  const { rows } = await insertion(sessionId, all).execute(on)
  return rows.length > 0
}

/** Stores messages and sends their notification, in one statement; false when the session has ended. */
export async function insertAndNotify(
  on: Executor,
  sessionId: string,
  all: readonly NewMessage[],
  notification: RawBuilder<unknown>,
): Promise<boolean> {
  const query = sql`
    with written as (${insertion(sessionId, all)}) ${notification} where exists (select from written)`.compile(on)
  nameStatement(query.sql)
  const { rows } = await on.executeQuery(query)
  return rows.length > 0
}

export const messages = (on: Executor, sessionId: string) =>
  on
    .selectFrom('live_messages')
    .innerJoin('users', 'users.id', 'live_messages.user_id')
    .select([
      'live_messages.id',
      'live_messages.message',
      'live_messages.question',
      'live_messages.user_id',
      'live_messages.created_at',
      'users.name',
    ])
    .where('session_id', '=', sessionId)

export type MessageRow = Awaited<ReturnType<ReturnType<typeof messages>['execute']>>[number]

/** Returns the newest messages, or those before the message `before`, oldest first; `more` when there are older ones. */
export async function findMessages(
  on: Executor,
  sessionId: string,
  before?: string,
): Promise<{ rows: MessageRow[]; more: boolean }> {
  const found = await messages(on, sessionId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(live_messages.created_at, live_messages.id) < (
          select known.created_at, known.id from live_messages as known where known.id = ${before} and known.session_id = ${sessionId}
        )`,
      ),
    )
    .orderBy('live_messages.created_at', 'desc')
    .orderBy('live_messages.id', 'desc')
    .limit(liveMessagePage + 1)
    .execute()
  return { rows: found.slice(0, liveMessagePage).reverse(), more: found.length > liveMessagePage }
}

/** Deletes a message of the user, or with `anyAuthor` of any user. False when there is no such message. */
export async function deleteMessage(
  on: Executor,
  one: { sessionId: string; messageId: string; userId: string; anyAuthor: boolean },
): Promise<boolean> {
  const result = await on
    .deleteFrom('live_messages')
    .where('id', '=', one.messageId)
    .where('session_id', '=', one.sessionId)
    .$if(!one.anyAuthor, (query) => query.where('user_id', '=', one.userId))
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes all messages that a user wrote in live sessions. */
export async function deleteMessagesOf(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('live_messages').where('user_id', '=', userId).execute()
}

/** Returns the last messages since an instant, oldest first. */
export async function findMessagesSince(
  on: Executor,
  sessionId: string,
  { since, limit }: { since: Date; limit: number },
) {
  const rows = await messages(on, sessionId)
    .where('live_messages.created_at', '>=', since)
    .orderBy('live_messages.created_at', 'desc')
    .orderBy('live_messages.id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

/** Returns those of some messages that a session does not have any more. */
export async function findGone(on: Executor, sessionId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await on
    .selectFrom('live_messages')
    .select('id')
    .where('session_id', '=', sessionId)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !there.has(id))
}
