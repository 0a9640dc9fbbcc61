import { educatorAwaySeconds } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockOwnLecture, publishLiveChanged, sessionStarted, setLectureSession } from '../lectures/index.ts'
import { findOpenSession, insertSession, startSessionRow } from './queries.ts'
import { toRoom } from './room-events.ts'
import { startTimeAtStart } from './rules.ts'

/** The educator prepares camera and microphone before he enters: so long does the room wait for him, in milliseconds. */
export const firstEntryMs = 5 * 60_000

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/**
 * Starts the session of an owner's lecture, in the room where students wait already, and answers the room. While it is live,
 * nothing happens but the answer. Throws not_found, rate_limited.
 */
export async function startSession(deps: Deps, ownerId: string, lectureId: string): Promise<string> {
  return transact(deps.db, async (tx) => {
    const lecture = await lockOwnLecture(tx, lectureId, ownerId)
    const open = await findOpenSession(tx, lectureId)
    if (open?.started_at) return open.id
    await deps.limits.liveChanges.consume(ownerId)
    const now = deps.clock.now()
    const startTime = startTimeAtStart({ state: lecture.liveState, startTime: lecture.liveStartTime }, now)
    await setLectureSession(tx, lectureId, { state: 'live', startTime })
    const id = open?.id ?? (await openSession(tx, lectureId, now))
    await startSessionRow(tx, id, now, new Date(now.getTime() + firstEntryMs - educatorAwaySeconds * 1000))
    if (lecture.hasStudents) tx.enqueue(sessionStarted, { lectureId, startedAt: now.toISOString() })
    await publishLiveChanged(tx, { courseId: lecture.courseId, lectureId, state: 'live', startTime })
    if (open) tx.publish(toRoom({ kind: 'people', room: id }))
    if (lecture.published) tx.invalidate('catalogue')
    return id
  })
}

/** A student who comes at this moment may have opened it first. */
async function openSession(tx: Tx, lectureId: string, now: Date): Promise<string> {
  await insertSession(tx, { id: newId(), lecture_id: lectureId, created_at: now })
  const session = await findOpenSession(tx, lectureId)
  if (!session) throw new Error('a session that was just opened is not there')
  return session.id
}
