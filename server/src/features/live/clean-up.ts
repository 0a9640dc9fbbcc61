import { educatorAwaySeconds, placeKeptSeconds } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import type { RoomSocket } from '#ports/rooms.ts'
import { closeLecture, closeRoom } from './end-session.ts'
import { deleteLostPlace, findLostPlaces, markSeen } from './participant-queries.ts'
import type { Slots } from './participant-slots.ts'
import { findSessionsToEnd, lockLecture, lockSession, markEducatorSeen } from './queries.ts'
import { toRoom } from './room-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/**
 * Keeps rooms as they are said to be. Every process does it, all the time: it says which of its sockets still sit, takes away places
 * that were kept long enough, and ends sessions that no one holds. `since` is when this process began: for who was cut off by a
 * restart the time to come back counts from there.
 */
export function createCleanUp(deps: Deps, slots: Slots, since: Date): () => Promise<void> {
  const { db, clock } = deps
  return async () => {
    await saySeated(deps, slots)
    const now = clock.now()
    const upMs = now.getTime() - since.getTime()
    if (upMs >= placeKeptSeconds * 1000) {
      const lostBefore = new Date(now.getTime() - placeKeptSeconds * 1000)
      for (const { peer_id, session_id } of await findLostPlaces(db, lostBefore)) {
        await transact(db, async (tx) => {
          await lockSession(tx, session_id)
          if (await deleteLostPlace(tx, peer_id, lostBefore))
            tx.publish(toRoom({ kind: 'left', room: session_id, peer: peer_id }))
        })
      }
    }
    const awayMs = educatorAwaySeconds * 1000
    const absentSince = new Date(upMs < awayMs ? 0 : now.getTime() - awayMs)
    for (const { id, lecture_id } of await findSessionsToEnd(db, absentSince)) {
      await endUnheld(deps, id, lecture_id, absentSince)
    }
  }
}

/** Places of this process's sockets are marked as seen; a socket whose place is gone comes back over a new line. */
async function saySeated({ db, clock }: Deps, slots: Slots): Promise<void> {
  const sitting = slots.all()
  if (sitting.length === 0) return
  const now = clock.now()
  const held = sitting.map(({ socket, slot }) => ({ peerId: slot.peerId, socketId: socket.id }))
  const seen = await markSeen(db, held, now)
  const isStillInSlot = (socket: RoomSocket, peerId: string) => slots.of(socket)?.peerId === peerId
  for (const { socket, slot } of sitting) {
    if (!isStillInSlot(socket, slot.peerId)) continue
    if (seen.has(slot.peerId)) {
      if (slot.isEducator) await markEducatorSeen(db, slot.roomId, now)
    } else {
      slots.leave(socket)
      socket.conn.close()
    }
  }
}

/** Ends a session that the educator has left, or whose lecture is gone, unless that has changed meanwhile. */
async function endUnheld({ db, clock }: Deps, id: string, lectureId: string | null, absentSince: Date): Promise<void> {
  await transact(db, async (tx) => {
    const lecture = lectureId === null ? undefined : await lockLecture(tx, lectureId)
    const session = await lockSession(tx, id)
    if (!session || session.ended_at !== null) return
    const gone = lecture === undefined || lecture.removed_at !== null
    const away = session.educator_seen_at !== null && session.educator_seen_at < absentSince
    if (!gone && !away) return
    const wasLive = lecture?.live_state === 'live' || lecture?.live_state === 'scheduled'
    if (lecture && wasLive)
      await closeLecture(tx, { id: lecture.id, courseId: lecture.course_id, liveStartTime: lecture.live_start_time })
    await closeRoom(tx, id, clock.now(), gone ? 'course-gone' : 'educator-gone')
    if (lecture?.is_published) tx.invalidate('catalogue')
  })
}
