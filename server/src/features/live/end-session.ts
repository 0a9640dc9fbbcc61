import { slotKeptSeconds } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { LiveEndReason } from '#db/schema.ts'
import { lockOwnLecture, publishLiveChanged, setLectureSession } from '../lectures/index.ts'
import { noteAttendance } from './attendance/attendance-queries.ts'
import { attendanceCounts } from './attendance/tick-attended.ts'
import { endSessionRow, findOpenSession, findSession } from './queries.ts'
import { stopWithSession } from './recording/record-session.ts'
import { toRoom } from './room/room-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Ends the session of an owner's lecture, if it is live. Throws not_found. */
export async function endOwnSession({ db, clock }: Deps, ownerId: string, lectureId: string): Promise<void> {
  await transact(db, async (tx) => {
    const lecture = await lockOwnLecture(tx, lectureId, ownerId)
    if (lecture.liveState !== 'live') return
    const session = await findOpenSession(tx, lectureId)
    await closeLecture(tx, { ...lecture, id: lectureId })
    if (session) await closeRoom(tx, session.id, clock.now(), 'ended')
    if (lecture.published) tx.invalidate('catalogue')
  })
}

type EndedLecture = { id: string; courseId: string; liveStartTime: Date | null }

/** Sets a lecture's session to `ended` and notifies all who can see the lecture. The caller remakes the document of the course. */
export async function closeLecture(tx: Tx, { id, courseId, liveStartTime }: EndedLecture): Promise<void> {
  await setLectureSession(tx, id, { state: 'ended', startTime: liveStartTime })
  await publishLiveChanged(tx, { courseId, lectureId: id, state: 'ended', startTime: liveStartTime })
}

/** Ends a session for good and sends its participants out of the room, with the reason. */
export async function closeRoom(tx: Tx, sessionId: string, now: Date, reason: LiveEndReason): Promise<void> {
  const lectureId = (await findSession(tx, sessionId))?.lecture_id ?? null
  await stopWithSession(tx, sessionId, now)
  await noteAttendance(tx, { sessionId, since: new Date(now.getTime() - slotKeptSeconds * 1000) }, now)
  if (!(await endSessionRow(tx, sessionId, now, reason))) return
  tx.publish(toRoom({ kind: 'ended', room: sessionId, reason }))
  if (lectureId !== null) tx.enqueue(attendanceCounts, { lectureId })
}
