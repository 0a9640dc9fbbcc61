import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { reportReasons } from '../reviews.ts'
import { Cursor, Id, Instant, pagesBeside, requiredText, text } from '../values/fields.ts'

/** Lists of questions, answers and announcements: all, those that were ever reported, those that an admin has hidden. */
export const postLists = ['all', 'reported', 'hidden'] as const
export type PostList = (typeof postLists)[number]

export const AdminPost = z.object({
  _id: Id,
  kind: z.enum(['question', 'answer', 'announcement']),
  /** of the question, also that of an answer; or of the announcement */
  title: z.string(),
  text: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  userId: Id,
  userName: z.string(),
  createdAt: Instant,
  hiddenAt: Instant.nullable(),
  hiddenReason: z.string(),
  /** number of reports that no admin has decided */
  openReports: z.number().int(),
  /** the open ones first, each with the newest first; at most `shownReports` */
  reports: z.array(
    z.object({
      reason: z.enum(reportReasons),
      text: z.string(),
      reporterName: z.string(),
      open: z.boolean(),
      createdAt: Instant,
    }),
  ),
})
export type AdminPost = z.output<typeof AdminPost>

const params = z.object({ postId: Id })
const Message = z.object({ message: z.string() })

export const adminPosts = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/posts',
    access: 'admin',
    summary:
      'Questions, answers and announcements: all, newest first; the reported ones, those with open reports first; or the hidden ones. Filtered by words of text, course or author',
    query: z.object({
      show: z.enum(postLists).default('all'),
      text: text(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: Cursor.optional(),
    }),
    status: 200,
    reply: z.object({
      posts: z.array(AdminPost),
      /** number of matches, counted up to `mostCounted` */
      total: z.number().int(),
      /** posts with open reports, counted up to `mostCounted` */
      open: z.number().int(),
      ...pagesBeside,
    }),
    errors: [],
  }),
  hide: endpoint({
    method: 'POST',
    path: '/api/admin/posts/:postId/hide',
    access: 'admin',
    summary:
      'Hide a question with its answers, or an answer; its author is notified of the reason, and its reports close',
    params,
    body: z.object({ reason: requiredText(500, 'A reason') }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/admin/posts/:postId/restore',
    access: 'admin',
    summary: 'Show a hidden question or answer again; its author is notified',
    params,
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  keep: endpoint({
    method: 'POST',
    path: '/api/admin/posts/:postId/keep',
    access: 'admin',
    summary: 'Close the reports of a question or an answer that stays',
    params,
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
}
