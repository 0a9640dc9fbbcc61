import type { EventRule, Role } from '@virtual-courses/contract'

/** The socket of a signed-in browser. */
export type RoomSocket = {
  readonly id: string
  readonly connected: boolean
  readonly data: {
    viewer: {
      id: string
      role: Role
      name: string
      email: string
      sessionId: string
      language: string | null
      hasFactor: boolean
    }
    /** in which sentences are sent to it */
    language: string
  }
  join(rooms: string | string[]): void | Promise<void>
  leave(room: string): void | Promise<void>
  emit(name: string, ...args: unknown[]): boolean
  disconnect(close?: boolean): unknown
  readonly conn: { close(discard?: boolean): void }
}

export type RoomListener = {
  /** Called for each event of a browser; the last of `args` may be its callback. */
  received(socket: RoomSocket, name: string, args: unknown[]): void
  /** Called after a disconnect, when the socket has left its rooms. `onPurpose` is false when the connection was lost. */
  gone(socket: RoomSocket, onPurpose: boolean): void
}

/** Rooms of sockets of this process. Room names must not begin with "user " or "session ", which `realtime/sockets.ts` uses. */
export type Rooms = {
  /** Registers a listener for the events of all sockets. */
  listen(listener: RoomListener): void
  /** Sends an event to the sockets of a room except those in the room `except`. An invalid payload is logged and not sent. */
  emit(room: string, event: EventRule, payload: unknown, except?: string): void
  /**
   * Sends an event that is large and can wait to the sockets that are in a room now, some at a time, so that other events do not wait for
   * all of it. Resolves when everyone who is still in the room has it.
   */
  emitGradually(room: string, event: EventRule, payload: unknown): Promise<void>
  /** Returns the sockets of a room. */
  members(room: string): RoomSocket[]
  /** Returns the number of sockets in a room. */
  size(room: string): number
}
