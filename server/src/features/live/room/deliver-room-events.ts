import { liveEvents } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Rooms } from '#ports/rooms.ts'
import { presentSignal, type RoomEvent } from './room-events.ts'
import { createRoomViews } from './room-views.ts'
import { peerName, roomName, type Slots, waitingName } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log'>

/** Returns the listener that emits what happened in rooms to the sockets of this process. */
export function deliverRoomEvents(deps: Deps, rooms: Rooms, slots: Slots): (event: RoomEvent) => void {
  const { showParticipants, showStatus, showWaiting } = createRoomViews(deps, rooms)
  const relay = createRelay(rooms, slots)
  return (event) => {
    const room = roomName(event.room)
    switch (event.kind) {
      case 'people':
        return showParticipants(event.room)
      case 'role':
        // a new host sees who waits
        showWaiting(event.room)
        return showParticipants(event.room)
      case 'room':
      case 'moved':
        return showStatus(event.room)
      case 'waiting':
        return showWaiting(event.room)
      case 'admitted':
        return rooms.emit(peerName(event.room, event.peer), liveEvents.admitted, { roomId: event.room })
      case 'joined':
        rooms.emit(room, liveEvents.userConnected, event.peer, peerName(event.room, event.peer))
        // a host who has just come sees who waits
        showWaiting(event.room)
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
      case 'all-muted':
        for (const socket of rooms.members(room)) {
          const slot = slots.of(socket, event.room)
          if (slot && !event.hosts.includes(slot.peerId))
            rooms.emit(socket.id, liveEvents.muteRequested, { roomId: event.room })
        }
        return
      case 'camera-off':
        return rooms.emit(peerName(event.room, event.peer), liveEvents.cameraOffRequested, { roomId: event.room })
      case 'deleted':
        return rooms.emit(room, liveEvents.messageDeleted, { _id: event.message })
      case 'ended':
        for (const name of [room, waitingName(event.room)]) {
          rooms.emit(name, liveEvents.ended, { roomId: event.room, reason: event.reason })
          for (const socket of rooms.members(name)) slots.leave(socket)
        }
        return showWaiting(event.room)
      case 'message':
        return rooms.emit(room, liveEvents.message, event.message, peerName(event.room, event.from))
      case 'signal':
        return relay(event)
    }
  }
}

type Signal = Extract<RoomEvent, { kind: 'signal' }>

/** Maximum time in milliseconds that signals wait for an entry, and maximum number of signals that wait in a room. */
const heldMs = 1000
const mostHeld = 500
/** Interval in milliseconds at which an entry is looked for. */
const heldCheckMs = 10

/**
 * Returns a function that emits signals in their order. Over Redis a signal can overtake the announcement of the entry that it answers,
 * which comes with the entry's transaction. While a socket of this process is entering the room, signals to peers who are not there
 * yet wait until it is in.
 */
function createRelay(rooms: Rooms, slots: Slots): (signal: Signal) => void {
  const held = new Map<string, { signals: Signal[]; until: number }>()
  const emit = ({ room, name, data, from, to }: Signal): void => {
    const { event, payload } = presentSignal(name, data, from)
    if (to !== null) rooms.emit(peerName(room, to), event, payload)
    else rooms.emit(roomName(room), event, payload, peerName(room, from))
  }
  const isEntering = (room: string): boolean => [...slots.entering.values()].includes(room)
  const release = (room: string): void => {
    const waiting = held.get(room)
    if (!waiting) return
    if (isEntering(room) && performance.now() < waiting.until) {
      setTimeout(release, heldCheckMs, room).unref()
      return
    }
    held.delete(room)
    for (const signal of waiting.signals) emit(signal)
  }
  return (signal) => {
    const { room, to } = signal
    const waiting = held.get(room)
    const isHere = to !== null && rooms.size(peerName(room, to)) > 0
    const isBehind = waiting?.signals.some((one) => one.to === to || one.to === null || to === null)
    if ((isHere && !isBehind) || (!waiting && !isEntering(room))) return emit(signal)
    if (waiting) return waiting.signals.length < mostHeld ? void waiting.signals.push(signal) : emit(signal)
    held.set(room, { signals: [signal], until: performance.now() + heldMs })
    setTimeout(release, heldCheckMs, room).unref()
  }
}
