import { z } from 'zod'
import { endpoint, event, stream } from '../endpoint.ts'
import { LiveStartTime, LiveState } from '../lectures.ts'
import { Id, Instant, readVersion, text, Version } from '../values/fields.ts'
import { LiveClassMessages, LiveRole, liveClassEvents, PersonInRoom, RoomStatus } from './class.ts'

/** Maximum length of a chat message in characters. */
export const maxLiveMessageLength = 2000
/** Maximum of participants of a mesh, where everyone uploads to everyone: phones cannot do more. */
export const meshPeople = 6
/** Seconds for which a participant slot is kept after the connection was lost; its `slotToken` resumes it. */
export const slotKeptSeconds = 30
/** Minutes within which a speaker who has lost the slot, or left, speaks again when they come back. */
export const floorKeptMinutes = 10
/** Number of chat messages in one reply, and in the reply to `join-room`. */
export const liveMessagePage = 100
/** Seconds without the educator after which a session ends (decisions, section 2). */
export const educatorAwaySeconds = 60

/** Why a session has ended. */
export const liveEndReasons = ['ended', 'educator-gone', 'course-gone'] as const
export type LiveEndReason = (typeof liveEndReasons)[number]

const lectureParams = z.object({ lectureId: Id })

/** The current state of a session, for users who may attend it. */
export const LiveSession = z.object({
  lectureId: Id,
  lectureTitle: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  liveState: LiveState,
  liveStartTime: Instant.nullable(),
  /** true for the educator of the course, who starts and ends the session */
  isOwner: z.boolean(),
  /** time of the server, for countdowns */
  now: Instant,
  capacity: z.object({
    /** maximum of people in the room, the educator among them */
    most: z.number().int(),
    /** a media server takes over before a mesh is full */
    forwards: z.boolean(),
    /** enrolled students of the course, for its educator; otherwise null */
    students: z.number().int().nullable(),
  }),
  /** null while the session is not recorded */
  recording: z.object({ startedAt: Instant }).nullable(),
  /** sessions that a media server carries can be recorded by their hosts */
  canRecord: z.boolean(),
})
export type LiveSession = z.output<typeof LiveSession>

export const IceServer = z.object({
  urls: z.array(z.string()),
  /** for TURN servers: `<unix time of expiry>:<user id>` */
  username: z.string().optional(),
  credential: z.string().optional(),
})
export type IceServer = z.output<typeof IceServer>

/** Whether a question in the chat was answered. */
export const liveQuestionStates = ['open', 'answered'] as const
export const LiveQuestionState = z.enum(liveQuestionStates)
export type LiveQuestionState = z.output<typeof LiveQuestionState>

export const LiveMessage = z.object({
  _id: Id,
  message: z.string(),
  /** name of the author */
  sender: z.string(),
  senderId: Id,
  timestamp: Instant,
  /** missing in messages that are no questions */
  question: LiveQuestionState.optional(),
})
export type LiveMessage = z.output<typeof LiveMessage>

/** A participant of a room. */
export const Participant = z.object({
  /** id of the participant slot in signals; stays the same after a reconnect */
  peerId: Id,
  userId: Id,
  name: z.string(),
  photoUrl: z.string(),
  isEducator: z.boolean(),
  role: LiveRole,
  handRaised: z.boolean(),
  audio: z.boolean(),
  video: z.boolean(),
  screen: z.boolean(),
  /** false while the connection is lost and the slot is kept */
  connected: z.boolean(),
})
export type Participant = z.output<typeof Participant>

export const live = {
  start: endpoint({
    method: 'POST',
    path: '/api/live/start-live/:lectureId',
    access: 'educator',
    summary: 'Start the session of an own lecture; for a live session returns its room',
    params: lectureParams,
    status: 200,
    reply: z.object({ roomId: Id, message: z.string() }),
    errors: ['not_found', 'rate_limited'],
  }),
  join: endpoint({
    method: 'GET',
    path: '/api/live/join-live/:lectureId',
    access: 'signedIn',
    summary:
      'The room of a session, for its educator while it is live, and for enrolled students from its start time on',
    params: lectureParams,
    status: 200,
    reply: z.object({ roomId: Id }),
    errors: ['not_found', 'not_enrolled_live', 'not_open_yet', 'live_too_early', 'live_not_on', 'live_removed'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/live/end-live/:lectureId',
    access: 'educator',
    summary: 'End the session of an own lecture; repeating it is no error',
    params: lectureParams,
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
  schedule: endpoint({
    method: 'POST',
    path: '/api/live/schedule-live/:lectureId',
    access: 'educator',
    summary: 'Set or move the start of an own session that is not live, or cancel it with null',
    params: lectureParams,
    body: z.object({ liveStartTime: LiveStartTime, ...readVersion }),
    status: 200,
    reply: z.object({
      liveState: LiveState,
      liveStartTime: Instant.nullable(),
      scheduleVersion: Version,
      message: z.string(),
    }),
    errors: ['not_found', 'changed_elsewhere', 'live_is_on'],
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/live/session/:lectureId',
    access: 'signedIn',
    summary: 'The current state of the session of a lecture, for users who may attend it',
    params: lectureParams,
    status: 200,
    reply: LiveSession,
    errors: ['not_found', 'not_enrolled_live'],
  }),
  ice: endpoint({
    method: 'GET',
    path: '/api/live/ice/:lectureId',
    access: 'signedIn',
    summary: 'STUN and TURN servers for a call; credentials of TURN servers are personal and expire',
    params: lectureParams,
    status: 200,
    reply: z.object({ iceServers: z.array(IceServer), expiresAt: Instant.nullable() }),
    errors: ['not_found', 'not_enrolled_live'],
  }),
  messages: endpoint({
    method: 'GET',
    path: '/api/live/messages/:lectureId',
    access: 'signedIn',
    summary: 'The chat of the running session, oldest first; `before` is the id of the oldest known message',
    params: lectureParams,
    query: z.object({ before: Id.optional() }),
    status: 200,
    reply: z.object({ messages: z.array(LiveMessage), more: z.boolean() }),
    errors: ['not_found', 'not_enrolled_live', 'not_open_yet', 'live_removed'],
  }),
  calendar: stream({
    method: 'GET',
    path: '/api/live/calendar/:lectureId/session.ics',
    access: 'signedIn',
    summary: 'A calendar file of a scheduled session',
    params: lectureParams,
    errors: ['not_found', 'not_enrolled_live', 'live_not_on'],
    status: 200,
    contentType: 'text/calendar',
  }),
}

/** Events of live sessions that the server sends over the socket. */
export const liveEvents = {
  /** to the students and the educator of a course, on every page */
  changed: event({
    name: 'live-changed',
    summary: 'A session of a course of the user was scheduled, moved, cancelled, started or ended',
    payload: z.object({
      courseId: Id,
      lectureId: Id,
      liveState: LiveState,
      isLive: z.boolean(),
      liveStartTime: Instant.nullable(),
    }),
  }),
  userConnected: event({
    name: 'user-connected',
    summary: 'A peer has joined the room: peers that are already there offer it a connection',
    payload: Id,
  }),
  userDisconnected: event({ name: 'user-disconnected', summary: 'A peer has left the room for good', payload: Id }),
  offer: event({
    name: 'offer',
    summary: 'A peer offers a connection',
    payload: z.object({ offer: z.unknown(), sender: Id }),
  }),
  answer: event({
    name: 'answer',
    summary: 'A peer answers an offer',
    payload: z.object({ answer: z.unknown(), sender: Id }),
  }),
  iceCandidate: event({
    name: 'ice-candidate',
    summary: 'A peer sends an ICE candidate',
    payload: z.object({ candidate: z.unknown(), sender: Id }),
  }),
  message: event({
    name: 'receive-message',
    summary: 'A chat message of another participant',
    payload: LiveMessage,
  }),
  messageDeleted: event({
    name: 'message-deleted',
    summary: 'A chat message was deleted by its author or by the educator',
    payload: z.object({ _id: Id }),
  }),
  participants: event({
    name: 'participants',
    summary: 'The participants of the room, after each change',
    payload: z.object({ roomId: Id, participants: z.array(Participant) }),
  }),
  muteRequested: event({
    name: 'mute-requested',
    summary: 'A host asks this participant to mute the microphone',
    payload: z.object({ roomId: Id }),
  }),
  removed: event({
    name: 'removed-from-room',
    summary: 'This participant was removed by a host, or has joined from another window',
    payload: z.object({ roomId: Id, reason: z.enum(['removed', 'elsewhere', 'refunded']) }),
  }),
  ended: event({
    name: 'live-ended',
    summary: 'The session has ended for all participants',
    payload: z.object({ roomId: Id, reason: z.enum(liveEndReasons) }),
  }),
  refused: event({
    name: 'room-refused',
    summary: 'An event of this socket was refused; `message` is a sentence to show',
    payload: z.object({ code: z.string(), message: z.string() }),
  }),
  ...liveClassEvents,
}

/** Reply to `join-room` in its callback; `WaitingReply` for someone who has to wait. */
export const JoinedRoom = z.object({
  ok: z.literal(true),
  peerId: Id,
  /** secret of this tab that resumes the slot after a lost connection or a reload */
  slotToken: z.string(),
  participants: z.array(Participant),
  messages: z.array(LiveMessage),
  /** there are older messages */
  moreMessages: z.boolean(),
  room: RoomStatus,
  /** Why this participant, who could speak before, only listens now: they were away for too long, or as many speak as can. */
  floorLost: z.enum(['away', 'full']).optional(),
})
export type JoinedRoom = z.output<typeof JoinedRoom>

/**
 * Reply to `send-message` in its callback, with the message as the others receive it. All other events reply with `{ ok: true }`, a signal
 * also when there is no peer `to`.
 */
export const SentMessage = z.object({ ok: z.literal(true), message: LiveMessage })
export type SentMessage = z.output<typeof SentMessage>

/**
 * Error reply in the callback of an event; without a callback it is sent as `room-refused`. Codes are those of the API: room_full,
 * live_removed, live_not_on, live_too_early, live_locked, live_waiting and live_needs_update (to clients that do not say `forwarded`),
 * speakers_full, not_enrolled_live, not_open_yet, not_found, not_in_room, rate_limited (too many events: wait a moment), forbidden (for
 * hosts only), board_closed, board_full, invalid_input, unavailable (try again), internal.
 */
export type RoomError = { ok: false; code: string; message: string }

const SessionDescription = z.object({ type: z.enum(['offer', 'answer']), sdp: z.string().max(48_000) })
const IceCandidate = z.object({
  candidate: z.string().max(2000),
  sdpMid: z.string().max(64).nullish(),
  sdpMLineIndex: z.number().int().min(0).max(1000).nullish(),
  usernameFragment: z.string().max(256).nullish(),
})
const inRoom = { roomId: Id, to: Id.nullish() }

/**
 * Events that browsers send over the socket, by name. `join-room` has the bare room id as its first argument (wire notes), then optionally
 * `JoinOptions`; all events may have a callback as their last argument. Signals are nested (`{offer, to?, roomId}`) or flat
 * (`{type, sdp, roomId}`); without `to` they go to all other participants.
 */
export const RoomMessages = {
  'join-room': Id,
  'leave-room': z.object({ roomId: Id }),
  offer: z.union([z.object({ offer: SessionDescription, ...inRoom }), SessionDescription.extend(inRoom)]),
  answer: z.union([z.object({ answer: SessionDescription, ...inRoom }), SessionDescription.extend(inRoom)]),
  'ice-candidate': z.union([
    z.object({ candidate: IceCandidate, ...inRoom }),
    z.object({ type: z.literal('candidate'), candidate: IceCandidate, ...inRoom }),
    IceCandidate.extend(inRoom),
  ]),
  'send-message': z.object({
    message: text(maxLiveMessageLength),
    roomId: Id,
    /** the author marks it as a question */
    question: z.boolean().optional(),
  }),
  'delete-message': z.object({ roomId: Id, messageId: Id }),
  /** what the participant has switched on, and the raised hand */
  'set-state': z.object({
    roomId: Id,
    audio: z.boolean().optional(),
    video: z.boolean().optional(),
    screen: z.boolean().optional(),
    handRaised: z.boolean().optional(),
  }),
  /** hosts only */
  'mute-participant': PersonInRoom,
  'lower-hand': PersonInRoom,
  'remove-participant': PersonInRoom,
  ...LiveClassMessages,
} as const

export const JoinOptions = z.object({
  slotToken: z.string().max(100).nullish(),
  /**
   * Set when the page was reloaded and resumes its slot without peer connections: the others get `user-connected` with the same id again,
   * drop their connections to it, and offer new ones. Leave it out when only the socket's connection was lost.
   */
  fresh: z.boolean().optional(),
  audio: z.boolean().optional(),
  video: z.boolean().optional(),
  /** This client knows media servers (`mediaPeer`) and waiting rooms. */
  forwarded: z.boolean().optional(),
})
export type JoinOptions = z.output<typeof JoinOptions>
