import type { FastifyInstance } from 'fastify'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import type { Rooms } from '#ports/rooms.ts'
import { handleRoomEvents } from './handle-room-events.ts'
import { subscribeRooms } from './room-news.ts'
import { serveLive } from './routes.ts'
import { createSeats, type Seats } from './seats.ts'
import { showNews } from './show-news.ts'
import { showPeople } from './show-people.ts'
import { createSweep } from './sweep.ts'

/** Milliseconds between two looks at the rooms: so much later than they say do the rules about absence take hold. */
const sweepMs = 5000

export type LiveRooms = {
  /** Looks after places and sessions now; runs by itself all the time. */
  sweep(): Promise<void>
  /** rooms with sockets of this process, and how many */
  counts: Seats['counts']
}

/** Live sessions: their calls, and the rooms of their sockets. */
export function registerLive(server: FastifyInstance, routes: Routes, deps: FeatureDeps, rooms: Rooms): LiveRooms {
  serveLive(routes, deps)
  const seats = createSeats(rooms)
  const receive = showNews(rooms, seats, showPeople(deps, rooms))
  subscribeRooms(deps.db, receive)
  const settled = handleRoomEvents(deps, rooms, seats, receive)
  const sweep = createSweep(deps, seats, deps.clock.now())

  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'live rooms cannot be looked after'))
      .finally(() => {
        sweeping = undefined
      })
  }, sweepMs).unref()
  server.addHook('onClose', async () => {
    clearInterval(timer)
    await sweeping
    await settled()
  })
  return { sweep, counts: seats.counts }
}
