import { msg } from '@lingui/core/runtime-macro'
import { isolate } from '@virtual-courses/contract'
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import type { LiveLecture } from './queries.ts'
import { requireAttendance } from './room/attendance.ts'

/** Length of the calendar event in milliseconds: a session has no planned end, but an event needs one. */
const eventLengthMs = 3600_000

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
  return calendarOf(lecture, { startTime: lecture.live_start_time, publicUrl: config.publicUrl, now: clock.now(), say })
}

/**
 * The event id is derived from the lecture, and each change of the schedule increases the sequence number: a calendar that imports
 * the file again moves its event instead of adding another.
 */
function calendarOf(
  lecture: LiveLecture,
  { startTime, publicUrl, now, say }: { startTime: Date; publicUrl: string; now: Date; say: Say },
): string {
  const page = `${publicUrl}/live/${encodeURIComponent(lecture.id)}`
  const calendar = ical({
    name: escapeText(inLine(lecture.course_title)),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Virtual Courses', product: 'Live sessions', language: say.language.toUpperCase() },
  })
  calendar.createEvent({
    id: `live-${lecture.id}@${new URL(publicUrl).hostname}`,
    sequence: lecture.live_revision,
    stamp: now,
    start: startTime,
    end: new Date(startTime.getTime() + eventLengthMs),
    summary: `${isolate(inLine(lecture.course_title))}: ${isolate(inLine(lecture.title))}`,
    description: `${say(msg`Live session with ${{ educator: isolate(inLine(lecture.creator_name)) }}.`)}\n${page}`,
    url: page,
    location: page,
  })
  return calendar.toString()
}

/** Titles may contain line breaks; calendar fields must not. */
const inLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Escapes a text value (RFC 5545, 3.3.11): the library does so for events, and not for the name of the calendar. */
const escapeText = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`)
