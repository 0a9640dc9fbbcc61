import type { EventRule, PayloadOf } from '@virtual-courses/contract'
import { io, type Socket } from 'socket.io-client'
import { session } from '../session/session.ts'

/** The socket connection of this tab: server events, and requests of live rooms. */
export type LiveConnection = {
  /** Subscribes to an event of the server. */
  on<E extends EventRule>(event: E, listener: (payload: PayloadOf<E>) => void): void
  /** Calls back when connected, and again after each reconnection: events in between are lost. */
  onConnect(listener: () => void): void
  /** Calls back when the connection is lost. */
  onDisconnect(listener: () => void): void
  /** Emits an event to the server; it is lost without a connection. */
  emit(name: string, ...args: unknown[]): void
  /** Emits an event and resolves with the server's acknowledgement. Rejects without a connection, and after 10 seconds. */
  request(name: string, ...args: unknown[]): Promise<unknown>
  /** Unsubscribes. The last subscriber closes the connection; `disconnect` cuts it at once, and the others get a new one. */
  close(options?: { disconnect: boolean }): void
}

/** WebSocket first: one request instead of four, and no need for sticky sessions. Polling works where it is blocked. */
const transports = ['websocket', 'polling']
/** The socket's defaults of the specification (section 9), in milliseconds. */
const timing = {
  timeout: 20_000,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
}
/** Number of failed attempts after which both transports are tried again. */
const attemptsPerTransport = 5
/** Retry delay after the server closed the connection, in milliseconds: signing in elsewhere replaces the cookie at that moment. */
const kickedRetryMs = 500
/** Retry delay when there are too many tabs, or the server cannot check the session, in milliseconds. */
const refusedRetryMs = 30_000
/** Timeout of a request, in milliseconds. */
const requestTimeoutMs = 10_000

type Connection = { socket: Socket; close: () => void }

/**
 * Connects as the current user; the session's cookie says who that is. Reconnects by itself (after 1 to 5 seconds, without an
 * end), and pauses while the browser is offline. When the session is over it stays closed and `session.end` is called.
 */
function connect(): Connection {
  // a manager of its own: a cached one would keep the listeners of the connection before
  const socket = io({ transports, tryAllTransports: true, forceNew: true, ...timing })
  const { io: manager } = socket
  let kicked = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const reconnectIn = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => socket.connect(), milliseconds)
  }

  socket.on('connect', () => {
    const worked = manager.engine.transport.name
    manager.opts.transports = [worked]
    if (kicked) void session.check()
    kicked = false
  })
  manager.on('reconnect_attempt', (attempt) => {
    if (attempt % attemptsPerTransport === 0) manager.opts.transports = transports
  })
  socket.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect') return
    kicked = true
    reconnectIn(kickedRetryMs)
  })
  socket.on('connect_error', ({ message }) => {
    // the library retries network errors; what follows are errors, which it takes as final
    if (socket.active) return
    if (message === 'unauthenticated') session.end()
    else reconnectIn(refusedRetryMs)
  })

  const pause = () => socket.disconnect()
  const resume = () => socket.connect()
  window.addEventListener('offline', pause)
  window.addEventListener('online', resume)
  return {
    socket,
    close() {
      clearTimeout(timer)
      window.removeEventListener('offline', pause)
      window.removeEventListener('online', resume)
      socket.removeAllListeners()
      socket.disconnect()
    },
  }
}

let shared: Connection | undefined
let subscribers = 0

/** Returns the one connection of this tab, shared by notifications and live rooms. Loaded after hydration, see `when-idle.ts`. */
export function openLiveConnection(): LiveConnection {
  // a refused connection waits for the next subscriber, such as after signing in again; offline it stays paused
  if (shared && !shared.socket.active && navigator.onLine) shared.socket.connect()
  shared ??= connect()
  subscribers++
  const connection = shared
  const { socket } = connection
  const listeners: [name: string, listener: (payload: unknown) => void][] = []
  let closed = false
  const listen = (name: string, listener: (payload: unknown) => void) => {
    socket.on(name, listener)
    listeners.push([name, listener])
  }
  return {
    // what the server sends was filtered by the event's schema
    on: (event, listener) => listen(event.name, listener as (payload: unknown) => void),
    onConnect(listener) {
      listen('connect', listener)
      if (socket.connected) queueMicrotask(() => !closed && listener())
    },
    onDisconnect: (listener) => listen('disconnect', listener),
    emit: (name, ...args) => void (socket.connected && socket.emit(name, ...args)),
    async request(name, ...args) {
      if (!socket.connected) throw new Error('not connected')
      return socket.timeout(requestTimeoutMs).emitWithAck(name, ...args)
    },
    close({ disconnect } = { disconnect: false }) {
      if (closed) return
      closed = true
      for (const [name, listener] of listeners) socket.off(name, listener)
      subscribers--
      if (subscribers === 0) {
        connection.close()
        shared = undefined
      } else if (disconnect) socket.disconnect().connect()
    },
  }
}
