import type { RoomSocket, Rooms } from '#ports/rooms.ts'

/** The place that a socket of this process sits on. */
export type Slot = { roomId: string; peerId: string; isEducator: boolean }

export type Slots = {
  sit(socket: RoomSocket, slot: Slot): void
  /** The slot of a socket, in this room. */
  of(socket: RoomSocket, roomId?: string): Slot | undefined
  /** Takes a socket out of its room, without a word; answers the slot that it had. */
  leave(socket: RoomSocket): Slot | undefined
  /** Sockets whose entry is not done yet: whether their place is still their own is about to be looked up. */
  entering: Set<RoomSocket>
  /** Who sits, without those who are entering. */
  all(): { socket: RoomSocket; slot: Slot }[]
  inRoom(roomId: string): RoomSocket[]
  /** rooms with someone of this process in them, and how many they are */
  counts(): { rooms: number; people: number }
}

export const roomName = (roomId: string): string => `live ${roomId}`
/** A peer's name is worth something in its own room alone. */
export const peerName = (roomId: string, peerId: string): string => `live ${roomId} ${peerId}`

/** Who of this process sits where; the rooms of the sockets follow. */
export function createSlots(rooms: Rooms): Slots {
  const taken = new Map<string, { socket: RoomSocket; slot: Slot }>()
  const slots: Slots = {
    sit(socket, slot) {
      taken.set(socket.id, { socket, slot })
      socket.join([roomName(slot.roomId), peerName(slot.roomId, slot.peerId)])
    },
    of(socket, roomId) {
      const slot = taken.get(socket.id)?.slot
      return roomId === undefined || slot?.roomId === roomId ? slot : undefined
    },
    leave(socket) {
      const slot = taken.get(socket.id)?.slot
      if (!slot) return undefined
      taken.delete(socket.id)
      socket.leave(roomName(slot.roomId))
      socket.leave(peerName(slot.roomId, slot.peerId))
      return slot
    },
    entering: new Set(),
    all: () => [...taken.values()].filter(({ socket }) => !slots.entering.has(socket)),
    inRoom: (roomId) => rooms.members(roomName(roomId)),
    counts: () => ({ rooms: new Set([...taken.values()].map(({ slot }) => slot.roomId)).size, people: taken.size }),
  }
  return slots
}
