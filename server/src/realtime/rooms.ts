import { setTimeout as sleep } from 'node:timers/promises'
import type { EventRule } from '@virtual-courses/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { DisconnectReason, Server } from 'socket.io'
import type { RoomSocket, Rooms } from '#ports/rooms.ts'
import type { UserSocket } from './socket-identity.ts'

const leftOnPurpose = new Set<DisconnectReason>(['client namespace disconnect', 'server namespace disconnect'])

/**
 * Bytes of a gradual event that are sent in one turn of the event loop, and the pause after them in milliseconds: about 100 MB per second.
 */
const turnBytes = 1024 * 1024
const pauseMs = 10

/** Implements the port `Rooms` with the rooms of Socket.IO. */
export function openRooms(io: Pick<Server, 'on' | 'to' | 'of'>, log: FastifyBaseLogger): Rooms {
  const { rooms } = io.of('/').adapter
  /** Reduces the payload to the fields of the contract; logs and returns null when it does not match. */
  const filter = (event: EventRule, payload: unknown): { payload: unknown } | null => {
    const filtered = event.payload.safeParse(payload)
    if (filtered.success) return { payload: filtered.data }
    const issues = filtered.error.issues.slice(0, 5).map(({ code, path }) => ({ code, path }))
    log.error({ event: event.name, issues }, 'an event of a room does not fit its contract')
    return null
  }
  return {
    listen(listener) {
      io.on('connection', (socket: UserSocket) => {
        socket.onAny((name: string, ...args: unknown[]) => listener.received(socket, name, args))
        socket.on('disconnect', (reason) => listener.gone(socket, leftOnPurpose.has(reason)))
      })
    },
    emit(room, event, payload, except) {
      const filtered = rooms.has(room) && filter(event, payload)
      if (filtered)
        io.to(room)
          .except(except ?? [])
          .emit(event.name, filtered.payload)
    },
    async emitGradually(room, event, payload) {
      const filtered = rooms.has(room) && filter(event, payload)
      if (!filtered) return
      const ids = [...(rooms.get(room) ?? [])]
      const atOnce = Math.max(1, Math.floor(turnBytes / JSON.stringify(filtered.payload).length))
      for (let from = 0; from < ids.length; from += atOnce) {
        if (from > 0) await sleep(pauseMs, undefined, { ref: false })
        const members = rooms.get(room)
        const inside = ids.slice(from, from + atOnce).filter((id) => members?.has(id))
        if (inside.length > 0) io.to(inside).emit(event.name, filtered.payload)
      }
    },
    members(room) {
      const { sockets } = io.of('/')
      return [...(rooms.get(room) ?? [])].flatMap((id) => (sockets.get(id) as RoomSocket | undefined) ?? []) // all sockets of the namespace have our data
    },
    size: (room) => rooms.get(room)?.size ?? 0,
  }
}
