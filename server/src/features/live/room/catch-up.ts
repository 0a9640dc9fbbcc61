import { onReceivingLost, onReceivingRegained, receivesFromOthers } from '#core/events/cache-invalidation.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { presentMessage } from '../present.ts'
import { findSession } from '../queries.ts'
import { changesOf } from '../together/deliver-together.ts'
import type { TogetherChange } from '../together/together-events.ts'
import { findGone, findMessagesSince } from './message-queries.ts'
import { findMember } from './participant-queries.ts'
import type { RoomEvent } from './room-events.ts'
import type { Slot } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'log'>
/** What is read of a slot of this process, and of its socket. */
type Here = { socket: { data: { viewer: { id: string } } }; slot: Pick<Slot, 'roomId' | 'peerId' | 'waiting'> }

/** A connection may be dead for a while before that is noticed. */
const unnoticedMs = 60_000
/** Milliseconds after which rooms that could not be read are read again. */
const againMs = 2000
/** Maximum number of messages of a room that are shown late, and of those that are looked for because they may be deleted. */
const mostMissed = 500
const mostSought = 2000
/** Maximum number of messages of all rooms that are known to be on screens. */
const mostKnown = 20_000

export type KnownMessages = ReturnType<typeof createKnownMessages>

/**
 * Messages that are on screens of people of this process, the last ones. A listed one was on a page that one of them read: the others of its
 * room need not have it.
 */
export function createKnownMessages() {
  const known = new Map<string, { room: string; shown: boolean }>()
  const add = (id: string, one: { room: string; shown: boolean }): void => {
    const shown = one.shown || known.get(id)?.shown === true
    known.delete(id)
    known.set(id, { ...one, shown })
    for (const oldest of known.keys()) {
      if (known.size <= mostKnown) break
      known.delete(oldest)
    }
  }
  return {
    happened(event: RoomEvent): void {
      if (event.kind === 'message') add(event.message._id, { room: event.room, shown: true })
      if (event.kind === 'deleted') known.delete(event.message)
    },
    listed(room: string, messages: readonly { _id: string }[]): void {
      for (const { _id } of messages) add(_id, { room, shown: false })
    },
    isShown: (id: string): boolean => known.get(id)?.shown === true,
    /** The last ones of a room. */
    of: (room: string): string[] =>
      [...known].flatMap(([id, one]) => (one.room === room ? [id] : [])).slice(-mostSought),
  }
}

/** What shows events to the people of this process. */
type Listeners = { inRoom: (event: RoomEvent) => void; together: (change: TogetherChange) => void }

/**
 * Shows the people of this process what others published during an outage of the database: who is in the room or waits, its state, chat,
 * polls, notes, whiteboard. A deleted message leaves no row, so those that are known to be on screens are looked for. Rooms that cannot be
 * read are read again.
 */
export function catchUp(
  { db, clock, log }: Deps,
  slots: { all(): Here[] },
  known: KnownMessages,
  show: Listeners,
): void {
  let deafSince: Date | undefined
  /** rooms whose people still miss something, and since when; a date of its own for each outage */
  const behind = new Map<string, Date>()
  let showing = false
  let again: NodeJS.Timeout | undefined

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
      if (known.isShown(row.id)) continue
      const author = here.find(({ socket }) => socket.data.viewer.id === row.user_id)
      show.inRoom({ kind: 'message', room, from: author?.slot.peerId ?? '', message: presentMessage(row) })
    }
    for (const message of await findGone(db, room, known.of(room))) show.inRoom({ kind: 'deleted', room, message })
    for (const change of await changesOf(db, session)) show.together(change)
  }
  const showMissed = async (): Promise<void> => {
    const rooms = Map.groupBy(slots.all(), ({ slot }) => slot.roomId)
    for (const [room, since] of [...behind]) {
      if (!receivesFromOthers(db)) return
      try {
        await showRoom(room, rooms.get(room) ?? [], since)
        // not when it missed more meanwhile
        if (behind.get(room) === since) behind.delete(room)
      } catch (error) {
        log.warn({ err: error }, 'what a live room missed was not shown')
      }
    }
  }
  const start = (): void => {
    clearTimeout(again)
    if (showing) return
    showing = true
    const present = new Set(slots.all().map(({ slot }) => slot.roomId))
    for (const room of behind.keys()) if (!present.has(room)) behind.delete(room)
    void showMissed().finally(() => {
      showing = false
      if (behind.size > 0 && receivesFromOthers(db)) again = setTimeout(start, againMs).unref()
    })
  }
  onReceivingLost(db, () => {
    clearTimeout(again)
    deafSince ??= new Date(clock.now().getTime() - unnoticedMs)
  })
  onReceivingRegained(db, () => {
    if (!deafSince) return
    const since = deafSince.getTime()
    deafSince = undefined
    for (const { slot } of slots.all()) {
      const before = behind.get(slot.roomId)?.getTime() ?? since
      behind.set(slot.roomId, new Date(Math.min(before, since)))
    }
    start()
  })
}
