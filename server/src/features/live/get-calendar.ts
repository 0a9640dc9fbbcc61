import { msg } from '@lingui/core/runtime-macro'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { addEvent, openCalendar, sessionEvent } from './calendar.ts'
import { requireAttendance } from './room/attendance.ts'

/** Returns a calendar file with the scheduled session of a lecture, in the words of its reader. Throws not_found, not_enrolled_live, live_not_on. */
export async function getCalendar(
  { db, clock, config }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  lectureId: string,
  viewer: CurrentUser,
  say: Say,
): Promise<string> {
  const { lecture } = await requireAttendance(db, lectureId, viewer)
  if (lecture.live_state !== 'scheduled' || !lecture.live_start_time)
    throw new DomainError('live_not_on', msg`There is no scheduled session to put into a calendar`)
  const calendar = openCalendar(lecture.course_title, say)
  const session = {
    lectureId: lecture.id,
    title: { course: lecture.course_title, lecture: lecture.title },
    educator: lecture.creator_name,
    startTime: lecture.live_start_time,
    revision: lecture.live_revision,
  }
  const { publicUrl } = config
  addEvent(calendar, sessionEvent(session, { publicUrl, say }), { publicUrl, now: clock.now() })
  return calendar.toString()
}
