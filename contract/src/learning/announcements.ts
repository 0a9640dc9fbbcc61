import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { maxReportLength, ReportReason } from '../reviews.ts'
import { Cursor, Id, Instant, pagesBeside, readVersion, requiredText, text, Version } from '../values/fields.ts'
import { RequestKey } from './questions.ts'

/** Maximum length of an announcement's title and text, in characters, and number of announcements to a course in seven days. */
export const maxAnnouncementTitle = 150
export const maxAnnouncementLength = 4000
export const announcementsInWeek = 2

export const Announcement = z.object({
  _id: Id,
  title: z.string(),
  /** safe Markdown */
  text: z.string(),
  createdAt: Instant,
  /** null while it is as it was sent */
  editedAt: Instant.nullable(),
  /** it is not the user’s own, and they have not reported it as it is now */
  canReport: z.boolean(),
  /** for the educator alone: students who were enrolled then, how many of them were notified until now, and whether all were */
  sent: z.object({ students: z.number().int(), notified: z.number().int(), done: z.boolean() }).optional(),
  /** for the educator alone */
  version: Version.optional(),
})
export type Announcement = z.output<typeof Announcement>

const courseParams = z.object({ courseId: Id })
const announcementParams = z.object({ announcementId: Id })
const words = {
  title: requiredText(maxAnnouncementTitle, 'A title').transform((value) => value.replace(/\s+/g, ' ')),
  text: requiredText(maxAnnouncementLength, 'A text').transform((value) => value.replaceAll('\r\n', '\n')),
}
const Message = z.object({ message: z.string() })

export const announcements = {
  ofCourse: endpoint({
    method: 'GET',
    path: '/api/announcements/course/:courseId',
    access: 'signedIn',
    summary:
      'Announcements of a course to its students, newest first, for those who are enrolled, its educator and admins',
    params: courseParams,
    query: z.object({
      /** one that is wanted, wherever it stands in the list */
      named: Id.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(10),
      cursor: Cursor.optional(),
    }),
    status: 200,
    reply: z.object({
      announcements: z.array(Announcement),
      /** the one that was named; null when there is none any more */
      named: Announcement.nullable(),
      /** for the educator alone: how many students the next one reaches, and when it may be sent; null for now */
      nextOne: z.object({ students: z.number().int(), at: Instant.nullable() }).optional(),
      ...pagesBeside,
    }),
    errors: ['not_found'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/announcements/announcement/:announcementId',
    access: 'signedIn',
    summary: 'An announcement, for those who read those of its course',
    params: announcementParams,
    status: 200,
    reply: z.object({ announcement: Announcement }),
    errors: ['not_found'],
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/announcements/course/:courseId',
    access: 'educator',
    summary:
      'Announce something to the students of an own course, in the app and by mail, at most twice in seven days. The same request counts once',
    params: courseParams,
    body: z.strictObject({ key: RequestKey, ...words }),
    status: 201,
    reply: z.object({ announcement: Announcement }),
    errors: ['not_found', 'rate_limited'],
  }),
  edit: endpoint({
    method: 'POST',
    path: '/api/announcements/announcement/:announcementId',
    access: 'educator',
    summary: 'Change an announcement to an own course; mails that were sent stay as they are',
    params: announcementParams,
    body: z.strictObject({ ...words, ...readVersion }),
    status: 200,
    reply: z.object({ announcement: Announcement }),
    errors: ['not_found', 'changed_elsewhere', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/announcements/announcement/:announcementId',
    access: 'educator',
    summary: 'Delete an announcement to an own course; it counts for the week still',
    params: announcementParams,
    status: 200,
    reply: Message,
    errors: ['not_found', 'rate_limited'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/announcements/announcement/:announcementId/report',
    access: 'signedIn',
    summary: 'Report an announcement of an educator to the admins; doing so twice is no error',
    params: announcementParams,
    body: z.strictObject({ reason: ReportReason, text: text(maxReportLength).default('') }),
    status: 201,
    reply: Message,
    errors: ['not_found', 'own_post', 'rate_limited'],
  }),
  keepByAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/announcements/:announcementId/keep',
    access: 'admin',
    summary: 'Close the reports of an announcement that stays',
    params: announcementParams,
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  removeByAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/announcements/:announcementId/remove',
    access: 'admin',
    summary: 'Delete an announcement that breaks the rules; its educator is notified of the reason',
    params: announcementParams,
    body: z.strictObject({ reason: requiredText(500, 'A reason') }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
}
