import type { EventRule, PayloadOf } from '@virtual-courses/contract'
import { io } from 'socket.io-client'
import { session } from './session.ts'

/** A line that stays open, over which the server speaks without being asked. */
export type Live = {
  /** Calls back whenever the server sends the event. */
  on<E extends EventRule>(event: E, hear: (payload: PayloadOf<E>) => void): void
  /** Calls back when the line stands, and again each time it does after it was broken: what was said meanwhile is lost. */
  onConnect(hear: () => void): void
  close(): void
}

/** One request instead of four, and no proxy has to send them all to the same process; where it is barred, the other works. */
const transports = ['websocket', 'polling']
/** How often both ways are tried again while the one that worked does not, in attempts. */
const rethink = 5
/** How long to wait after being sent away, in milliseconds: signing in elsewhere replaces the cookie at that moment. */
const afterKick = 500
/** How long to wait when there are too many tabs, or the server cannot tell who asks, in milliseconds. */
const afterRefusal = 30_000

/**
 * Opens the line as who is signed in; the session's cookie says who that is. It finds its way back after breaks by itself
 * (after 1 to 5 seconds, for ever), and rests while the browser knows that it is offline. When the session is over it
 * stays closed and `session.end` is called. Fetched after the page has come to life: see `when-quiet.ts`.
 */
export function openLive(): Live {
  const socket = io({ transports, tryAllTransports: true })
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
    on(event, hear) {
      // what the server sends was filtered by the event's schema
      socket.on(event.name, hear as (payload: unknown) => void)
    },
    onConnect: (hear) => void socket.on('connect', hear),
    close() {
      clearTimeout(timer)
      window.removeEventListener('offline', rest)
      window.removeEventListener('online', wake)
      socket.removeAllListeners()
      socket.disconnect()
    },
  }
}
