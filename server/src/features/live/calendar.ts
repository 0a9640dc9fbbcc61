import { msg } from '@lingui/core/runtime-macro'
import { isolate } from '@virtual-courses/contract'
import ical, { type ICalCalendar, ICalCalendarMethod } from 'ical-generator'
import type { Say } from '#core/languages/language.ts'

/** Length of a session's event in milliseconds: a session has no planned end, but an event needs one. */
const eventLengthMs = 3600_000

export type CalendarSession = {
  lectureId: string
  title: CalendarEvent['title']
  educator: string
  startTime: Date
  /** counts changes of the schedule */
  revision: number
}

/** Where the pages are, and in whose words. */
export type EventWords = { publicUrl: string; say: Say }

export type CalendarEvent = {
  /** the same whenever the calendar is written: what moved is moved, and not added again */
  id: string
  /** increases with each change of the time */
  sequence: number
  start: Date
  /** none for a moment, such as one at which something is due */
  end?: Date
  title: { course: string; lecture: string }
  description: string
  /** absolute address */
  page: string
}

/** Returns an empty calendar with a name. */
export function openCalendar(name: string, say: Say): ICalCalendar {
  return ical({
    name: escapeText(inLine(name)),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Virtual Courses', product: 'Live sessions', language: say.language.toUpperCase() },
  })
}

/** Adds an event of a course. */
export function addEvent(calendar: ICalCalendar, event: CalendarEvent, site: { publicUrl: string; now: Date }): void {
  calendar.createEvent({
    id: `${event.id}@${new URL(site.publicUrl).hostname}`,
    sequence: event.sequence,
    stamp: site.now,
    start: event.start,
    ...(event.end && { end: event.end }),
    summary: `${isolate(inLine(event.title.course))}: ${isolate(inLine(event.title.lecture))}`,
    description: `${inLine(event.description)}\n${event.page}`,
    url: event.page,
    location: event.page,
  })
}

/** Returns the event of a session. Its id is derived from the lecture, and each change of the schedule increases the sequence number. */
export const sessionEvent = (
  { lectureId, title, educator, startTime, revision }: CalendarSession,
  { publicUrl, say }: EventWords,
): CalendarEvent => ({
  id: `live-${lectureId}`,
  sequence: revision,
  start: startTime,
  end: new Date(startTime.getTime() + eventLengthMs),
  title,
  description: say(msg`Live session with ${{ educator: isolate(inLine(educator)) }}.`),
  page: `${publicUrl}/live/${encodeURIComponent(lectureId)}`,
})

/** Titles may contain line breaks; calendar fields must not. */
const inLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Escapes a text value (RFC 5545, 3.3.11): the library does so for events, and not for the name of the calendar. */
const escapeText = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`)
