import { msg } from '@lingui/core/runtime-macro'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { readableTime } from '#core/languages/readable-time.ts'
import { decideVisible } from '../../courses/index.ts'
import { requireOpen } from '../../openings/index.ts'
import { findLiveLecture, type LiveLecture } from '../queries.ts'
import { type Attendance, decideEntry } from '../rules.ts'

export type Attended = { lecture: LiveLecture; as: Attendance }

/**
 * Returns the lecture of a session for the course's educator and enrolled students. Throws `not_enrolled_live` for other users
 * who can see the course, whatever their role, and `not_found` for all others.
 */
export async function requireAttendance(
  on: Executor,
  lectureId: string,
  viewer: Pick<CurrentUser, 'id' | 'role'>,
): Promise<Attended> {
  const lecture = await findLiveLecture(on, lectureId, viewer.id)
  if (!lecture) throw new DomainError('not_found')
  const course = {
    creatorId: lecture.creator_id,
    published: lecture.is_published,
    removed: lecture.removed_at !== null,
  }
  if (!decideVisible(course, viewer, lecture.enrolled)) throw new DomainError('not_found')
  if (lecture.creator_id === viewer.id) return { lecture, as: 'owner' }
  if (lecture.enrolled) return { lecture, as: 'student' }
  throw new DomainError('not_enrolled_live')
}

/** Throws not_open_yet for a student to whom the lecture of a session is closed; what is said in its room is part of the course. */
export async function requireOpenTo(
  on: Executor,
  { lecture, as }: Attended,
  viewer: Pick<CurrentUser, 'id'>,
  deps: Pick<FeatureDeps, 'clock' | 'config'>,
): Promise<void> {
  if (as === 'student')
    await requireOpen(on, { id: lecture.id, courseId: lecture.course_id, isOpened: lecture.is_opened }, viewer, deps)
}

/** Throws `live_too_early`, with the time when the room opens, or `live_not_on`, unless the user may enter the room now. */
export function requireEntryTime(
  { lecture, as }: Attended,
  now: Date,
  { zone, locale }: { zone: string; locale: string },
): void {
  const decision = decideEntry(as, { state: lecture.live_state, startTime: lecture.live_start_time }, now)
  if ('ok' in decision) return
  if (decision.opensAt)
    throw new DomainError(
      'live_too_early',
      msg`This session begins on ${{ time: readableTime(decision.opensAt, zone, locale) }}. Please come back then.`,
    )
  throw new DomainError(
    decision.problem,
    as === 'owner' && lecture.live_state !== 'ended'
      ? msg`Start the session first. Then you can enter its room.`
      : undefined,
  )
}
