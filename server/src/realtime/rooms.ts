import type { FastifyBaseLogger } from 'fastify'
import type { DisconnectReason, Server } from 'socket.io'
import type { RoomSocket, Rooms } from '#ports/rooms.ts'
import { createFrameWriter } from './room-frames.ts'
import type { UserSocket } from './socket-identity.ts'

const leftOnPurpose = new Set<DisconnectReason>(['client namespace disconnect', 'server namespace disconnect'])

/** Implements the port `Rooms` with the rooms of Socket.IO. */
export function openRooms(io: Pick<Server, 'on' | 'to' | 'of'>, log: FastifyBaseLogger): Rooms {
  const { rooms } = io.of('/').adapter
  const write = createFrameWriter(io)
  return {
    listen(listener) {
      io.on('connection', (socket: UserSocket) => {
        socket.onAny((name: string, ...args: unknown[]) => listener.received(socket, name, args))
        socket.on('disconnect', (reason) => listener.gone(socket, leftOnPurpose.has(reason)))
      })
    },
    emit(room, event, payload, except) {
      if (!rooms.has(room)) return
      const filtered = event.payload.safeParse(payload)
      if (!filtered.success) {
        const issues = filtered.error.issues.slice(0, 5).map(({ code, path }) => ({ code, path }))
        return void log.error({ event: event.name, issues }, 'an event of a room does not fit its contract')
      }
      write(room, event.name, filtered.data, except)
    },
    members(room) {
      const { sockets } = io.of('/')
      return [...(rooms.get(room) ?? [])].flatMap((id) => (sockets.get(id) as RoomSocket | undefined) ?? []) // the namespace's sockets carry our data
    },
    size: (room) => rooms.get(room)?.size ?? 0,
  }
}
