import type { RoomSocket } from '#ports/rooms.ts'

/** The participant slot of a socket of this process. */
export type Slot = {
  roomId: string
  peerId: string
  isEducator: boolean
  /** not admitted yet: hears only what is said to it alone */
  waiting: boolean
  /** the client knows media servers */
  forwarded: boolean
}

export type Slots = {
  assign(socket: RoomSocket, slot: Slot): void
  /** Returns the slot of a socket, or only its slot in `roomId`. */
  of(socket: RoomSocket, roomId?: string): Slot | undefined
  /** Removes a socket from its room without emitting anything; returns the slot that it had. */
  leave(socket: RoomSocket): Slot | undefined
  /** Sockets whose entry is not complete, and their rooms: whether they still own their slot is checked at its end. */
  entering: Map<RoomSocket, string>
  /** All sockets with a slot, without those that are entering. */
  all(): { socket: RoomSocket; slot: Slot }[]
  /** All sockets with a slot, those that are entering too. */
  held(): { socket: RoomSocket; slot: Slot }[]
  /** Number of rooms with sockets of this process, and number of these sockets. */
  counts(): { rooms: number; people: number }
}

export const roomName = (roomId: string): string => `live ${roomId}`
/** The channel of those who wait for admission. */
export const waitingName = (roomId: string): string => `live ${roomId} waiting`
/** The channel of one peer. It includes the room, so that a peer id works in its own room only. */
export const peerName = (roomId: string, peerId: string): string => `live ${roomId} ${peerId}`

/** Creates the table of the slots of this process; sockets join and leave the channels of their slot with it. */
export function createSlots(): Slots {
  const taken = new Map<string, { socket: RoomSocket; slot: Slot }>()
  const slots: Slots = {
    assign(socket, slot) {
      taken.set(socket.id, { socket, slot })
      socket.leave(waitingName(slot.roomId))
      socket.join([slot.waiting ? waitingName(slot.roomId) : roomName(slot.roomId), peerName(slot.roomId, slot.peerId)])
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
      socket.leave(waitingName(slot.roomId))
      socket.leave(peerName(slot.roomId, slot.peerId))
      return slot
    },
    entering: new Map(),
    all: () => [...taken.values()].filter(({ socket }) => !slots.entering.has(socket)),
    held: () => [...taken.values()],
    counts: () => ({ rooms: new Set([...taken.values()].map(({ slot }) => slot.roomId)).size, people: taken.size }),
  }
  return slots
}
