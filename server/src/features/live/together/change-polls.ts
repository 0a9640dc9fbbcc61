import { type api, type BodyOf, maxPolls, type OwnLivePoll } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockSession } from '../queries.ts'
import {
  countPolls,
  deletePollRow,
  findPoll,
  findPolls,
  insertPoll,
  lockPoll,
  type PollRow,
  putVote,
  setPollTime,
} from './poll-queries.ts'
import { presentOwnPolls, stateOf } from './present-poll.ts'
import { type InRoom, lockInRoom, requireHost, requireInRoom } from './require-in-room.ts'
import { toTogether } from './together-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

/** Returns the polls of the running session of a lecture; drafts only to hosts. Throws what `requireInRoom` throws. */
export async function listPolls(
  { db, ...deps }: Pick<Deps, 'db' | 'clock' | 'config'>,
  lectureId: string,
  viewer: CurrentUser,
): Promise<OwnLivePoll[]> {
  const { roomId, isHost } = await requireInRoom(deps, db, lectureId, viewer)
  const polls = await findPolls(db, roomId)
  return presentOwnPolls(
    db,
    polls.filter((poll) => isHost || stateOf(poll) !== 'draft'),
    viewer.id,
  )
}

type NewPoll = BodyOf<typeof api.liveTogether.makePoll>

/** Makes a poll. Throws what `requireHost` throws, live_full, rate_limited. */
export async function makePoll(
  { db, limits, ...deps }: Deps,
  lectureId: string,
  host: CurrentUser,
  { start, ...made }: NewPoll,
): Promise<OwnLivePoll> {
  await limits.liveEdits.consume(host.id)
  return transact(db, async (tx) => {
    const { roomId } = await requireHost(deps, tx, lectureId, host)
    await lockSession(tx, roomId)
    if ((await countPolls(tx, roomId)) >= maxPolls) throw new DomainError('live_full')
    const now = deps.clock.now()
    const poll: PollRow = {
      id: newId(),
      session_id: roomId,
      question: made.question,
      choices: made.choices,
      several: made.several,
      results_at_once: made.resultsAtOnce,
      created_at: now,
      started_at: start ? now : null,
      closed_at: null,
    }
    await insertPoll(tx, poll)
    if (start) tx.publish(toTogether({ kind: 'poll', room: roomId, poll: poll.id }))
    return presentOwn(tx, poll, host)
  })
}

/** Starts a draft or closes an open poll. Throws what `requireHost` throws, poll_closed, rate_limited. */
export async function changePoll(
  { db, limits, ...deps }: Deps,
  pollId: string,
  host: CurrentUser,
  state: 'open' | 'closed',
): Promise<OwnLivePoll> {
  await limits.liveEdits.consume(host.id)
  return transact(db, async (tx) => {
    const { roomId } = await requireRoomOf(tx, pollId, (lectureId) => requireHost(deps, tx, lectureId, host))
    const poll = await lockPoll(tx, pollId, 'update')
    if (!poll) throw new DomainError('not_found')
    const before = stateOf(poll)
    if (before === state) return presentOwn(tx, poll, host)
    // a draft has no votes to show, and what is closed stays closed: people have seen its results
    if (before === 'closed' || (before === 'draft' && state === 'closed')) throw new DomainError('poll_closed')
    const time = state === 'open' ? { started_at: deps.clock.now() } : { closed_at: deps.clock.now() }
    await setPollTime(tx, pollId, time)
    tx.publish(toTogether({ kind: 'poll', room: roomId, poll: pollId }))
    return presentOwn(tx, { ...poll, ...time }, host)
  })
}

/** Deletes a poll and its votes. Throws what `requireHost` throws, rate_limited. */
export async function deletePoll({ db, limits, ...deps }: Deps, pollId: string, host: CurrentUser): Promise<void> {
  await limits.liveEdits.consume(host.id)
  await transact(db, async (tx) => {
    const { roomId } = await requireRoomOf(tx, pollId, (lectureId) => requireHost(deps, tx, lectureId, host))
    await deletePollRow(tx, pollId)
    tx.publish(toTogether({ kind: 'poll-deleted', room: roomId, poll: pollId }))
  })
}

/** Votes in an open poll, or replaces the own vote. Throws what `requireInRoom` throws, poll_closed, invalid_input, rate_limited. */
export async function vote(
  { db, limits, ...deps }: Deps,
  pollId: string,
  voter: CurrentUser,
  choices: readonly number[],
): Promise<OwnLivePoll> {
  await limits.liveVotes.consume(voter.id)
  return transact(db, async (tx) => {
    const { roomId } = await requireRoomOf(tx, pollId, (lectureId) => lockInRoom(deps, tx, lectureId, voter))
    const poll = await lockPoll(tx, pollId, 'share')
    if (!poll || stateOf(poll) === 'draft') throw new DomainError('not_found')
    if (stateOf(poll) === 'closed') throw new DomainError('poll_closed')
    const chosen = [...new Set(choices)].sort((a, b) => a - b)
    if (chosen.some((index) => index >= poll.choices.length)) throw new DomainError('invalid_input')
    if (!poll.several && chosen.length > 1) throw new DomainError('invalid_input')
    await putVote(tx, { pollId, userId: voter.id, chosen, at: deps.clock.now() })
    tx.publish(toTogether({ kind: 'poll', room: roomId, poll: pollId }))
    return presentOwn(tx, poll, voter)
  })
}

async function presentOwn(on: Executor, poll: PollRow, viewer: CurrentUser): Promise<OwnLivePoll> {
  const [own] = await presentOwnPolls(on, [poll], viewer.id)
  if (!own) throw new Error('a poll was not presented')
  return own
}

/** Returns the room of a poll after `require` let the user pass. Throws `not_found` for polls of sessions that are over. */
async function requireRoomOf(tx: Tx, pollId: string, require: (lectureId: string) => Promise<InRoom>): Promise<InRoom> {
  const found = await findPoll(tx, pollId)
  if (!found || found.lecture_id === null) throw new DomainError('not_found')
  const inRoom = await require(found.lecture_id)
  if (inRoom.roomId !== found.session_id) throw new DomainError('not_found')
  return inRoom
}
