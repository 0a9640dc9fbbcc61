import ical, { ICalCalendarMethod } from 'ical-generator'
import type { LiveLecture } from './queries.ts'

/** No one says how long a session will be; calendars want to know. Milliseconds. */
const usualLengthMs = 3600_000

/**
 * A calendar file with one event, the scheduled session of a lecture. The id of the event is the lecture's, and each change of the
 * schedule has a higher sequence: a calendar that takes the file again moves the event instead of adding another one.
 */
export function calendarOf(lecture: LiveLecture, startTime: Date, publicUrl: string, now: Date): string {
  const page = `${publicUrl}/live/${encodeURIComponent(lecture.id)}`
  const calendar = ical({
    name: inLine(lecture.course_title),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Virtual Courses', product: 'Live sessions', language: 'EN' },
  })
  calendar.createEvent({
    id: `live-${lecture.id}@${new URL(publicUrl).hostname}`,
    sequence: lecture.live_revision,
    stamp: now,
    start: startTime,
    end: new Date(startTime.getTime() + usualLengthMs),
    summary: `${inLine(lecture.course_title)}: ${inLine(lecture.title)}`,
    description: `Live session with ${inLine(lecture.creator_name)}.\n${page}`,
    url: page,
    location: page,
  })
  return calendar.toString()
}

/** Titles may have line breaks; lines of a calendar have none. */
const inLine = (text: string): string => text.trim().replace(/\s+/g, ' ')
