import { liveEvents } from '@virtual-courses/contract'
import type { Rooms } from '#ports/rooms.ts'
import { peerName, roomName, type Slots } from './participant-slots.ts'
import { presentSignal, type RoomEvent } from './room-events.ts'

/** Tells the sockets of this process what happened in their rooms. `showPeople` shows who is there. */
export function deliverRoomEvents(
  rooms: Rooms,
  slots: Slots,
  showPeople: (roomId: string) => void,
): (event: RoomEvent) => void {
  return (event) => {
    const room = roomName(event.room)
    switch (event.kind) {
      case 'people':
        return showPeople(event.room)
      case 'came':
        rooms.emit(room, liveEvents.userConnected, event.peer, peerName(event.room, event.peer))
        return showPeople(event.room)
      case 'left':
        rooms.emit(room, liveEvents.userDisconnected, event.peer)
        return showPeople(event.room)
      case 'away':
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
