import { msg } from '@lingui/core/runtime-macro'
import { isolate } from '@virtual-courses/contract'
import ical, { type ICalCalendar, ICalCalendarMethod } from 'ical-generator'
import type { Say } from '#core/languages/language.ts'

/** Length of a session's event in milliseconds: a session has no planned end, but an event needs one. */
const eventLengthMs = 3600_000

export type CalendarSession = {
  lectureId: string
  lectureTitle: string
  courseTitle: string
  educator: string
  startTime: Date
  /** counts changes of the schedule */
  revision: number
}

type Written = { publicUrl: string; now: Date; say: Say }

/** Returns an empty calendar with a name. */
export function openCalendar(name: string, say: Say): ICalCalendar {
  return ical({
    name: escapeText(inLine(name)),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Virtual Courses', product: 'Live sessions', language: say.language.toUpperCase() },
  })
}

/**
 * Adds a session. The event id is derived from the lecture, and each change of the schedule increases the sequence number: a calendar that
 * reads it again moves its event instead of adding another.
 */
export function addSession(calendar: ICalCalendar, session: CalendarSession, { publicUrl, now, say }: Written): void {
  const page = `${publicUrl}/live/${encodeURIComponent(session.lectureId)}`
  calendar.createEvent({
    id: `live-${session.lectureId}@${new URL(publicUrl).hostname}`,
    sequence: session.revision,
    stamp: now,
    start: session.startTime,
    end: new Date(session.startTime.getTime() + eventLengthMs),
    summary: `${isolate(inLine(session.courseTitle))}: ${isolate(inLine(session.lectureTitle))}`,
    description: `${say(msg`Live session with ${{ educator: isolate(inLine(session.educator)) }}.`)}\n${page}`,
    url: page,
    location: page,
  })
}

/** Titles may contain line breaks; calendar fields must not. */
const inLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Escapes a text value (RFC 5545, 3.3.11): the library does so for events, and not for the name of the calendar. */
const escapeText = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`)
