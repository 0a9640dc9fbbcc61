import { LiveMessage, liveEvents } from '@virtual-courses/contract'
import { z } from 'zod'
import type { Publication } from '#core/events/broadcast.ts'
import { defineTopic, subscribe, toProcesses } from '#core/events/topics.ts'
import type { Db } from '#core/executor.ts'

const inRoom = { room: z.string() }

const signalNames = ['offer', 'answer', 'ice-candidate'] as const
export type SignalName = (typeof signalNames)[number]

/** What happened in a room, for all processes: each emits it to its own sockets. The database has changed before. */
const Change = z.discriminatedUnion('kind', [
  /** the state of a participant changed */
  z.object({ kind: z.literal('people'), ...inRoom }),
  z.object({ kind: z.literal('joined'), ...inRoom, peer: z.string() }),
  z.object({ kind: z.literal('left'), ...inRoom, peer: z.string() }),
  /** `socket` has lost its slot: a host removed the participant, or another socket took the slot */
  z.object({
    kind: z.literal('evicted'),
    ...inRoom,
    socket: z.string(),
    reason: z.enum(['removed', 'elsewhere', 'refunded']),
  }),
  z.object({ kind: z.literal('muted'), ...inRoom, peer: z.string() }),
  /** everyone but the hosts is asked to mute */
  z.object({ kind: z.literal('all-muted'), ...inRoom, hosts: z.array(z.string()) }),
  z.object({ kind: z.literal('camera-off'), ...inRoom, peer: z.string() }),
  z.object({ kind: z.literal('role'), ...inRoom, peer: z.string() }),
  /** the room moved from the mesh to a media server */
  z.object({ kind: z.literal('moved'), ...inRoom }),
  /** the state of the room changed */
  z.object({ kind: z.literal('room'), ...inRoom }),
  /** who waits for admission changed */
  z.object({ kind: z.literal('waiting'), ...inRoom }),
  z.object({ kind: z.literal('admitted'), ...inRoom, peer: z.string() }),
  z.object({ kind: z.literal('deleted'), ...inRoom, message: z.string() }),
  z.object({ kind: z.literal('ended'), ...inRoom, reason: z.enum(['ended', 'educator-gone', 'course-gone']) }),
])
export type Change = z.output<typeof Change>

/** What a participant sends to others. */
const RoomMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), ...inRoom, from: z.string(), message: LiveMessage }),
  z.object({
    kind: z.literal('signal'),
    ...inRoom,
    from: z.string(),
    to: z.string().nullable(),
    name: z.enum(signalNames),
    data: z.unknown(),
  }),
])
export type RoomMessage = z.output<typeof RoomMessage>

export type RoomEvent = Change | RoomMessage

const changes = defineTopic({ name: 'live', message: Change })
const messages = defineTopic({ name: 'live', message: RoomMessage, long: true })

/** Publication of changes that a transaction makes in a room. The session must be locked, so that changes arrive in commit order. */
export const toRoom = (...changed: Change[]): Publication => toProcesses(changes, ...changed)

/** What the others must know when a slot is given up: someone who was not admitted was never seen by them. */
export const slotGone = (room: string, peer: string, { admitted }: { admitted: boolean }): Change =>
  admitted ? { kind: 'left', room, peer } : { kind: 'waiting', room }

/** Publication of a message that a participant sends. */
export const toRoomAsSent = (message: RoomMessage): Publication => toProcesses(messages, message)

/** Calls `listener` with each event that any process publishes to rooms. */
export function subscribeRooms(db: Db, listener: (event: RoomEvent) => void): void {
  subscribe(db, changes, listener)
  subscribe(db, messages, listener)
}

/** The socket event and payload of a signal (wire notes). */
export function presentSignal(name: SignalName, data: unknown, sender: string) {
  if (name === 'offer') return { event: liveEvents.offer, payload: { offer: data, sender } }
  if (name === 'answer') return { event: liveEvents.answer, payload: { answer: data, sender } }
  return { event: liveEvents.iceCandidate, payload: { candidate: data, sender } }
}
