import type { EventRule, Role } from '@virtual-courses/contract'

/** A connection of a signed-in browser, as rooms see it. */
export type RoomSocket = {
  readonly id: string
  readonly connected: boolean
  readonly data: { viewer: { id: string; role: Role; name: string; email: string; sessionId: string } }
  join(rooms: string | string[]): void | Promise<void>
  leave(room: string): void | Promise<void>
  emit(name: string, ...args: unknown[]): boolean
  disconnect(close?: boolean): unknown
  readonly conn: { close(discard?: boolean): void }
}

export type RoomListener = {
  /** Called for each message of a browser; the last of `args` may be its callback. */
  received(socket: RoomSocket, name: string, args: unknown[]): void
  /** `onPurpose`: the browser left, or its session ended; otherwise the connection was lost. The socket has left its rooms already. */
  gone(socket: RoomSocket, onPurpose: boolean): void
}

/** Rooms of sockets of this process. Their names must not be those of users and sessions, which have a kind and a space in front. */
export type Rooms = {
  /** Calls the listener for everything that sockets send from now on. */
  listen(listener: RoomListener): void
  /** Sends an event to the sockets of a room, but not to those in `except`. A payload that does not fit its schema is logged, not sent. */
  emit(room: string, event: EventRule, payload: unknown, except?: string): void
  /** Returns the sockets of a room. */
  members(room: string): RoomSocket[]
  /** Returns how many sockets are in a room. */
  size(room: string): number
}
