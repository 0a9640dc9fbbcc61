import { liveEvents } from '@virtual-courses/contract'
import type { Rooms } from '#ports/rooms.ts'
import { presentSignal, type RoomEvent } from './room-news.ts'
import { peerName, roomName, type Slots } from './seats.ts'

/** Tells the sockets of this process what happened in their rooms. `showPeople` shows who is there. */
export function deliverRoomEvents(
  rooms: Rooms,
  slots: Slots,
  showPeople: (roomId: string) => void,
): (news: RoomEvent) => void {
  return (news) => {
    const room = roomName(news.room)
    switch (news.kind) {
      case 'people':
        return showPeople(news.room)
      case 'came':
        rooms.emit(room, liveEvents.userConnected, news.peer, peerName(news.room, news.peer))
        return showPeople(news.room)
      case 'left':
        rooms.emit(room, liveEvents.userDisconnected, news.peer)
        return showPeople(news.room)
      case 'away':
        for (const socket of rooms.members(news.socket)) {
          if (!slots.of(socket, news.room)) continue
          rooms.emit(news.socket, liveEvents.removed, { roomId: news.room, reason: news.reason })
          slots.leave(socket)
        }
        return
      case 'muted':
        return rooms.emit(peerName(news.room, news.peer), liveEvents.muteRequested, { roomId: news.room })
      case 'deleted':
        return rooms.emit(room, liveEvents.messageDeleted, { _id: news.message })
      case 'ended':
        rooms.emit(room, liveEvents.ended, { roomId: news.room, reason: news.reason })
        for (const socket of rooms.members(room)) slots.leave(socket)
        return
      case 'message':
        return rooms.emit(room, liveEvents.message, news.message, peerName(news.room, news.from))
      case 'signal': {
        const { event, payload } = presentSignal(news.name, news.data, news.from)
        if (news.to !== null) return rooms.emit(peerName(news.room, news.to), event, payload)
        return rooms.emit(room, event, payload, peerName(news.room, news.from))
      }
    }
  }
}
