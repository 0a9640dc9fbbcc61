import { isolate } from '@virtual-courses/contract'
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { LiveLecture } from './queries.ts'
import { requireAttendance } from './room/attendance.ts'

/** Length of the calendar event in milliseconds: a session has no planned end, but an event needs one. */
const eventLengthMs = 3600_000

/** Returns a calendar file with the scheduled session of a lecture. Throws not_found, not_enrolled_live, live_not_on. */
export async function getCalendar(
  { db, clock, config }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  lectureId: string,
  viewer: CurrentUser,
): Promise<string> {
  const { lecture } = await requireAttendance(db, lectureId, viewer)
  if (lecture.live_state !== 'scheduled' || !lecture.live_start_time)
    throw new DomainError('live_not_on', 'There is no scheduled session to put into a calendar')
  return calendarOf(lecture, lecture.live_start_time, config.publicUrl, clock.now())
}

/**
 * The event id is derived from the lecture, and each change of the schedule increases the sequence number: a calendar that imports
 * the file again moves its event instead of adding another.
 */
function calendarOf(lecture: LiveLecture, startTime: Date, publicUrl: string, now: Date): string {
  const page = `${publicUrl}/live/${encodeURIComponent(lecture.id)}`
  const calendar = ical({
    name: escapeText(inLine(lecture.course_title)),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Virtual Courses', product: 'Live sessions', language: 'EN' },
  })
  calendar.createEvent({
    id: `live-${lecture.id}@${new URL(publicUrl).hostname}`,
    sequence: lecture.live_revision,
    stamp: now,
    start: startTime,
    end: new Date(startTime.getTime() + eventLengthMs),
    summary: `${isolate(inLine(lecture.course_title))}: ${isolate(inLine(lecture.title))}`,
    description: `Live session with ${isolate(inLine(lecture.creator_name))}.\n${page}`,
    url: page,
    location: page,
  })
  return calendar.toString()
}

/** Titles may contain line breaks; calendar fields must not. */
const inLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Escapes a text value (RFC 5545, 3.3.11): the library does so for events, and not for the name of the calendar. */
const escapeText = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`)
