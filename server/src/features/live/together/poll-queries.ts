import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { LivePollsTable } from '#db/schema.ts'

export type PollRow = Selectable<LivePollsTable>

/** Polls of a session, oldest first. */
export const findPolls = (on: Executor, sessionId: string): Promise<PollRow[]> =>
  on
    .selectFrom('live_polls')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Those of these polls that still exist. */
export const findPollsById = (on: Executor, ids: readonly string[]): Promise<PollRow[]> =>
  on.selectFrom('live_polls').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute()

/** Returns a poll, and the lecture of its session; undefined when that is gone. */
export const findPoll = (on: Executor, pollId: string) =>
  on
    .selectFrom('live_polls')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_polls.session_id')
    .select(['live_polls.session_id', 'live_sessions.lecture_id'])
    .where('live_polls.id', '=', pollId)
    .executeTakeFirst()

/** Locks a poll against being closed or deleted, or with `update` against all that others do with it, until the transaction ends. */
export const lockPoll = (tx: Tx, pollId: string, how: 'share' | 'update'): Promise<PollRow | undefined> =>
  tx
    .selectFrom('live_polls')
    .selectAll()
    .where('id', '=', pollId)
    .$if(how === 'share', (query) => query.forShare())
    .$if(how === 'update', (query) => query.forUpdate())
    .executeTakeFirst()

/** Number of polls of a session; exact while the session is locked. */
export async function countPolls(tx: Tx, sessionId: string): Promise<number> {
  const row = await tx
    .selectFrom('live_polls')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function insertPoll(tx: Tx, poll: Insertable<LivePollsTable>): Promise<void> {
  await tx.insertInto('live_polls').values(poll).execute()
}

export async function setPollTime(tx: Tx, pollId: string, time: { started_at: Date } | { closed_at: Date }) {
  await tx.updateTable('live_polls').set(time).where('id', '=', pollId).execute()
}

export async function deletePollRow(tx: Tx, pollId: string): Promise<void> {
  await tx.deleteFrom('live_polls').where('id', '=', pollId).execute()
}

/** Stores the vote of a user; a second one replaces the first. */
export async function putVote(
  tx: Tx,
  vote: { pollId: string; userId: string; chosen: readonly number[]; at: Date },
): Promise<void> {
  await sql`
    insert into live_poll_votes (poll_id, user_id, chosen, voted_at)
    values (${vote.pollId}, ${vote.userId}, ${vote.chosen}::integer[], ${vote.at})
    on conflict (poll_id, user_id) do update set chosen = excluded.chosen, voted_at = excluded.voted_at`.execute(tx)
}

export type VoteCounts = { voters: number; votes: ReadonlyMap<number, number> }

/** Returns the votes of polls by their id, counted from the votes themselves. */
export async function countVotes(on: Executor, pollIds: readonly string[]): Promise<Map<string, VoteCounts>> {
  if (pollIds.length === 0) return new Map()
  const { rows } = await sql<{ poll_id: string; voters: number; choice: number; votes: number }>`
    select poll_id, choice, count(*)::int as votes,
      (select count(*)::int from live_poll_votes as voted where voted.poll_id = vote.poll_id) as voters
    from live_poll_votes as vote, unnest(chosen) as choice
    where poll_id = any(${pollIds}::text[])
    group by poll_id, choice`.execute(on)
  const counts = new Map<string, { voters: number; votes: Map<number, number> }>()
  for (const { poll_id, voters, choice, votes } of rows) {
    const known = counts.get(poll_id) ?? { voters, votes: new Map() }
    known.votes.set(choice, votes)
    counts.set(poll_id, known)
  }
  return counts
}

/** What a user chose in polls, by the id of the poll. */
export async function findChosen(
  on: Executor,
  pollIds: readonly string[],
  userId: string,
): Promise<Map<string, number[]>> {
  if (pollIds.length === 0) return new Map()
  const rows = await on
    .selectFrom('live_poll_votes')
    .select(['poll_id', 'chosen'])
    .where('poll_id', 'in', pollIds)
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(({ poll_id, chosen }) => [poll_id, chosen]))
}

/** Deletes all votes of a user. */
export async function deleteVotesOf(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('live_poll_votes').where('user_id', '=', userId).execute()
}
