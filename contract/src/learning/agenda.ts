import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { entryKinds } from '../lectures.ts'
import { Id, Instant } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

/** Kinds of dates: a live session begins, an assignment is due, a quiz closes, lectures open, of which the first is named. */
export const agendaKinds = ['session', 'due', 'closes', 'opens'] as const
export type AgendaKind = (typeof agendaKinds)[number]

/** Maximum number of dates, and of courses to go on with, in an agenda. */
export const mostDates = 20
export const mostCoursesNext = 5
/** Days for which an agenda shows what is to come. */
export const agendaDays = 14

const entry = {
  courseId: Id,
  courseTitle: z.string(),
  lectureId: Id,
  lectureTitle: z.string(),
}

/** Something that happens at a time, in a course that the user takes or teaches. */
export const AgendaDate = z.object({
  kind: z.enum(agendaKinds),
  at: Instant,
  /** the session has begun */
  isLive: z.boolean(),
  ...entry,
})
export type AgendaDate = z.output<typeof AgendaDate>

/** Where the user goes on in a course. */
export const NextEntry = z.object({ kind: z.enum(entryKinds), ...entry })
export type NextEntry = z.output<typeof NextEntry>

/** The secret address of a user's calendar; null before they have made one, and after they have ended it. */
const CalendarAddress = z.object({ url: z.string().nullable() })

/** Form of the secret part of a calendar's address. */
const FeedToken = z.string().regex(/^[0-9a-f]{24}-[0-9a-f]{32}$/, sentence('This is not the address of a calendar'))

export const agenda = {
  read: endpoint({
    method: 'GET',
    path: '/api/agenda',
    access: 'signedIn',
    summary: `What the user does next: the dates of the coming ${agendaDays} days, and where they go on in courses that they have not completed`,
    status: 200,
    reply: z.object({ dates: z.array(AgendaDate), next: z.array(NextEntry) }),
    errors: [],
  }),
  address: endpoint({
    method: 'GET',
    path: '/api/agenda/calendar',
    access: 'signedIn',
    summary: 'The secret address at which a calendar program finds the dates of the user',
    status: 200,
    reply: CalendarAddress,
    errors: [],
  }),
  renewAddress: endpoint({
    method: 'POST',
    path: '/api/agenda/calendar',
    access: 'signedIn',
    summary: 'Make the secret address of the calendar, or another one: the one before stops working',
    status: 200,
    reply: CalendarAddress,
    errors: ['rate_limited'],
  }),
  endAddress: endpoint({
    method: 'DELETE',
    path: '/api/agenda/calendar',
    access: 'signedIn',
    summary: 'End the secret address of the calendar; where there is none, that is no error',
    status: 200,
    reply: CalendarAddress,
    errors: ['rate_limited'],
  }),
  feed: stream({
    method: 'GET',
    path: '/api/agenda/feed/:token/courses.ics',
    access: 'public',
    summary:
      'The calendar of a user, for anyone who knows its secret address: what was in the last 30 days, and what is to come',
    params: z.object({ token: FeedToken }),
    errors: ['not_found', 'rate_limited'],
    status: 200,
    contentType: 'text/calendar',
  }),
}
