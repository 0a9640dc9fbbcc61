import { LiveMessage, liveEvents } from '@virtual-courses/contract'
import { z } from 'zod'
import { broadcast, subscribe } from '#core/broadcast.ts'
import { broadcastLong, subscribeLong } from '#core/broadcast-long.ts'
import type { Db, Executor, Tx } from '#core/transact.ts'

const topic = 'live'
const inRoom = { room: z.string() }

export const signalNames = ['offer', 'answer', 'ice-candidate'] as const
export type SignalName = (typeof signalNames)[number]

/** What happened in a room, for all processes: each tells its own sockets. Places are in the database by then. */
const Change = z.discriminatedUnion('kind', [
  /** somebody's state changed */
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

/** What somebody says in a room. */
const Saying = z.discriminatedUnion('kind', [
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
export type Saying = z.output<typeof Saying>

export type News = Change | Saying

/**
 * Tells all processes, when the transaction commits, what it changes in a room. The session must be locked: then what happens in
 * a room commits, and so arrives, in one order. `first` is called in this process right before its listeners.
 */
export const publishToRoom = (tx: Tx, change: Change, first?: () => void): Promise<void> =>
  broadcast(tx, topic, change, first)

/** Tells all processes what somebody says in a room; with a transaction, when it commits. */
export const sayInRoom = (on: Executor, saying: Saying): Promise<void> => broadcastLong(on, topic, saying)

/** Calls `listener` with what any process tells of rooms. */
export function subscribeRooms(db: Db, listener: (news: News) => void): void {
  subscribe(db, topic, (message) => {
    const change = Change.safeParse(message)
    if (change.success) listener(change.data)
  })
  subscribeLong(db, topic, (message) => {
    const saying = Saying.safeParse(message)
    if (saying.success) listener(saying.data)
  })
}

/** The event and the payload that a signal leaves as (wire notes). */
export function presentSignal(name: SignalName, data: unknown, sender: string) {
  if (name === 'offer') return { event: liveEvents.offer, payload: { offer: data, sender } }
  if (name === 'answer') return { event: liveEvents.answer, payload: { answer: data, sender } }
  return { event: liveEvents.iceCandidate, payload: { candidate: data, sender } }
}
