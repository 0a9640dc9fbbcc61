import type { LiveQuestionState } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { type MessageRow, messages } from '../room/message-queries.ts'

/** Questions of a session: open ones first, each kind oldest first. */
export const findQuestions = (on: Executor, sessionId: string, most: number): Promise<MessageRow[]> =>
  messages(on, sessionId)
    .where('live_messages.question', 'is not', null)
    .orderBy(sql`live_messages.question = 'answered'`)
    .orderBy('live_messages.created_at')
    .orderBy('live_messages.id')
    .limit(most)
    .execute()

export async function countQuestions(on: Executor, sessionId: string): Promise<{ open: number; answered: number }> {
  const { rows } = await sql<{ open: number; answered: number }>`
    select (count(*) filter (where question = 'open'))::int as open,
      (count(*) filter (where question = 'answered'))::int as answered
    from live_messages where session_id = ${sessionId} and question is not null`.execute(on)
  return rows[0] ?? { open: 0, answered: 0 }
}

export const lockMessage = (tx: Tx, sessionId: string, messageId: string) =>
  tx
    .selectFrom('live_messages')
    .select(['user_id', 'question'])
    .where('id', '=', messageId)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()

export async function setQuestion(tx: Tx, messageId: string, question: LiveQuestionState | null): Promise<void> {
  await tx.updateTable('live_messages').set({ question }).where('id', '=', messageId).execute()
}

/** Returns a message with its author, of whichever session. */
export const findMessage = (on: Executor, messageId: string): Promise<MessageRow | undefined> =>
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
    .where('live_messages.id', '=', messageId)
    .executeTakeFirst()
