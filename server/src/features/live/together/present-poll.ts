import type { LivePoll, LivePollState, OwnLivePoll } from '@virtual-courses/contract'
import type { Executor } from '#core/executor.ts'
import { countVotes, findChosen, type PollRow, type VoteCounts } from './poll-queries.ts'

export const stateOf = ({ started_at, closed_at }: Pick<PollRow, 'started_at' | 'closed_at'>): LivePollState => {
  if (closed_at !== null) return 'closed'
  return started_at === null ? 'draft' : 'open'
}

function presentPoll(poll: PollRow, counts: VoteCounts | undefined): LivePoll {
  const state = stateOf(poll)
  const shown = state === 'closed' || poll.results_at_once
  return {
    _id: poll.id,
    question: poll.question,
    choices: poll.choices.map((text, index) => ({ text, votes: shown ? (counts?.votes.get(index) ?? 0) : null })),
    several: poll.several,
    resultsAtOnce: poll.results_at_once,
    state,
    voters: counts?.voters ?? 0,
  }
}

/** Returns polls as everyone in the room sees them. */
export async function presentPolls(on: Executor, polls: readonly PollRow[]): Promise<LivePoll[]> {
  const counts = await countVotes(
    on,
    polls.map(({ id }) => id),
  )
  return polls.map((poll) => presentPoll(poll, counts.get(poll.id)))
}

/** The same, each with what the user chose. */
export async function presentOwnPolls(on: Executor, polls: readonly PollRow[], userId: string): Promise<OwnLivePoll[]> {
  const ids = polls.map(({ id }) => id)
  const chosen = await findChosen(on, ids, userId)
  return (await presentPolls(on, polls)).map((poll) => ({ ...poll, chosen: chosen.get(poll._id) ?? [] }))
}
