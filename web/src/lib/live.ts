import type { EventRule, PayloadOf } from '@virtual-courses/contract'
import { io, type Socket } from 'socket.io-client'
import { session } from './session.ts'

/** A line that stays open, over which the server speaks without being asked; rooms also answer on it. */
export type Live = {
  /** Calls back whenever the server sends the event. */
  on<E extends EventRule>(event: E, hear: (payload: PayloadOf<E>) => void): void
  /** Calls back when the line stands, and again each time it does after it was broken: what was said meanwhile is lost. */
  onConnect(hear: () => void): void
  /** Calls back when the line breaks. */
  onLost(hear: () => void): void
  /** Says something to the server; without a line it is lost. */
  say(name: string, ...args: unknown[]): void
  /** Says something and answers what the server's callback brings. Rejects without a line, and when nothing comes for 10 seconds. */
  ask(name: string, ...args: unknown[]): Promise<unknown>
  /** Stops hearing. The line itself goes with the last who hears; `hangUp` breaks it at once, and others get a new one. */
  close(options?: { hangUp: boolean }): void
}

/** One request instead of four, and no proxy has to send them all to the same process; where it is barred, the other works. */
const transports = ['websocket', 'polling']
/** The socket's defaults of the specification (section 9), in milliseconds. */
const patience = {
  timeout: 20_000,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
}
/** How often both ways are tried again while the one that worked does not, in attempts. */
const rethink = 5
/** How long to wait after being sent away, in milliseconds: signing in elsewhere replaces the cookie at that moment. */
const afterKick = 500
/** How long to wait when there are too many tabs, or the server cannot tell who asks, in milliseconds. */
const afterRefusal = 30_000
/** How long an answer may take, in milliseconds. */
const answerMs = 10_000

type Line = { socket: Socket; close: () => void }

/**
 * Opens the line as who is signed in; the session's cookie says who that is. It finds its way back after breaks by itself
 * (after 1 to 5 seconds, for ever), and rests while the browser knows that it is offline. When the session is over it
 * stays closed and `session.end` is called.
 */
function openLine(): Line {
  // a manager of its own: a cached one would keep the listeners of the line before
  const socket = io({ transports, tryAllTransports: true, forceNew: true, ...patience })
  const { io: manager } = socket
  let sentAway = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => socket.connect(), milliseconds)
  }

  socket.on('connect', () => {
    const worked = manager.engine.transport.name
    manager.opts.transports = [worked]
    if (sentAway) void session.check()
    sentAway = false
  })
  manager.on('reconnect_attempt', (attempt) => {
    if (attempt % rethink === 0) manager.opts.transports = transports
  })
  socket.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect') return
    sentAway = true
    later(afterKick)
  })
  socket.on('connect_error', ({ message }) => {
    // a broken line, which the library mends; what follows are refusals, which it takes as final
    if (socket.active) return
    if (message === 'unauthenticated') session.end()
    else later(afterRefusal)
  })

  const rest = () => socket.disconnect()
  const wake = () => socket.connect()
  window.addEventListener('offline', rest)
  window.addEventListener('online', wake)
  return {
    socket,
    close() {
      clearTimeout(timer)
      window.removeEventListener('offline', rest)
      window.removeEventListener('online', wake)
      socket.removeAllListeners()
      socket.disconnect()
    },
  }
}

let shared: Line | undefined
let hearers = 0

/** The one line of this tab: news and rooms share it. Fetched after the page has come to life: see `when-quiet.ts`. */
export function openLive(): Live {
  // one that was refused rests until somebody wants it again: who signed in again hears as before; offline it rests on
  if (shared && !shared.socket.active && navigator.onLine) shared.socket.connect()
  shared ??= openLine()
  hearers++
  const line = shared
  const { socket } = line
  const heard: [name: string, hear: (payload: unknown) => void][] = []
  let closed = false
  const listen = (name: string, hear: (payload: unknown) => void) => {
    socket.on(name, hear)
    heard.push([name, hear])
  }
  return {
    // what the server sends was filtered by the event's schema
    on: (event, hear) => listen(event.name, hear as (payload: unknown) => void),
    onConnect(hear) {
      listen('connect', hear)
      if (socket.connected) queueMicrotask(() => !closed && hear())
    },
    onLost: (hear) => listen('disconnect', hear),
    say: (name, ...args) => void (socket.connected && socket.emit(name, ...args)),
    async ask(name, ...args) {
      if (!socket.connected) throw new Error('there is no line at the moment')
      return socket.timeout(answerMs).emitWithAck(name, ...args)
    },
    close({ hangUp } = { hangUp: false }) {
      if (closed) return
      closed = true
      for (const [name, hear] of heard) socket.off(name, hear)
      hearers--
      if (hearers === 0) {
        line.close()
        shared = undefined
      } else if (hangUp) socket.disconnect().connect()
    },
  }
}
