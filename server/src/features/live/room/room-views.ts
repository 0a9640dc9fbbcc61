import { liveEvents } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Rooms } from '#ports/rooms.ts'
import { presentParticipant, presentRoom, presentWaiting } from '../present.ts'
import { findSession } from '../queries.ts'
import { findRunning } from '../recording/recording-queries.ts'
import { findHosts, findParticipants, findWaiting } from './participant-queries.ts'
import { peerName, roomName } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log'>

/** Delay of the first update after a change, in milliseconds; changes within this time share one update. */
const gatherMs = 30
/** Additional delay in milliseconds for each pair of participants: each list goes to everyone and names everyone. */
const perPairMs = 0.02
/** Maximum delay of an update in milliseconds, however many participants there are. */
const maxDelayMs = 20_000

/**
 * Returns functions that emit what is seen of a room to the sockets of this process after a change. Each process reads it from the
 * database after it was notified of the change, so the last view is right in whichever order events arrive.
 */
export function createRoomViews({ db, log }: Deps, rooms: Rooms) {
  const people = (roomId: string): number => rooms.size(roomName(roomId))
  const soon = () => gatherMs

  const showParticipants = gathered(
    log,
    async (roomId) => {
      if (people(roomId) === 0) return
      const participants = (await findParticipants(db, roomId)).map(presentParticipant)
      await rooms.emitGradually(roomName(roomId), liveEvents.participants, { roomId, participants })
    },
    (roomId) => Math.min(maxDelayMs, gatherMs + perPairMs * people(roomId) ** 2),
  )
  const showStatus = gathered(
    log,
    async (roomId) => {
      const session = people(roomId) > 0 ? await findSession(db, roomId) : undefined
      if (!session) return
      const status = presentRoom(session, await findRunning(db, roomId))
      rooms.emit(roomName(roomId), liveEvents.roomStatus, { roomId, status })
    },
    soon,
  )
  /** The list of those who wait goes to the hosts, once there was someone in it. */
  const shown = new Set<string>()
  const showWaiting = gathered(
    log,
    async (roomId) => {
      if (people(roomId) === 0) return void shown.delete(roomId)
      const waiting = await findWaiting(db, roomId)
      if (waiting.length === 0 && !shown.has(roomId)) return
      shown.add(roomId)
      for (const { peer_id } of await findHosts(db, roomId))
        rooms.emit(peerName(roomId, peer_id), liveEvents.waiting, { roomId, people: waiting.map(presentWaiting) })
    },
    soon,
  )
  return { showParticipants, showStatus, showWaiting }
}

/** Returns a function that shows a room after a delay, once for all its calls within that time. */
function gathered(
  log: Deps['log'],
  show: (roomId: string) => Promise<void>,
  delayOf: (roomId: string) => number,
): (roomId: string) => void {
  const states = new Map<string, 'waiting' | 'reading' | 'again'>()
  const run = async (roomId: string): Promise<void> => {
    states.set(roomId, 'reading')
    await show(roomId)
    const changed = states.get(roomId) === 'again'
    states.delete(roomId)
    if (changed) later(roomId)
  }
  const later = (roomId: string): void => {
    const state = states.get(roomId)
    if (state === 'waiting') return
    if (state !== undefined) return void states.set(roomId, 'again')
    states.set(roomId, 'waiting')
    setTimeout(() => {
      run(roomId).catch((error: unknown) => {
        states.delete(roomId)
        log.warn({ err: error }, 'what is seen of a room cannot be read')
      })
    }, delayOf(roomId)).unref()
  }
  return later
}
