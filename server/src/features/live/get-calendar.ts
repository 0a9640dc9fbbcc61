import { msg } from '@lingui/core/runtime-macro'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { addSession, openCalendar } from './calendar.ts'
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
    lectureTitle: lecture.title,
    courseTitle: lecture.course_title,
    educator: lecture.creator_name,
    startTime: lecture.live_start_time,
    revision: lecture.live_revision,
  }
  addSession(calendar, session, { publicUrl: config.publicUrl, now: clock.now(), say })
  return calendar.toString()
}
