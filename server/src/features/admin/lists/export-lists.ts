import { msg } from '@lingui/core/runtime-macro'
import type { api, QueryOf } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { type AuditRow, auditFilter, findAudit } from '../audit-queries.ts'
import { type AdminCourseRow, courseFilter, findCourses } from '../content/course-queries.ts'
import {
  type AdminReviewRow,
  findReported,
  findReviews,
  type ReportedReviewRow,
  reviewFilter,
} from '../content/review-queries.ts'
import { type AdminUserRow, findUsers } from '../users/user-queries.ts'
import { exportList, type ListTable } from './export-list.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>
type Query<Name extends 'users' | 'courses' | 'reviews' | 'audit'> = QueryOf<(typeof api.listExports)[Name]>

const timeOf = (time: Date | null): string => time?.toISOString() ?? ''

const users: ListTable<AdminUserRow> = {
  fileName: 'users.csv',
  action: 'users-exported',
  kind: 'user',
  log: 'Users',
  columns: [
    msg`User`,
    msg`Name`,
    msg`Email`,
    msg`Role`,
    msg`Status`,
    msg`Reason`,
    msg`Email verified`,
    msg`Second step`,
    msg`Courses`,
    msg`Enrollments`,
    msg`Joined`,
    msg`Last active`,
  ],
  lineOf: (row) => [
    row.id,
    row.name,
    row.email,
    row.role,
    row.suspended_at ? 'suspended' : 'active',
    row.suspended_reason,
    row.email_verified_at ? 'yes' : 'no',
    row.factor_since ? 'yes' : 'no',
    row.course_count,
    row.enrolment_count,
    timeOf(row.created_at),
    timeOf(row.last_seen_at),
  ],
  rest: (most) => msg`These are the newest ${{ most }} users. For others use a filter.`,
}

/** The accounts of a filter as CSV, newest first. Throws rate_limited. */
export const exportUsers = (deps: Deps, admin: CurrentUser, query: Query<'users'>, say: Say): Promise<StreamReply> =>
  exportList(deps, admin, users, {
    query,
    say,
    open: async () => (page) => findUsers(deps.db, { ...query, ...page }),
  })

const courses: ListTable<AdminCourseRow> = {
  fileName: 'courses.csv',
  action: 'courses-exported',
  kind: 'course',
  log: 'Courses',
  columns: [
    msg`Course`,
    msg`Title`,
    msg`Educator`,
    msg`Category`,
    msg`Status`,
    msg`Reason`,
    msg`Students`,
    msg`Created at`,
  ],
  lineOf: (row) => [
    row.id,
    row.title,
    row.creator_name,
    row.category ?? '',
    row.unlisted_at ? 'unlisted' : row.is_published ? 'published' : 'draft',
    row.unlisted_reason,
    row.enrolment_count,
    timeOf(row.created_at),
  ],
  rest: (most) => msg`These are the newest ${{ most }} courses. For others use a filter.`,
}

/** The courses of a filter as CSV, newest first. Throws rate_limited. */
export const exportCourses = (
  deps: Deps,
  admin: CurrentUser,
  query: Query<'courses'>,
  say: Say,
): Promise<StreamReply> =>
  exportList(deps, admin, courses, {
    query,
    say,
    async open() {
      const filter = await courseFilter(deps.db, query)
      return (page) => findCourses(deps.db, page, filter)
    },
  })

const reviewColumns = [msg`Review`, msg`Course`, msg`Author`, msg`Stars`, msg`Comment`, msg`Created at`]
const reviewLine = (row: AdminReviewRow): (string | number)[] => [
  row.id,
  row.course_title,
  row.user_name,
  row.rating,
  row.comment,
  timeOf(row.created_at),
]

const reviews: ListTable<AdminReviewRow> = {
  fileName: 'reviews.csv',
  action: 'reviews-exported',
  kind: 'review',
  log: 'Reviews',
  columns: reviewColumns,
  lineOf: reviewLine,
  rest: (most) => msg`These are the newest ${{ most }} reviews. For others use a filter.`,
}

/** The reviews of a filter as CSV, newest first. Throws rate_limited. */
export const exportReviews = (
  deps: Deps,
  admin: CurrentUser,
  query: Query<'reviews'>,
  say: Say,
): Promise<StreamReply> =>
  exportList(deps, admin, reviews, {
    query,
    say,
    async open() {
      const filter = await reviewFilter(deps.db, query)
      return (page) => findReviews(deps.db, page, filter)
    },
  })

const reported: ListTable<ReportedReviewRow> = {
  ...reviews,
  fileName: 'reported-reviews.csv',
  log: 'Reported reviews',
  columns: [...reviewColumns, msg`Open reports`, msg`Last reported`, msg`Reports`],
  lineOf: (row) => [
    ...reviewLine(row),
    row.open_reports,
    timeOf(row.reported_at),
    row.reports.map(({ reason, note, reporter }) => [reason, reporter, note].filter(Boolean).join(', ')).join(' | '),
  ],
}

/** The reported reviews as CSV, as their list orders them. Throws rate_limited. */
export const exportReported = (deps: Deps, admin: CurrentUser, say: Say): Promise<StreamReply> =>
  exportList(deps, admin, reported, { query: {}, say, open: async () => (page) => findReported(deps.db, page) })

const audit: ListTable<AuditRow> = {
  fileName: 'audit-log.csv',
  action: 'audit-exported',
  kind: 'settings',
  log: 'Audit log',
  columns: [msg`When`, msg`Act`, msg`Subject`, msg`Subject id`, msg`Details`, msg`Admin`],
  lineOf: (row) => [
    timeOf(row.at),
    row.action,
    row.subject || row.subject_kind,
    row.subject_id,
    row.detail,
    row.admin_name ?? 'operator',
  ],
  rest: (most) => msg`These are the newest ${{ most }} entries. For others use a filter.`,
}

/** The entries of the audit log of a filter as CSV, newest first. Throws rate_limited. */
export const exportAudit = (deps: Deps, admin: CurrentUser, query: Query<'audit'>, say: Say): Promise<StreamReply> =>
  exportList(deps, admin, audit, {
    query,
    say,
    async open() {
      const filter = await auditFilter(deps.db, query)
      return (page) => findAudit(deps.db, page, filter)
    },
  })
