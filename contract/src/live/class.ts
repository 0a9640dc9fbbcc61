import { z } from 'zod'
import { event } from '../endpoint.ts'
import { Id, Instant } from '../values/fields.ts'

/** How media travel in a room: from browser to browser, or through a media server that forwards them. */
export const liveMedia = ['mesh', 'forwarded'] as const
export type LiveMediaKind = (typeof liveMedia)[number]

/** Roles that hosts give. A speaker sends and receives, a listener only receives, a co-host moderates as the educator does. */
export const givenRoles = ['speaker', 'listener', 'cohost'] as const
export type GivenRole = (typeof givenRoles)[number]
export const LiveRole = z.enum(['educator', ...givenRoles])
export type LiveRole = z.output<typeof LiveRole>

/** Maximum number of speakers of a forwarded room beside its hosts. */
export const maxSpeakers = 12
/** Maximum number of co-hosts of a session. */
export const maxCohosts = 4
/** Maximum number of people who wait for their admission to a room. */
export const maxWaiting = 300
/** Default maximum of participants where a media server forwards. Operators set `LIVE_MAX_PEOPLE`. */
export const forwardedPeople = 300

/**
 * Peer id of the media server in signals. An offer of a browser to it is about the connection on which the browser sends; an offer that it
 * sends is about the connection on which the browser receives. ICE candidates are told apart by `usernameFragment`.
 */
export const mediaPeer = 'media-server'

/** What a stream shows. */
export const FeedKind = z.enum(['audio', 'camera', 'screen', 'screenAudio'])
export type FeedKind = z.output<typeof FeedKind>

/** RIDs of the simulcast layers of a camera, from the smallest to the largest. */
export const simulcastRids = ['l', 'm', 'h'] as const

/** Layers of a stream that a browser asks for; one that is off is not received. */
export const layers = ['off', 'low', 'middle', 'high'] as const
export type Layer = (typeof layers)[number]

/** The state of a room that all participants see. */
export const RoomStatus = z.object({
  media: z.enum(liveMedia),
  /** no one enters who has no slot */
  locked: z.boolean(),
  /** who enters waits until a host admits them */
  waitingRoom: z.boolean(),
  /** null while the session is not recorded */
  recording: z.object({ startedAt: Instant }).nullable(),
  maxSpeakers: z.number().int(),
  /** null while the whiteboard is closed */
  board: z.object({ speakersDraw: z.boolean() }).nullable(),
})
export type RoomStatus = z.output<typeof RoomStatus>

/** An m-line of the connection on which a browser receives, and what it carries. */
export const Feed = z.object({ mid: z.string(), peerId: Id, what: FeedKind })
export type Feed = z.output<typeof Feed>

/** Someone who waits for their admission. */
export const WaitingPerson = z.object({ peerId: Id, userId: Id, name: z.string(), photoUrl: z.string() })
export type WaitingPerson = z.output<typeof WaitingPerson>

/** Reply to `join-room` of someone who has to wait. After the event `admitted` they join again with the token. */
export const WaitingReply = z.object({
  ok: z.literal(true),
  waiting: z.literal(true),
  peerId: Id,
  slotToken: z.string(),
})
export type WaitingReply = z.output<typeof WaitingReply>

/** Events of rooms that move to a media server, and of their moderation. */
export const liveClassEvents = {
  roomStatus: event({
    name: 'room-status',
    summary: 'The state of the room, after each change',
    payload: z.object({ roomId: Id, status: RoomStatus }),
  }),
  feeds: event({
    name: 'feeds',
    summary: 'What the m-lines of the connection carry that the next offer of the media server is about',
    payload: z.object({ roomId: Id, feeds: z.array(Feed) }),
  }),
  mediaLost: event({
    name: 'media-lost',
    summary: 'The media server is gone: both connections to it are dead',
    payload: z.object({ roomId: Id }),
  }),
  mediaReady: event({
    name: 'media-ready',
    summary: 'The media server is there: speakers offer their connection, and everyone is offered one to receive on',
    payload: z.object({ roomId: Id }),
  }),
  waiting: event({
    name: 'waiting',
    summary: 'To hosts: who waits for admission',
    payload: z.object({ roomId: Id, people: z.array(WaitingPerson) }),
  }),
  admitted: event({
    name: 'admitted',
    summary: 'This person may join now, with their slot token',
    payload: z.object({ roomId: Id }),
  }),
  cameraOffRequested: event({
    name: 'camera-off-requested',
    summary: 'A host asks this participant to switch the camera off',
    payload: z.object({ roomId: Id }),
  }),
}

/** Names a participant of a room. */
export const PersonInRoom = z.object({ roomId: Id, peerId: Id })

/** Maximum number of streams whose layers a message chooses. */
export const maxLayerChoices = 32

/** Events of hosts and receivers that browsers send over the socket, by name. */
export const LiveClassMessages = {
  /** hosts; the educator alone makes co-hosts and ends their role. A raised hand is lowered by it. */
  'set-role': PersonInRoom.extend({ role: z.enum(givenRoles) }),
  /** asks everyone but the hosts to mute their microphone */
  'mute-all': z.object({ roomId: Id }),
  'camera-off': PersonInRoom,
  'set-room': z.object({ roomId: Id, locked: z.boolean().optional(), waitingRoom: z.boolean().optional() }),
  admit: z.union([PersonInRoom, z.object({ roomId: Id, all: z.literal(true) })]),
  /** which layers this browser wants to receive; streams that are not named stay as they are */
  'choose-layers': z.object({
    roomId: Id,
    streams: z
      .array(z.object({ peerId: Id, what: z.enum(['camera', 'screen']), layer: z.enum(layers) }))
      .max(maxLayerChoices),
  }),
} as const
