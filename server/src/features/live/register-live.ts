import type { FastifyInstance } from 'fastify'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import type { Rooms } from '#ports/rooms.ts'
import { createCleanUp } from './clean-up.ts'
import { deliverRoomEvents } from './deliver-room-events.ts'
import { handleRoomEvents } from './handle-room-events.ts'
import { createSlots, type Slots } from './participant-slots.ts'
import { subscribeRooms } from './room-events.ts'
import { serveLive } from './routes.ts'
import { showPeople } from './show-people.ts'

/** Milliseconds between two looks at the rooms: so much later than they say do the rules about absence take hold. */
const cleanupMs = 5000

export type LiveRooms = {
  /** Looks after places and sessions now; runs by itself all the time. */
  cleanUp(): Promise<void>
  /** rooms with sockets of this process, and how many */
  counts: Slots['counts']
}

/** Live sessions: their calls, and the rooms of their sockets. */
export function registerLive(server: FastifyInstance, routes: Routes, deps: FeatureDeps, rooms: Rooms): LiveRooms {
  serveLive(routes, deps)
  const slots = createSlots(rooms)
  const receive = deliverRoomEvents(rooms, slots, showPeople(deps, rooms))
  subscribeRooms(deps.db, receive)
  const settled = handleRoomEvents(deps, rooms, slots, receive)
  const cleanUp = createCleanUp(deps, slots, deps.clock.now())

  let cleaning: Promise<void> | undefined
  const timer = setInterval(() => {
    cleaning ??= cleanUp()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'live rooms cannot be looked after'))
      .finally(() => {
        cleaning = undefined
      })
  }, cleanupMs).unref()
  server.addHook('onClose', async () => {
    clearInterval(timer)
    await cleaning
    await settled()
  })
  return { cleanUp, counts: slots.counts }
}
