import { LiveMessage, liveEvents } from '@virtual-courses/contract'
import { z } from 'zod'
import type { Publication } from '#core/broadcast.ts'
import type { Db } from '#core/executor.ts'
import { defineTopic, subscribe, toProcesses } from '#core/topics.ts'

const inRoom = { room: z.string() }

export const signalNames = ['offer', 'answer', 'ice-candidate'] as const
export type SignalName = (typeof signalNames)[number]

/** What happened in a room, for all processes: each tells its own sockets. Places are in the database by then. */
const Change = z.discriminatedUnion('kind', [
  /** someone's state changed */
  z.object({ kind: z.literal('people'), ...inRoom }),
  z.object({ kind: z.literal('came'), ...inRoom, peer: z.string() }),
  z.object({ kind: z.literal('left'), ...inRoom, peer: z.string() }),
  /** `socket` has no place any more */
  z.object({ kind: z.literal('away'), ...inRoom, socket: z.string(), reason: z.enum(['removed', 'elsewhere']) }),
  z.object({ kind: z.literal('muted'), ...inRoom, peer: z.string() }),
  z.object({ kind: z.literal('deleted'), ...inRoom, message: z.string() }),
  z.object({ kind: z.literal('ended'), ...inRoom, reason: z.enum(['ended', 'educator-gone', 'course-gone']) }),
])
export type Change = z.output<typeof Change>

/** What someone says in a room. */
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
const sayings = defineTopic({ name: 'live', message: RoomMessage, long: true })

/**
 * What a transaction changes in a room. The session must be locked: then what happens in a room commits, and so arrives, in one
 * order.
 */
export const toRoom = (...changed: Change[]): Publication => toProcesses(changes, ...changed)

/** What someone says in a room. */
export const toRoomAsSent = (message: RoomMessage): Publication => toProcesses(sayings, message)

/** Calls `listener` with what any process publishes to rooms. */
export function subscribeRooms(db: Db, listener: (event: RoomEvent) => void): void {
  subscribe(db, changes, listener)
  subscribe(db, sayings, listener)
}

/** The event and the payload that a signal leaves as (wire notes). */
export function presentSignal(name: SignalName, data: unknown, sender: string) {
  if (name === 'offer') return { event: liveEvents.offer, payload: { offer: data, sender } }
  if (name === 'answer') return { event: liveEvents.answer, payload: { answer: data, sender } }
  return { event: liveEvents.iceCandidate, payload: { candidate: data, sender } }
}
