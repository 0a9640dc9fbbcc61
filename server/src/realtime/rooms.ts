import type { EventRule } from '@virtual-courses/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { DisconnectReason, Server } from 'socket.io'
import type { RoomSocket, Rooms } from '#ports/rooms.ts'
import { createFrameWriter } from './room-frames.ts'
import type { UserSocket } from './socket-identity.ts'

const leftOnPurpose = new Set<DisconnectReason>(['client namespace disconnect', 'server namespace disconnect'])

/** Implements the port `Rooms` with the rooms of Socket.IO. */
export function openRooms(io: Pick<Server, 'on' | 'to' | 'of'>, log: FastifyBaseLogger): Rooms {
  const { rooms } = io.of('/').adapter
  const { write, writeGradually } = createFrameWriter(io)
  /** Returns what the contract names of the payload; null, after a line in the log, when it does not fit. */
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
      if (filtered) write(room, event.name, filtered.payload, except)
    },
    async emitGradually(room, event, payload) {
      const filtered = rooms.has(room) && filter(event, payload)
      if (filtered) await writeGradually(room, event.name, filtered.payload)
    },
    members(room) {
      const { sockets } = io.of('/')
      return [...(rooms.get(room) ?? [])].flatMap((id) => (sockets.get(id) as RoomSocket | undefined) ?? []) // the namespace's sockets carry our data
    },
    size: (room) => rooms.get(room)?.size ?? 0,
  }
}
