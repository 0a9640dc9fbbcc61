import type { FastifyInstance } from 'fastify'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import type { Rooms } from '#ports/rooms.ts'
import { createCleanUp } from './clean-up.ts'
import { createRoomMedia, type RoomMediaHandler } from './media/room-media.ts'
import { superviseRecordings } from './recording/record-session.ts'
import { catchUp, createKnownMessages } from './room/catch-up.ts'
import { deliverRoomEvents } from './room/deliver-room-events.ts'
import { handleRoomEvents } from './room/handle-room-events.ts'
import { type RoomEvent, subscribeRooms } from './room/room-events.ts'
import { createSlots, type Slots } from './room/slots.ts'
import { serveLive } from './routes.ts'
import { registerTogether } from './together/register-together.ts'

/** Milliseconds between two runs of the cleanup: the rules about absence apply up to that much later. */
const cleanupMs = 5000

export type LiveRooms = {
  /** Runs the cleanup now; a timer runs it regularly. `sinceLastMs`: how long ago the one before began. */
  cleanUp(sinceLastMs?: number): Promise<void>
  counts(): ReturnType<Slots['counts']> & { media: ReturnType<RoomMediaHandler['counts']> }
}

/** Registers live sessions: their endpoints, and the rooms of their sockets. */
export function registerLive(server: FastifyInstance, routes: Routes, deps: FeatureDeps, rooms: Rooms): LiveRooms {
  const known = createKnownMessages()
  serveLive(routes, deps, known)
  const slots = createSlots()
  const media = createRoomMedia(deps, rooms, slots)
  const deliver = deliverRoomEvents(deps, rooms, slots)
  const receive = (event: RoomEvent): void => {
    known.happened(event)
    deliver(event)
    media.happened(event)
  }
  subscribeRooms(deps.db, receive)
  const together = registerTogether(routes, deps, rooms)
  catchUp(deps, slots, known, { inRoom: receive, together: together.receive })
  const settled = handleRoomEvents({ ...deps, known, react: together.react }, rooms, slots, { receive, media })
  const cleanUp = createCleanUp(deps, slots, deps.clock.now())

  const failed = (error: unknown): void => deps.log.warn({ err: error }, 'the cleanup of live rooms failed')
  let begunAt = performance.now()
  let cleaning: Promise<void> | undefined
  let supervising: Promise<void> | undefined
  const timer = setInterval(() => {
    // a full disk takes long to measure: who is there is not noted the later for it
    supervising ??= superviseRecordings(deps)
      .catch(failed)
      .finally(() => {
        supervising = undefined
      })
    if (cleaning) return
    const sinceLastMs = performance.now() - begunAt
    begunAt += sinceLastMs
    cleaning = cleanUp(sinceLastMs)
      .catch(failed)
      .finally(() => {
        cleaning = undefined
      })
  }, cleanupMs).unref()
  server.addHook('onClose', async () => {
    clearInterval(timer)
    await Promise.all([cleaning, supervising])
    await settled()
    await media.close()
  })
  return { cleanUp, counts: () => ({ ...slots.counts(), media: media.counts() }) }
}
