import { liveEvents } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Rooms } from '#ports/rooms.ts'
import { findRoomPeople } from './find-room-people.ts'
import { roomName } from './participant-slots.ts'

/** A first change is shown at once, so to say; what follows it within this time, in milliseconds, together. */
const gatherMs = 30
/** And for each pair of people in the room so many milliseconds more: everybody's name goes to everybody. */
const perPairMs = 0.02
/** However many they are, no one waits longer for a list. */
const mostMs = 20_000

/**
 * Shows the sockets of this process who is in a room, each time that changes. Each process reads it for itself after it heard of
 * the change, so that the last list that it shows is the true one, whatever came in which order.
 */
export function showPeople(deps: Pick<FeatureDeps, 'db' | 'log'>, rooms: Rooms) {
  const waiting = new Map<string, 'waiting' | 'reading' | 'again'>()

  const show = async (roomId: string): Promise<void> => {
    waiting.set(roomId, 'reading')
    if (rooms.size(roomName(roomId)) > 0) {
      const participants = await findRoomPeople(deps.db, roomId)
      rooms.emit(roomName(roomId), liveEvents.participants, { roomId, participants })
    }
    const changed = waiting.get(roomId) === 'again'
    waiting.delete(roomId)
    if (changed) later(roomId)
  }
  const later = (roomId: string): void => {
    const state = waiting.get(roomId)
    if (state === 'waiting') return
    if (state !== undefined) return void waiting.set(roomId, 'again')
    waiting.set(roomId, 'waiting')
    const people = rooms.size(roomName(roomId))
    const pause = Math.min(mostMs, gatherMs + perPairMs * people * people)
    setTimeout(() => {
      show(roomId).catch((error: unknown) => {
        waiting.delete(roomId)
        deps.log.warn({ err: error }, 'the people of a room cannot be shown')
      })
    }, pause).unref()
  }
  return later
}
