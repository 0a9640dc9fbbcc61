import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { SalesRow } from '../enrolments.ts'
import { reportReasons } from '../reviews.ts'
import {
  Category,
  Cursor,
  Id,
  Instant,
  pagesBeside,
  Role,
  readVersion,
  requiredText,
  text,
  Version,
} from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { AuditEntry } from './audit.ts'
import { listFilters, userStates } from './list-filters.ts'
import { aiProviders, SiteSettings } from './site-settings.ts'

const userParams = z.object({ userId: Id })
const courseParams = z.object({ courseId: Id })
const Message = z.object({ message: z.string() })
/** Reason for an admin's act; stored in the audit log and shown to the user concerned. */
const Reason = requiredText(500, 'A reason')
const page = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: Cursor.optional(),
}

export const AdminUser = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  photoUrl: z.string(),
  role: Role,
  state: z.enum(userStates),
  /** reason of the suspension; "" for active accounts */
  reason: z.string(),
  /** whether the address is verified */
  emailProven: z.boolean(),
  /** has a second factor */
  secondStep: z.boolean(),
  createdAt: Instant,
  /** last use of an open session; null without one */
  lastSeenAt: Instant.nullable(),
  courseCount: z.number().int(),
  enrolmentCount: z.number().int(),
})
export type AdminUser = z.output<typeof AdminUser>

export const AdminCourse = z.object({
  _id: Id,
  title: z.string(),
  category: Category.nullable(),
  thumbnail: z.string(),
  creator: Id,
  creatorName: z.string(),
  isPublished: z.boolean(),
  /** unlisted by an admin: its creator cannot publish it */
  unlisted: z.boolean(),
  reason: z.string(),
  enrolledCount: z.number().int(),
  createdAt: Instant,
})
export type AdminCourse = z.output<typeof AdminCourse>

export const AdminReview = z.object({
  _id: Id,
  rating: z.number().int(),
  comment: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  userId: Id,
  userName: z.string(),
  createdAt: Instant,
})
export type AdminReview = z.output<typeof AdminReview>

export const ReportedReview = AdminReview.extend({
  /** the educator's reply; "" without one */
  reply: z.string(),
  /** number of reports that no admin has decided; 0 for a review that was kept */
  openReports: z.number().int(),
  reportedAt: Instant,
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
export type ReportedReview = z.output<typeof ReportedReview>

/** Maximum number of reports that are shown of a review. */
export const shownReports = 20

const Count = z.number().int()

/** `total` is the number of matches, counted up to `mostCounted`. */
const counted = { total: Count, ...pagesBeside }

export const AdminOverview = z.object({
  users: z.object({ student: Count, educator: Count, admin: Count, suspended: Count }),
  courses: z.object({ published: Count, draft: Count, unlisted: Count }),
  enrolments: Count,
  /** rupees of paid orders that were not refunded */
  revenue: z.number(),
  jobs: z.object({ waiting: Count, active: Count, failed: Count }),
  storage: z.object({ videos: Count, pictures: Count, videoBytes: Count }),
  /** requests that failed with an internal error, the newest first; at most 20 */
  errors: z.array(
    z.object({ at: Instant, requestId: z.string(), method: z.string(), path: z.string(), message: z.string() }),
  ),
  /** when users, courses, enrolments, revenue, files and days were counted: on a large site some minutes ago */
  countedAt: Instant,
  /** each of the last 30 days, oldest first, in the platform's time zone */
  days: z.array(SalesRow),
})
export type AdminOverview = z.output<typeof AdminOverview>

/** Periods of the dashboard, in days up to today. */
export const salesPeriods = [7, 30, 90] as const
/** Maximum number of days in a period that an admin chooses. */
const longestPeriod = 366

const Day = z.iso.date(sentence('Please enter a day')).regex(/^[12]/, sentence('Please enter a day'))
const daysUpTo = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** The last days up to today, or the days from one to another, both included. */
const SalesPeriod = z
  .object({
    days: z.literal(salesPeriods.map(String)).transform(Number).optional(),
    from: Day.optional(),
    to: Day.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: sentence('Please enter the first and the last day'),
    path: ['to'],
  })
  .refine(({ days, from }) => days === undefined || from === undefined, {
    error: sentence('Please choose a number of days, or the first and the last day'),
    path: ['days'],
  })
  .refine(({ from = '', to = '' }) => from <= to, {
    error: sentence('The last day is before the first one'),
    path: ['to'],
  })
  .refine(({ from = '', to = '' }) => from > to || from === '' || daysUpTo(from, to) <= longestPeriod, {
    error: sentence('A period has at most 366 days'),
    path: ['to'],
  })

export const admin = {
  overview: endpoint({
    method: 'GET',
    path: '/api/admin/overview',
    access: 'admin',
    summary: 'Totals, recent errors, and the figures of the last 30 days',
    status: 200,
    reply: AdminOverview,
    errors: [],
  }),
  sales: endpoint({
    method: 'GET',
    path: '/api/admin/sales',
    access: 'admin',
    summary:
      'Enrolments and revenue of each day of a period, in the time zone of the site; of the last 30 days without one',
    query: SalesPeriod,
    status: 200,
    reply: z.object({ days: z.array(SalesRow), enrolments: z.number().int(), revenue: z.number() }),
    errors: [],
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'Accounts, newest first; filtered by words of name or address, role and state',
    query: z.object({ ...page, ...listFilters.users }),
    status: 200,
    reply: z.object({ users: z.array(AdminUser), ...counted }),
    errors: [],
  }),
  changeRole: endpoint({
    method: 'POST',
    path: '/api/admin/users/:userId/role',
    access: 'admin',
    summary: 'Give another account another role; the last admin stays one',
    params: userParams,
    body: z.object({ role: Role }),
    status: 200,
    reply: z.object({ user: AdminUser, message: z.string() }),
    errors: ['not_found', 'own_account', 'last_admin', 'role_in_use', 'money_owed', 'address_unproven'],
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/api/admin/users/:userId/suspend',
    access: 'admin',
    summary: 'Suspend another account: all its sessions end at once',
    params: userParams,
    body: z.object({ reason: Reason }),
    status: 200,
    reply: z.object({ user: AdminUser, message: z.string() }),
    errors: ['not_found', 'own_account', 'last_admin'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/admin/users/:userId/restore',
    access: 'admin',
    summary: 'End the suspension of an account',
    params: userParams,
    status: 200,
    reply: z.object({ user: AdminUser, message: z.string() }),
    errors: ['not_found'],
  }),
  removeFactors: endpoint({
    method: 'POST',
    path: '/api/admin/users/:userId/removefactors',
    access: 'admin',
    summary:
      'Remove the second step of another account whose owner has lost it; ends its sessions, and its owner gets a mail',
    params: userParams,
    body: z.object({ reason: Reason }),
    status: 200,
    reply: z.object({ user: AdminUser, message: z.string() }),
    errors: ['not_found', 'own_account', 'last_admin', 'confirmation_needed', 'no_factor'],
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:userId',
    access: 'admin',
    summary: 'Delete the personal data of another account for good; reviews and orders stay',
    params: userParams,
    status: 200,
    reply: Message,
    errors: ['not_found', 'own_account', 'last_admin', 'has_students', 'money_owed'],
  }),
  exportUser: stream({
    method: 'GET',
    path: '/api/admin/users/:userId/export',
    access: 'admin',
    changesState: true,
    summary: 'All data of a user, as a JSON file',
    params: userParams,
    errors: ['not_found'],
    status: 200,
    contentType: 'application/json',
  }),
  courses: endpoint({
    method: 'GET',
    path: '/api/admin/courses',
    access: 'admin',
    summary: 'All courses, newest first; filtered by words of title or educator and state',
    query: z.object({ ...page, ...listFilters.courses }),
    status: 200,
    reply: z.object({ courses: z.array(AdminCourse), ...counted }),
    errors: [],
  }),
  unlist: endpoint({
    method: 'POST',
    path: '/api/admin/courses/:courseId/unlist',
    access: 'admin',
    summary: 'Unlist a course; enrolled students keep access, its creator cannot publish it',
    params: courseParams,
    body: z.object({ reason: Reason }),
    status: 200,
    reply: z.object({ course: AdminCourse, message: z.string() }),
    errors: ['not_found'],
  }),
  relist: endpoint({
    method: 'POST',
    path: '/api/admin/courses/:courseId/restore',
    access: 'admin',
    summary: 'Relist a course as it was before; one that lost its category or price becomes a draft',
    params: courseParams,
    status: 200,
    reply: z.object({ course: AdminCourse, message: z.string() }),
    errors: ['not_found'],
  }),
  reviews: endpoint({
    method: 'GET',
    path: '/api/admin/reviews',
    access: 'admin',
    summary: 'All reviews, newest first; filtered by words of comment, course or author and by stars',
    query: z.object({ ...page, ...listFilters.reviews }),
    status: 200,
    reply: z.object({ reviews: z.array(AdminReview), ...counted }),
    errors: [],
  }),
  removeReview: endpoint({
    method: 'POST',
    path: '/api/admin/reviews/:reviewId/remove',
    access: 'admin',
    summary: 'Delete a review; its author is notified of the reason',
    params: z.object({ reviewId: Id }),
    body: z.object({ reason: Reason }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  reportedReviews: endpoint({
    method: 'GET',
    path: '/api/admin/reported-reviews',
    access: 'admin',
    summary: 'Reported reviews: those with open reports first, each with the last reported first',
    query: z.object(page),
    status: 200,
    reply: z.object({
      reviews: z.array(ReportedReview),
      /** reviews with open reports, counted up to `mostCounted` */ open: Count,
      ...counted,
    }),
    errors: [],
  }),
  keepReview: endpoint({
    method: 'POST',
    path: '/api/admin/reviews/:reviewId/keep',
    access: 'admin',
    summary: 'Close the reports of a review that stays',
    params: z.object({ reviewId: Id }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'The current settings, and which of them admins have changed',
    status: 200,
    reply: z.object({
      settings: SiteSettings,
      changed: z.array(z.string()),
      /** of all settings */
      version: Version,
      /** the environment contains a key for the provider */
      aiKeySet: z.boolean(),
    }),
    errors: [],
  }),
  saveSettings: endpoint({
    method: 'POST',
    path: '/api/admin/settings',
    maxBodyBytes: 72 * 1024,
    access: 'admin',
    summary: 'Change settings, in every process at once',
    body: SiteSettings.partial().extend(readVersion),
    status: 200,
    reply: z.object({ settings: SiteSettings, message: z.string(), version: Version }),
    errors: ['changed_elsewhere', 'wrong_lexicon', 'wrong_seller'],
  }),
  testAi: endpoint({
    method: 'POST',
    path: '/api/admin/settings/test-ai',
    access: 'admin',
    summary: 'Test a provider and model with a question; nothing is saved',
    body: z.object({ aiProvider: z.enum(aiProviders), aiModel: text(200) }),
    status: 200,
    reply: z.object({ ok: z.boolean(), message: z.string(), ms: Count }),
    errors: ['rate_limited'],
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'The audit log, newest first; filtered by action, admin and words',
    query: z.object({ ...page, ...listFilters.audit }),
    status: 200,
    reply: z.object({
      entries: z.array(AuditEntry),
      ...counted,
      admins: z.array(z.object({ _id: Id, name: z.string() })),
    }),
    errors: [],
  }),
}
