import { z } from 'zod'
import { endpoint, event } from '../endpoint.ts'
import { BooleanInput, Id, prose, readVersion, requiredText, Version } from '../values/fields.ts'
import { LiveMessage, LiveQuestionState } from './sessions.ts'

/** Maximum number of polls of a session. */
export const maxPolls = 30
/** Maximum length of the question of a poll and of one of its choices, in characters. */
export const maxPollQuestion = 200
export const maxPollChoice = 100
/** Number of choices of a poll. */
export const leastPollChoices = 2
export const mostPollChoices = 8
/** Maximum number of questions in one reply; open ones come first. */
export const maxListedQuestions = 300
/** Maximum length of the notes of a session in characters. */
export const maxLiveNotes = 20_000

export const livePollStates = ['draft', 'open', 'closed'] as const
export type LivePollState = (typeof livePollStates)[number]

/** What participants show for some seconds; `lost` says that they do not follow. */
export const liveReactions = ['agree', 'applause', 'heart', 'laugh', 'celebrate', 'lost'] as const
export const LiveReaction = z.enum(liveReactions)
export type LiveReaction = z.output<typeof LiveReaction>

/** A poll as everyone in the room sees it: who voted for what is known to no one. */
export const LivePoll = z.object({
  _id: Id,
  question: z.string(),
  choices: z.array(
    z.object({
      text: z.string(),
      /** null while the results are not shown */
      votes: z.number().int().nullable(),
    }),
  ),
  /** several choices may be made */
  several: z.boolean(),
  /** results are shown at once, otherwise after it was closed */
  resultsAtOnce: z.boolean(),
  state: z.enum(livePollStates),
  /** number of people who have voted */
  voters: z.number().int(),
})
export type LivePoll = z.output<typeof LivePoll>

/** A poll, and what the viewer chose: indexes of choices. */
export const OwnLivePoll = LivePoll.extend({ chosen: z.array(z.number().int()) })
export type OwnLivePoll = z.output<typeof OwnLivePoll>

/** Notes that hosts write together during a session, in Markdown. */
export const LiveNotes = z.object({ text: z.string(), version: Version })
export type LiveNotes = z.output<typeof LiveNotes>

const lectureParams = z.object({ lectureId: Id })
const pollParams = z.object({ pollId: Id })
const attending = ['not_found', 'not_enrolled_live', 'not_open_yet', 'live_removed'] as const
const inRoom = [...attending, 'live_not_on', 'not_in_room'] as const

const choiceIndex = z
  .number()
  .int()
  .min(0)
  .max(mostPollChoices - 1)

export const liveTogether = {
  questions: endpoint({
    method: 'GET',
    path: '/api/live/questions/:lectureId',
    access: 'signedIn',
    summary: 'The questions in the chat of the running session: open ones first, each kind oldest first',
    params: lectureParams,
    status: 200,
    reply: z.object({ questions: z.array(LiveMessage), open: z.number().int(), answered: z.number().int() }),
    errors: inRoom,
  }),
  mark: endpoint({
    method: 'POST',
    path: '/api/live/question/:lectureId/:messageId',
    access: 'signedIn',
    summary:
      'Mark a chat message as a question, as its author or as a host; as a host also as answered. Repeating it is no error',
    params: lectureParams.extend({ messageId: Id }),
    body: z.strictObject({ question: LiveQuestionState.or(z.literal('none')) }),
    status: 200,
    reply: z.object({ message: LiveMessage }),
    errors: [...inRoom, 'rate_limited'],
  }),
  polls: endpoint({
    method: 'GET',
    path: '/api/live/polls/:lectureId',
    access: 'signedIn',
    summary: 'The polls of the running session, oldest first; hosts see those that were not started too',
    params: lectureParams,
    status: 200,
    reply: z.object({ polls: z.array(OwnLivePoll) }),
    errors: inRoom,
  }),
  makePoll: endpoint({
    method: 'POST',
    path: '/api/live/polls/:lectureId',
    access: 'signedIn',
    summary: 'Make a poll as a host of the running session; with `start` it begins at once',
    params: lectureParams,
    body: z.strictObject({
      question: requiredText(maxPollQuestion, 'Question'),
      choices: z.array(requiredText(maxPollChoice, 'Choice')).min(leastPollChoices).max(mostPollChoices),
      several: BooleanInput.default(false),
      resultsAtOnce: BooleanInput.default(true),
      start: BooleanInput.default(false),
    }),
    status: 201,
    reply: z.object({ poll: OwnLivePoll }),
    errors: [...inRoom, 'live_full', 'rate_limited'],
  }),
  changePoll: endpoint({
    method: 'POST',
    path: '/api/live/poll/:pollId',
    access: 'signedIn',
    summary: 'Start or close a poll as a host; a closed one stays closed. Repeating it is no error',
    params: pollParams,
    body: z.strictObject({ state: z.enum(['open', 'closed']) }),
    status: 200,
    reply: z.object({ poll: OwnLivePoll }),
    errors: [...inRoom, 'poll_closed', 'rate_limited'],
  }),
  deletePoll: endpoint({
    method: 'DELETE',
    path: '/api/live/poll/:pollId',
    access: 'signedIn',
    summary: 'Delete a poll with its votes as a host',
    params: pollParams,
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: [...inRoom, 'rate_limited'],
  }),
  vote: endpoint({
    method: 'POST',
    path: '/api/live/vote/:pollId',
    access: 'signedIn',
    summary: 'Vote in an open poll; voting again replaces the own vote. Votes are anonymous',
    params: pollParams,
    body: z.strictObject({ choices: z.array(choiceIndex).min(1).max(mostPollChoices) }),
    status: 200,
    reply: z.object({ poll: OwnLivePoll }),
    errors: [...inRoom, 'poll_closed', 'rate_limited'],
  }),
  notes: endpoint({
    method: 'GET',
    path: '/api/live/notes/:lectureId',
    access: 'signedIn',
    summary: 'The notes of the live sessions of a lecture, for users who may attend them; also after a session',
    params: lectureParams,
    status: 200,
    reply: LiveNotes.extend({ mayEdit: z.boolean() }),
    errors: attending,
  }),
  saveNotes: endpoint({
    method: 'POST',
    path: '/api/live/notes/:lectureId',
    access: 'signedIn',
    summary:
      'Replace the notes: as a host of the running session, as the educator at any time. An empty text deletes them',
    params: lectureParams,
    maxBodyBytes: 3 * 2 * maxLiveNotes + 1024,
    body: z.strictObject({ text: prose(maxLiveNotes), ...readVersion }),
    status: 200,
    reply: LiveNotes,
    errors: [...attending, 'changed_elsewhere', 'rate_limited'],
  }),
}

/** What the server sends over the socket to the participants of a room. */
export const liveTogetherEvents = {
  marked: event({
    name: 'message-marked',
    summary: 'A chat message was marked as a question, as answered, or as neither',
    payload: LiveMessage,
  }),
  poll: event({
    name: 'poll',
    summary: 'A poll was started, closed, or voted in; votes within a moment share one event',
    payload: z.object({ roomId: Id, poll: LivePoll }),
  }),
  pollDeleted: event({
    name: 'poll-deleted',
    summary: 'A poll was deleted',
    payload: z.object({ roomId: Id, pollId: Id }),
  }),
  reactions: event({
    name: 'reactions',
    summary: 'Reactions of participants, counted for a moment, in a large room for a second; the own ones too',
    payload: z.object({
      roomId: Id,
      counts: z.array(z.object({ reaction: LiveReaction, count: z.number().int() })),
    }),
  }),
  notes: event({
    name: 'live-notes',
    summary: 'The notes of the session have changed',
    payload: z.object({ roomId: Id, notes: LiveNotes }),
  }),
}

/** Events that browsers send over the socket to a room that they have joined, like those of `RoomMessages`. */
export const TogetherMessages = {
  react: z.object({ roomId: Id, reaction: LiveReaction }),
} as const
