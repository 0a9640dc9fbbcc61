import { educatorAwaySeconds } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { withAttempt } from '#core/limits/rate-limits.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import {
  lockLectureForShare,
  lockOwnLecture,
  publishLiveChanged,
  requireKind,
  sessionStarted,
  setLectureSession,
} from '../lectures/index.ts'
import { findOpenSession, insertSession, isRemoved, startSessionRow } from './queries.ts'
import { requireAttendance, requireEntryTime, requireOpenTo } from './room/attendance.ts'
import { toRoom } from './room/room-events.ts'
import { startTimeAtStart } from './rules.ts'

/** How long a started session waits for its educator, who prepares camera and microphone before entering. Milliseconds. */
const firstEntryMs = 5 * 60_000

/**
 * Starts the session of an owner's lecture, in the room where students may already wait, and returns the room id. A session that
 * is live stays as it is. Throws not_found, rate_limited.
 */
export async function startSession(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  ownerId: string,
  lectureId: string,
): Promise<string> {
  const start = async (tx: Tx, count: () => void): Promise<string> => {
    const lecture = await lockOwnLecture(tx, lectureId, ownerId)
    requireKind(lecture.kind)
    const open = await findOpenSession(tx, lectureId)
    if (open?.started_at) return open.id
    count()
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
  }
  return withAttempt([[deps.limits.liveChanges, ownerId]], (count) => transact(deps.db, (tx) => start(tx, count)))
}

/**
 * Returns the room id of a session for a user who may enter it now. The first student who comes before the educator opens the
 * room. Throws not_found, not_enrolled_live, not_open_yet, live_too_early, live_not_on, live_removed.
 */
export async function openRoom(
  { db, clock, config }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  lectureId: string,
  viewer: CurrentUser,
  { locale }: Say,
): Promise<string> {
  return transact(db, async (tx) => {
    await lockLectureForShare(tx, lectureId)
    const now = clock.now()
    const attended = await requireAttendance(tx, lectureId, viewer)
    await requireOpenTo(tx, attended, viewer, { clock, config })
    requireEntryTime(attended, now, { zone: config.TIME_ZONE, locale })
    const session = await findOpenSession(tx, lectureId)
    if (session && (await isRemoved(tx, session.id, viewer.id))) throw new DomainError('live_removed')
    return session?.id ?? openSession(tx, lectureId, now)
  })
}

/** Opens a session, or returns the one that another user has opened at the same time. The lecture must be locked. */
async function openSession(tx: Tx, lectureId: string, now: Date): Promise<string> {
  await insertSession(tx, { id: newId(), lecture_id: lectureId, created_at: now })
  const session = await findOpenSession(tx, lectureId)
  if (!session) throw new Error('a session that was just opened is not there')
  return session.id
}
