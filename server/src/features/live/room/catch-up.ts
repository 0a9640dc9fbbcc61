import { onReceivingLost, onReceivingRegained } from '#core/events/cache-invalidation.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { presentMessage } from '../present.ts'
import { messages } from './message-queries.ts'
import type { RoomEvent } from './room-events.ts'
import type { Slots } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'log'>

/** A connection may be dead for a while before that is noticed. */
const unnoticedMs = 60_000
/** Maximum number of messages of a room that are shown late, and of messages that are known to have been shown. */
const mostMissed = 500
const mostKnown = 5000

/**
 * Shows the people of this process what other processes published while it did not hear them, as after an outage of the database: who is
 * in the room, its state, and messages of its chat. Returns a function that must be called with everything that is published.
 */
export function catchUp(
  { db, clock, log }: Deps,
  slots: Slots,
  receive: (event: RoomEvent) => void,
): (event: RoomEvent) => void {
  const shown = new Set<string>()
  let deafSince: Date | undefined

  const showMissed = async (since: Date): Promise<void> => {
    const present = slots.all().filter(({ slot }) => !slot.waiting)
    for (const [room, here] of Map.groupBy(present, ({ slot }) => slot.roomId)) {
      receive({ kind: 'people', room })
      receive({ kind: 'room', room })
      const rows = await messages(db, room)
        .where('live_messages.created_at', '>=', since)
        .orderBy('live_messages.created_at', 'desc')
        .orderBy('live_messages.id', 'desc')
        .limit(mostMissed)
        .execute()
      for (const row of rows.reverse()) {
        if (shown.has(row.id)) continue
        const author = here.find(({ socket }) => socket.data.viewer.id === row.user_id)
        receive({ kind: 'message', room, from: author?.slot.peerId ?? '', message: presentMessage(row) })
      }
    }
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
