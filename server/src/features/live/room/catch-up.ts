import { onReceivingLost, onReceivingRegained } from '#core/events/cache-invalidation.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { presentMessage } from '../present.ts'
import { findSession } from '../queries.ts'
import { changesOf } from '../together/deliver-together.ts'
import type { TogetherChange } from '../together/together-events.ts'
import { findMessagesSince } from './message-queries.ts'
import { findMember } from './participant-queries.ts'
import type { RoomEvent } from './room-events.ts'
import type { Slot } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'log'>
/** What is read of a slot of this process, and of its socket. */
type Here = { socket: { data: { viewer: { id: string } } }; slot: Pick<Slot, 'roomId' | 'peerId' | 'waiting'> }

/** A connection may be dead for a while before that is noticed. */
const unnoticedMs = 60_000
/** Maximum number of messages of a room that are shown late, and of messages that are known to have been shown. */
const mostMissed = 500
const mostKnown = 5000

/** What shows events to the people of this process. */
type Listeners = { inRoom: (event: RoomEvent) => void; together: (change: TogetherChange) => void }

/**
 * Shows the people of this process what others published during an outage of the database: who is in the room or waits, its state, chat,
 * polls, notes, whiteboard. Messages deleted meanwhile stay until the page is loaded again. Returns a function that must be called with
 * everything that is published.
 */
export function catchUp(
  { db, clock, log }: Deps,
  slots: { all(): Here[] },
  show: Listeners,
): (event: RoomEvent) => void {
  const shown = new Set<string>()
  let deafSince: Date | undefined

  const showRoom = async (room: string, here: Here[], since: Date): Promise<void> => {
    const session = await findSession(db, room)
    if (session?.ended_at !== null)
      return show.inRoom({ kind: 'ended', room, reason: session?.end_reason ?? 'course-gone' })
    for (const kind of ['people', 'room', 'waiting'] as const) show.inRoom({ kind, room })
    for (const { slot } of here) {
      if (slot.waiting && (await findMember(db, room, slot.peerId))?.admitted)
        show.inRoom({ kind: 'admitted', room, peer: slot.peerId })
    }
    for (const row of await findMessagesSince(db, room, { since, limit: mostMissed })) {
      if (shown.has(row.id)) continue
      const author = here.find(({ socket }) => socket.data.viewer.id === row.user_id)
      show.inRoom({ kind: 'message', room, from: author?.slot.peerId ?? '', message: presentMessage(row) })
    }
    for (const change of await changesOf(db, session)) show.together(change)
  }
  const showMissed = async (since: Date): Promise<void> => {
    for (const [room, here] of Map.groupBy(slots.all(), ({ slot }) => slot.roomId)) await showRoom(room, here, since)
  }
  onReceivingLost(db, () => {
    deafSince ??= new Date(clock.now().getTime() - unnoticedMs)
  })
  onReceivingRegained(db, () => {
    if (!deafSince) return
    const since = deafSince
    deafSince = undefined
    showMissed(since).catch((error: unknown) => log.warn({ err: error }, 'what live rooms missed was not shown'))
  })
  return (event) => {
    if (event.kind !== 'message') return
    shown.add(event.message._id)
    for (const oldest of shown) {
      if (shown.size <= mostKnown) break
      shown.delete(oldest)
    }
  }
}
