import { liveEvents } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Rooms } from '#ports/rooms.ts'
import { findParticipants } from './participant-queries.ts'
import { presentParticipant } from './present.ts'
import { presentSignal, type RoomEvent } from './room-events.ts'
import { peerName, roomName, type Slots } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log'>

/** Returns the listener that emits what happened in rooms to the sockets of this process. */
export function deliverRoomEvents(deps: Deps, rooms: Rooms, slots: Slots): (event: RoomEvent) => void {
  const showParticipants = createParticipantsEmitter(deps, rooms)
  return (event) => {
    const room = roomName(event.room)
    switch (event.kind) {
      case 'people':
        return showParticipants(event.room)
      case 'joined':
        rooms.emit(room, liveEvents.userConnected, event.peer, peerName(event.room, event.peer))
        return showParticipants(event.room)
      case 'left':
        rooms.emit(room, liveEvents.userDisconnected, event.peer)
        return showParticipants(event.room)
      case 'evicted':
        for (const socket of rooms.members(event.socket)) {
          if (!slots.of(socket, event.room)) continue
          rooms.emit(event.socket, liveEvents.removed, { roomId: event.room, reason: event.reason })
          slots.leave(socket)
        }
        return
      case 'muted':
        return rooms.emit(peerName(event.room, event.peer), liveEvents.muteRequested, { roomId: event.room })
      case 'deleted':
        return rooms.emit(room, liveEvents.messageDeleted, { _id: event.message })
      case 'ended':
        rooms.emit(room, liveEvents.ended, { roomId: event.room, reason: event.reason })
        for (const socket of rooms.members(room)) slots.leave(socket)
        return
      case 'message':
        return rooms.emit(room, liveEvents.message, event.message, peerName(event.room, event.from))
      case 'signal': {
        const { event: rule, payload } = presentSignal(event.name, event.data, event.from)
        if (event.to !== null) return rooms.emit(peerName(event.room, event.to), rule, payload)
        return rooms.emit(room, rule, payload, peerName(event.room, event.from))
      }
    }
  }
}

/** Delay of the first update after a change, in milliseconds; changes within this time share one update. */
const gatherMs = 30
/** Additional delay in milliseconds for each pair of participants: each list goes to everyone and names everyone. */
const perPairMs = 0.02
/** Maximum delay of an update in milliseconds, however many participants there are. */
const maxDelayMs = 20_000

/**
 * Returns a function that emits a room's participants to the sockets of this process after a change. Each process reads the list
 * from the database after it was notified of the change, so the last list is right in whichever order events arrive.
 */
function createParticipantsEmitter(deps: Deps, rooms: Rooms) {
  const waiting = new Map<string, 'waiting' | 'reading' | 'again'>()

  const emit = async (roomId: string): Promise<void> => {
    waiting.set(roomId, 'reading')
    if (rooms.size(roomName(roomId)) > 0) {
      const participants = (await findParticipants(deps.db, roomId)).map(presentParticipant)
      rooms.emit(roomName(roomId), liveEvents.participants, { roomId, participants })
    }
    const changed = waiting.get(roomId) === 'again'
    waiting.delete(roomId)
    if (changed) emitLater(roomId)
  }
  const emitLater = (roomId: string): void => {
    const state = waiting.get(roomId)
    if (state === 'waiting') return
    if (state !== undefined) return void waiting.set(roomId, 'again')
    waiting.set(roomId, 'waiting')
    const people = rooms.size(roomName(roomId))
    const delay = Math.min(maxDelayMs, gatherMs + perPairMs * people * people)
    setTimeout(() => {
      emit(roomId).catch((error: unknown) => {
        waiting.delete(roomId)
        deps.log.warn({ err: error }, 'the participants of a room cannot be read')
      })
    }, delay).unref()
  }
  return emitLater
}
