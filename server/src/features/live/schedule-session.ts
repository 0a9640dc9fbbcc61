import { msg } from '@lingui/core/runtime-macro'
import type { api, BodyOf, LiveState } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import { withAttempt } from '#core/limits/rate-limits.ts'
import { requireVersion } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import {
  lockOwnLecture,
  parseLocalTime,
  publishLiveChanged,
  requireKind,
  scheduleVersion,
  sessionScheduled,
  setLectureSession,
} from '../lectures/index.ts'
import { closeRoom } from './end-session.ts'
import { findOpenSession } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

export type Scheduled = {
  liveState: LiveState
  liveStartTime: string | null
  scheduleVersion: string
  message: Sentence
}

/**
 * Sets, moves or, without a time, cancels the start of the session of an owner's lecture. A time without zone is in the platform's
 * time zone. A room where students wait is closed unless it may still be open at the new time. Throws not_found, live_is_on,
 * changed_elsewhere, invalid_input, rate_limited.
 */
export async function scheduleSession(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  { liveStartTime: time, version }: BodyOf<typeof api.live.schedule>,
): Promise<Scheduled> {
  const startTime = readTime(time, deps.config.TIME_ZONE)
  const schedule = async (tx: Tx, count: () => void): Promise<Scheduled> => {
    const lecture = await lockOwnLecture(tx, lectureId, ownerId)
    requireKind(lecture.kind)
    if (lecture.liveState === 'live') throw new DomainError('live_is_on')
    requireVersion(version, scheduleVersion(lecture))
    const state: LiveState = startTime ? 'scheduled' : lecture.liveState === 'ended' ? 'ended' : 'none'
    const keptTime = startTime ?? (state === 'ended' ? lecture.liveStartTime : null)
    const same = state === lecture.liveState && keptTime?.getTime() === lecture.liveStartTime?.getTime()
    const message = startTime ? msg`Live session scheduled` : msg`Live session cancelled`
    const reply = {
      liveState: state,
      liveStartTime: keptTime?.toISOString() ?? null,
      scheduleVersion: scheduleVersion({ liveState: state, liveStartTime: keptTime }),
      message,
    }
    if (same) return reply
    count()
    await setLectureSession(tx, lectureId, { state, startTime: keptTime })
    const now = deps.clock.now()
    const waiting = await findOpenSession(tx, lectureId)
    if (waiting && !(startTime && startTime <= now)) await closeRoom(tx, waiting.id, now, 'ended')
    if (startTime && lecture.hasStudents)
      tx.enqueue(sessionScheduled, { lectureId, startTime: startTime.toISOString() })
    await publishLiveChanged(tx, { courseId: lecture.courseId, lectureId, state, startTime: keptTime })
    if (lecture.published) tx.invalidate('catalogue')
    return reply
  }
  return withAttempt([[deps.limits.liveChanges, ownerId]], (count) => transact(deps.db, (tx) => schedule(tx, count)))
}

function readTime(text: string | null | undefined, zone: string): Date | null {
  if (!text || text === 'null') return null
  const time = parseLocalTime(text, zone)
  if (!time) throw new DomainError('invalid_input', msg`Please enter a date and time that exists`)
  return time
}
