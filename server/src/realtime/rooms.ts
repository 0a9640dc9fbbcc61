import type { EventRule } from '@virtual-courses/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { DisconnectReason, Server } from 'socket.io'
import type { UserSocket } from './sockets.ts'

export type RoomListener = {
  /** Something that a browser sent; the last of `args` may be its callback. */
  received(socket: UserSocket, name: string, args: unknown[]): void
  /** `onPurpose`: the browser left, or its session ended; else the line was lost. Its rooms are known no more. */
  gone(socket: UserSocket, onPurpose: boolean): void
}

/** Rooms of sockets of this process. Their names must not be those of users and sessions, which have a kind and a space in front. */
export type Rooms = {
  /** Hears everything that sockets send from now on. */
  listen(listener: RoomListener): void
  /** Sends an event to the sockets of a room, but not to those in `except`. A payload that does not fit its schema is logged, not sent. */
  emit(room: string, event: EventRule, payload: unknown, except?: string): void
  /** The sockets of a room. */
  members(room: string): UserSocket[]
  /** how many sockets are in a room */
  size(room: string): number
}

const leftOnPurpose = new Set<DisconnectReason>(['client namespace disconnect', 'server namespace disconnect'])

/** Gives features a way to rooms of sockets without the library's own types and promises. */
export function openRooms(io: Pick<Server, 'on' | 'to' | 'of'>, log: FastifyBaseLogger): Rooms {
  const { rooms } = io.of('/').adapter
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
      const to = except === undefined ? io.to(room) : io.to(room).except(except)
      to.emit(event.name, filtered.data)
    },
    members(room) {
      const { sockets } = io.of('/')
      return [...(rooms.get(room) ?? [])].flatMap((id) => (sockets.get(id) as UserSocket | undefined) ?? []) // the namespace's sockets carry our data
    },
    size: (room) => rooms.get(room)?.size ?? 0,
  }
}
