import { z } from 'zod'
import { endpoint, event, stream } from './endpoint.ts'
import { Id, Instant, text } from './fields.ts'
import { LiveStartTime, LiveState } from './lectures.ts'

/** Longest chat message, in characters. */
export const maxLiveMessageLength = 2000
/** In a mesh everybody uploads to everybody: above this telephones give up. Operators may choose another number (`LIVE_MAX_PEOPLE`). */
export const meshPeople = 6
/** A place whose line was lost is kept so long, in seconds; who shows its `slotToken` meanwhile sits on it again. */
export const slotKeptSeconds = 30
/** As many chat messages does one answer bring; they are also the most that who comes late sees at once. */
export const liveMessagePage = 100
/** A session ends when its educator has been gone for so long, in seconds (decisions, section 2). */
export const educatorAwaySeconds = 60

const lectureParams = z.object({ lectureId: Id })

/** What a session is at this moment, for someone who may attend it. */
export const LiveSession = z.object({
  lectureId: Id,
  lectureTitle: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  liveState: LiveState,
  liveStartTime: Instant.nullable(),
  /** this is my own course: I start and end the session */
  isOwner: z.boolean(),
  /** the server's clock: browsers count down by it */
  now: Instant,
})
export type LiveSession = z.output<typeof LiveSession>

export const IceServer = z.object({
  urls: z.array(z.string()),
  /** of TURN servers: `<unix time of the end>:<user id>` */
  username: z.string().optional(),
  credential: z.string().optional(),
})
export type IceServer = z.output<typeof IceServer>

export const LiveMessage = z.object({
  _id: Id,
  message: z.string(),
  /** display name of the author, taken from his session */
  sender: z.string(),
  senderId: Id,
  timestamp: Instant,
})
export type LiveMessage = z.output<typeof LiveMessage>

/** Someone in a room. */
export const Participant = z.object({
  /** names this place in signals; stays the same when a lost line comes back */
  peerId: Id,
  userId: Id,
  name: z.string(),
  photoUrl: z.string(),
  isEducator: z.boolean(),
  handRaised: z.boolean(),
  audio: z.boolean(),
  video: z.boolean(),
  screen: z.boolean(),
  /** false while his line is lost and his place is kept */
  connected: z.boolean(),
})
export type Participant = z.output<typeof Participant>

export const live = {
  start: endpoint({
    method: 'POST',
    path: '/api/live/start-live/:lectureId',
    access: 'educator',
    summary: 'Start the session of a lecture of mine; while it is live, the answer is its room',
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
    errors: ['not_found', 'not_enrolled_live', 'live_too_early', 'live_not_on', 'live_removed'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/live/end-live/:lectureId',
    access: 'educator',
    summary: 'End the session of a lecture of mine; one that has ended stays so',
    params: lectureParams,
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
  schedule: endpoint({
    method: 'POST',
    path: '/api/live/schedule-live/:lectureId',
    access: 'educator',
    summary: 'Set or move the start of a session of mine that is not live, or cancel it with null',
    params: lectureParams,
    body: z.object({ liveStartTime: LiveStartTime }),
    status: 200,
    reply: z.object({ liveState: LiveState, liveStartTime: Instant.nullable(), message: z.string() }),
    errors: ['not_found', 'live_is_on'],
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/live/session/:lectureId',
    access: 'signedIn',
    summary: 'What the session of a lecture is at this moment, for anyone who may attend it',
    params: lectureParams,
    status: 200,
    reply: LiveSession,
    errors: ['not_found', 'not_enrolled_live'],
  }),
  ice: endpoint({
    method: 'GET',
    path: '/api/live/ice/:lectureId',
    access: 'signedIn',
    summary: 'STUN and TURN servers for a call; credentials of TURN servers are mine and expire',
    params: lectureParams,
    status: 200,
    reply: z.object({ iceServers: z.array(IceServer), expiresAt: Instant.nullable() }),
    errors: ['not_found', 'not_enrolled_live'],
  }),
  messages: endpoint({
    method: 'GET',
    path: '/api/live/messages/:lectureId',
    access: 'signedIn',
    summary: 'The chat of the running session, oldest first; `before` is the id of the first message that is known',
    params: lectureParams,
    query: z.object({ before: Id.optional() }),
    status: 200,
    reply: z.object({ messages: z.array(LiveMessage), more: z.boolean() }),
    errors: ['not_found', 'not_enrolled_live', 'live_removed'],
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

/** What a browser is told over the socket about sessions. */
export const liveEvents = {
  /** to the students and the educator of a course, wherever they are */
  changed: event({
    name: 'live-changed',
    summary: 'A session of a course of mine was scheduled, moved, cancelled, started or ended',
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
    summary: 'Someone came into the room: anyone who is there already offers them a connection',
    payload: Id,
  }),
  userDisconnected: event({ name: 'user-disconnected', summary: 'A peer left the room for good', payload: Id }),
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
    summary: 'A peer names a further address',
    payload: z.object({ candidate: z.unknown(), sender: Id }),
  }),
  message: event({
    name: 'receive-message',
    summary: 'A chat message of someone else',
    payload: LiveMessage,
  }),
  messageDeleted: event({
    name: 'message-deleted',
    summary: 'A chat message was taken back by its author or by the educator',
    payload: z.object({ _id: Id }),
  }),
  participants: event({
    name: 'participants',
    summary: 'Who is in the room, whenever that changes',
    payload: z.object({ roomId: Id, participants: z.array(Participant) }),
  }),
  muteRequested: event({
    name: 'mute-requested',
    summary: 'The educator mutes my microphone',
    payload: z.object({ roomId: Id }),
  }),
  removed: event({
    name: 'removed-from-room',
    summary: 'The educator removed me from the room, or I joined it from another window',
    payload: z.object({ roomId: Id, reason: z.enum(['removed', 'elsewhere']) }),
  }),
  ended: event({
    name: 'live-ended',
    summary: 'The session has ended, for everybody in the room',
    payload: z.object({ roomId: Id, reason: z.enum(['ended', 'educator-gone', 'course-gone']) }),
  }),
  refused: event({
    name: 'room-refused',
    summary: 'Something that I sent was not done; `message` is a sentence for people',
    payload: z.object({ code: z.string(), message: z.string() }),
  }),
}

/** What comes back from `join-room` to who gives a callback. */
export const JoinedRoom = z.object({
  ok: z.literal(true),
  peerId: Id,
  /** shown when joining again after a lost line or a reload, it brings back the same place; a secret of this tab */
  slotToken: z.string(),
  participants: z.array(Participant),
  messages: z.array(LiveMessage),
  /** there are older messages */
  moreMessages: z.boolean(),
})
export type JoinedRoom = z.output<typeof JoinedRoom>

/**
 * What comes back from `send-message` to who gives a callback: the message as the others got it. Everything else that was done
 * brings `{ ok: true }`; a signal that was taken may still find no one under `to`.
 */
export const SentMessage = z.object({ ok: z.literal(true), message: LiveMessage })
export type SentMessage = z.output<typeof SentMessage>

/**
 * What every callback of the room may bring instead of success. Without a callback it comes as `room-refused`. Codes are those of
 * the API: room_full, live_removed, live_not_on, live_too_early, not_enrolled_live, not_found, not_in_room, rate_limited (too
 * much at once: wait a moment), forbidden (the educator's alone), invalid_input, internal.
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
 * What browsers send over the socket, by event name. `join-room` carries the bare room id as its first argument (wire notes), then
 * optionally `JoinOptions`; all take a callback as the last argument. Signals come nested (`{offer, to?, roomId}`) or flat
 * (`{type, sdp, roomId}`); without `to` they go to everybody else in the room.
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
  'send-message': z.object({ message: text(maxLiveMessageLength), roomId: Id }),
  'delete-message': z.object({ roomId: Id, messageId: Id }),
  /** what of mine is on; the hand */
  'set-state': z.object({
    roomId: Id,
    audio: z.boolean().optional(),
    video: z.boolean().optional(),
    screen: z.boolean().optional(),
    handRaised: z.boolean().optional(),
  }),
  /** the educator's alone */
  'mute-participant': z.object({ roomId: Id, peerId: Id }),
  'lower-hand': z.object({ roomId: Id, peerId: Id }),
  'remove-participant': z.object({ roomId: Id, peerId: Id }),
} as const

export const JoinOptions = z.object({
  slotToken: z.string().max(100).nullish(),
  /**
   * This page has no connections, though it comes back to its place (it was loaded again): the others get `user-connected` with
   * the same id once more, drop what they have for it, and offer again. Leave it out when only the socket's line was lost.
   */
  fresh: z.boolean().optional(),
  audio: z.boolean().optional(),
  video: z.boolean().optional(),
})
export type JoinOptions = z.output<typeof JoinOptions>
