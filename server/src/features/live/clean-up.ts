import { setImmediate } from 'node:timers/promises'
import { educatorAwaySeconds, slotKeptSeconds } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import type { RoomSocket } from '#ports/rooms.ts'
import { lockLecture } from '../lectures/index.ts'
import { noteAttendance, noteSeconds } from './attendance/attendance-queries.ts'
import { closeLecture, closeRoom } from './end-session.ts'
import { findSessionsToEnd, lockSession, markEducatorSeen } from './queries.ts'
import { keepFloor } from './room/keep-floor.ts'
import { deleteLostParticipant, findLostParticipants, markSeen } from './room/participant-queries.ts'
import { slotGone, toRoom } from './room/room-events.ts'
import type { Slots } from './room/slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** A cleanup that begins so many milliseconds after the one before is late: no one could come back through this process meanwhile. */
const lateMs = 15_000

/**
 * Returns the cleanup that each process runs regularly: it marks the slots of its sockets as seen, deletes slots that were lost
 * for too long, and ends sessions without an educator. Absence counts from `since`, the start of this process, or the end of a
 * time in which it could not work.
 */
export function createCleanUp(deps: Deps, slots: Slots, since: Date): (sinceLastMs?: number) => Promise<void> {
  const { db, clock } = deps
  let from = since
  const cleanUp = async (): Promise<void> => {
    // read first, because marking may take long: no slot that is marked is lost
    const now = clock.now()
    await markConnected(deps, slots, now)
    const upMs = now.getTime() - from.getTime()
    if (upMs >= slotKeptSeconds * 1000) {
      const lostBefore = new Date(now.getTime() - slotKeptSeconds * 1000)
      for (const { peer_id, session_id } of await findLostParticipants(db, lostBefore)) {
        await transact(db, async (tx) => {
          await lockSession(tx, session_id)
          const gone = await deleteLostParticipant(tx, peer_id, lostBefore)
          if (!gone) return
          await keepFloor(tx, gone)
          tx.publish(toRoom(slotGone(session_id, peer_id, gone)))
        })
      }
    }
    const awayMs = educatorAwaySeconds * 1000
    const absentSince = new Date(upMs < awayMs ? 0 : now.getTime() - awayMs)
    for (const { id, lecture_id } of await findSessionsToEnd(db, absentSince)) {
      await endAbandoned(deps, id, lecture_id, absentSince)
    }
  }
  return async (sinceLastMs = 0) => {
    if (sinceLastMs >= lateMs) {
      from = clock.now()
      // sockets that were closed meanwhile are read as closed first
      await setImmediate()
    }
    await cleanUp().catch((error: unknown) => {
      // while the database was away no process could mark its sockets as seen
      from = clock.now()
      throw error
    })
  }
}

/** Marks the slots of this process's sockets as seen. A socket whose slot was deleted is disconnected; the browser reconnects. */
async function markConnected({ db }: Deps, slots: Slots, now: Date): Promise<void> {
  const connected = slots.all()
  const owned = slots.held().map(({ socket, slot }) => ({ peerId: slot.peerId, socketId: socket.id }))
  if (owned.length === 0) return
  const seen = await markSeen(db, owned, now)
  await noteAttendance(db, { owned }, now, noteSeconds)
  const isStillInSlot = (socket: RoomSocket, peerId: string) => slots.of(socket)?.peerId === peerId
  for (const { socket, slot } of connected) {
    if (!isStillInSlot(socket, slot.peerId)) continue
    if (seen.has(slot.peerId)) {
      if (slot.isEducator) await markEducatorSeen(db, slot.roomId, now)
    } else {
      slots.leave(socket)
      socket.conn.close()
    }
  }
}

/** Ends a session that the educator has left, or whose lecture was deleted, unless that has changed meanwhile. */
async function endAbandoned(
  { db, clock }: Deps,
  id: string,
  lectureId: string | null,
  absentSince: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const lecture = lectureId === null ? undefined : await lockLecture(tx, lectureId)
    const session = await lockSession(tx, id)
    if (!session || session.ended_at !== null) return
    const deleted = lecture === undefined || lecture.removed_at !== null
    const away = session.educator_seen_at !== null && session.educator_seen_at < absentSince
    if (!deleted && !away) return
    const wasLive = lecture?.live_state === 'live' || lecture?.live_state === 'scheduled'
    if (lecture && wasLive)
      await closeLecture(tx, { id: lecture.id, courseId: lecture.course_id, liveStartTime: lecture.live_start_time })
    await closeRoom(tx, id, clock.now(), deleted ? 'course-gone' : 'educator-gone')
    if (lecture?.is_published) tx.invalidate('catalogue')
  })
}
