import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { Id, Instant, readVersion, Version } from '../values/fields.ts'

/** Smallest and largest share of a session, in percent, whose attendance may count as completing its lecture. */
export const leastAttendance = 10
export const mostAttendance = 100
/** Maximum number of sessions and of students that a reply lists. */
export const maxAttendedSessions = 50
export const maxAttendees = 1000

/** How long a student was in a session. Several visits, such as after a lost connection, are added up. */
const Attendee = z.object({
  student: z.object({ _id: Id, name: z.string() }),
  minutes: z.number().int(),
  /** share of the length of the session */
  percent: z.number().int(),
  firstSeen: Instant,
  lastSeen: Instant,
  visits: z.number().int(),
})

const Attendance = z.object({
  /** of the lecture, the newest first */
  sessions: z.array(z.object({ _id: Id, from: Instant, to: Instant, students: z.number().int() })),
  /** the one that is listed; null where there is none */
  sessionId: Id.nullable(),
  attendees: z.array(Attendee),
  /** attending this share of a session, in percent, completes the lecture; null where it does not count */
  completesAt: z.number().int().nullable(),
  /** of `completesAt` */
  version: Version,
})

const lectureParams = z.object({ lectureId: Id })

export const liveAttendance = {
  read: endpoint({
    method: 'GET',
    path: '/api/live/attendance/:lectureId',
    access: 'educator',
    summary: 'Who attended the sessions of an own lecture, and how long: the newest session, or the one of the query',
    params: lectureParams,
    query: z.object({ session: Id.optional() }),
    status: 200,
    reply: Attendance,
    errors: ['not_found'],
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/live/attendance/:lectureId',
    access: 'educator',
    summary:
      'Set from which share of a session on attending it completes an own lecture, or null. Sessions that are over count too; what was ticked stays so',
    params: lectureParams,
    body: z.strictObject({
      completesAt: z.number().int().min(leastAttendance).max(mostAttendance).nullable(),
      ...readVersion,
    }),
    status: 200,
    reply: z.object({ completesAt: z.number().int().nullable(), version: Version, message: z.string() }),
    errors: ['not_found', 'changed_elsewhere', 'rate_limited'],
  }),
  csv: stream({
    method: 'GET',
    path: '/api/live/attendance/:lectureId/attendance.csv',
    access: 'educator',
    summary: 'The attendance of the newest fifty sessions of an own lecture as CSV, a thousand students of each',
    params: lectureParams,
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'rate_limited'],
  }),
}
