import {
  type AdminCourse,
  type AdminInvitation,
  type AdminReview,
  type AdminUser,
  type AuditEntry,
  imagePath,
  type ReportedReview,
} from '@virtual-courses/contract'
import { photoUrlOf } from '../accounts/index.ts'
import type { AuditRow } from './audit-queries.ts'
import type { AdminCourseRow } from './content/course-queries.ts'
import type { AdminReviewRow, ReportedReviewRow } from './content/review-queries.ts'
import type { OpenInvitationRow } from './users/invitation-queries.ts'
import type { AdminUserRow } from './users/user-queries.ts'

export const presentUser = (row: AdminUserRow): AdminUser => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  photoUrl: photoUrlOf(row.photo_id),
  role: row.role,
  state: row.suspended_at === null ? 'active' : 'suspended',
  reason: row.suspended_reason,
  emailProven: row.email_verified_at !== null,
  secondStep: row.factor_since !== null,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  courseCount: row.course_count,
  enrolmentCount: row.enrolment_count,
})

export const presentCourse = (row: AdminCourseRow): AdminCourse => ({
  _id: row.id,
  title: row.title,
  category: row.category,
  thumbnail: row.thumbnail_id === null ? '' : imagePath(row.thumbnail_id, 320, 'webp'),
  creator: row.creator_id,
  creatorName: row.creator_name,
  isPublished: row.is_published,
  unlisted: row.unlisted_at !== null,
  reason: row.unlisted_reason,
  enrolledCount: row.enrolment_count,
  createdAt: row.created_at.toISOString(),
})

export const presentReview = (row: AdminReviewRow): AdminReview => ({
  _id: row.id,
  rating: row.rating,
  comment: row.comment,
  courseId: row.course_id,
  courseTitle: row.course_title,
  userId: row.user_id,
  userName: row.user_name,
  createdAt: row.created_at.toISOString(),
})

export const presentReported = (row: ReportedReviewRow): ReportedReview => ({
  ...presentReview(row),
  reply: row.reply ?? '',
  openReports: row.open_reports,
  reportedAt: row.reported_at.toISOString(),
  reports: row.reports.map(({ reason, note, reporter, open, created_at }) => ({
    reason,
    text: note,
    reporterName: reporter,
    open,
    createdAt: new Date(created_at).toISOString(),
  })),
})

export const presentInvitation = (row: OpenInvitationRow): AdminInvitation => ({
  _id: row.id,
  email: row.email ?? '',
  invitedBy: row.inviter_name ?? '',
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  mailedAt: row.mailed_at?.toISOString() ?? null,
})

export const presentEntry = (row: AuditRow): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  adminId: row.admin_id,
  adminName: row.admin_name ?? '',
  subjectKind: row.subject_kind,
  subject: row.subject,
  subjectId: row.subject_id,
  detail: row.detail,
})
