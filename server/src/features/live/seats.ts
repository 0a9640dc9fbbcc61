import type { RoomSocket, Rooms } from '#ports/rooms.ts'

/** The place that a socket of this process sits on. */
export type Seat = { roomId: string; peerId: string; isEducator: boolean }

export type Seats = {
  sit(socket: RoomSocket, seat: Seat): void
  /** The seat of a socket, in this room. */
  of(socket: RoomSocket, roomId?: string): Seat | undefined
  /** Takes a socket out of its room, without a word; answers the seat that it had. */
  leave(socket: RoomSocket): Seat | undefined
  /** Sockets whose entry is not done yet: whether their place is still their own is about to be looked up. */
  entering: Set<RoomSocket>
  /** Who sits, without those who are entering. */
  all(): { socket: RoomSocket; seat: Seat }[]
  inRoom(roomId: string): RoomSocket[]
  /** rooms with somebody of this process in them, and how many they are */
  counts(): { rooms: number; people: number }
}

export const roomName = (roomId: string): string => `live ${roomId}`
/** A peer's name is worth something in its own room alone. */
export const peerName = (roomId: string, peerId: string): string => `live ${roomId} ${peerId}`

/** Who of this process sits where; the rooms of the sockets follow. */
export function createSeats(rooms: Rooms): Seats {
  const taken = new Map<string, { socket: RoomSocket; seat: Seat }>()
  const seats: Seats = {
    sit(socket, seat) {
      taken.set(socket.id, { socket, seat })
      socket.join([roomName(seat.roomId), peerName(seat.roomId, seat.peerId)])
    },
    of(socket, roomId) {
      const seat = taken.get(socket.id)?.seat
      return roomId === undefined || seat?.roomId === roomId ? seat : undefined
    },
    leave(socket) {
      const seat = taken.get(socket.id)?.seat
      if (!seat) return undefined
      taken.delete(socket.id)
      socket.leave(roomName(seat.roomId))
      socket.leave(peerName(seat.roomId, seat.peerId))
      return seat
    },
    entering: new Set(),
    all: () => [...taken.values()].filter(({ socket }) => !seats.entering.has(socket)),
    inRoom: (roomId) => rooms.members(roomName(roomId)),
    counts: () => ({ rooms: new Set([...taken.values()].map(({ seat }) => seat.roomId)).size, people: taken.size }),
  }
  return seats
}
