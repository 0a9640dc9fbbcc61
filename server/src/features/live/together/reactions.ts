import type { LiveReaction } from '@virtual-courses/contract'
import { publish } from '#core/events/broadcast.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Rooms } from '#ports/rooms.ts'
import { roomName, type Slot } from '../room/slots.ts'
import { type TogetherChange, toTogether } from './together-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log' | 'shared'>

/** Delay in milliseconds for which reactions of a room are counted together: in a large room one event a second. */
const smallRoomMs = 150
const largeRoomMs = 1000
const smallRoom = 20

export type React = (slot: Slot, reaction: LiveReaction) => void

/** Returns the function that takes reactions of participants. They are counted for a moment, emitted to everyone in the room, and never stored. */
export function createReactions(
  { db, log, shared }: Deps,
  rooms: Rooms,
  receive: (change: TogetherChange) => void,
): React {
  const waiting = new Map<string, Map<LiveReaction, number>>()
  const flush = (room: string): void => {
    const counted = waiting.get(room)
    waiting.delete(room)
    if (!counted) return
    const counts = [...counted].map(([reaction, count]) => ({ reaction, count }))
    const change: TogetherChange = { kind: 'reactions', room, counts }
    if (!shared) {
      receive(change)
      return
    }
    publish(db, toTogether(change)).catch((error: unknown) => log.warn({ err: error }, 'reactions could not be sent'))
  }
  return ({ roomId }, reaction) => {
    const counted = waiting.get(roomId) ?? new Map<LiveReaction, number>()
    counted.set(reaction, (counted.get(reaction) ?? 0) + 1)
    if (waiting.has(roomId)) return
    waiting.set(roomId, counted)
    const delay = rooms.size(roomName(roomId)) > smallRoom ? largeRoomMs : smallRoomMs
    setTimeout(flush, delay, roomId).unref()
  }
}
