import { z } from 'zod'
import { Id, Instant } from '../values/fields.ts'

export const auditActions = [
  'role-changed',
  'user-suspended',
  'user-restored',
  'user-deleted',
  'user-exported',
  'factors-removed',
  'course-unlisted',
  'course-restored',
  'review-removed',
  'review-kept',
  'review-restored',
  'reports-reopened',
  'post-hidden',
  'post-restored',
  'post-kept',
  'certificate-withdrawn',
  'announcement-removed',
  'announcement-kept',
  'coupon-created',
  'coupon-disabled',
  'bundle-removed',
  'settings-changed',
  'page-published',
  'admin-invited',
  'invitation-withdrawn',
  'invitation-accepted',
  'order-refunded',
  'refund-retried',
  'invoice-resent',
  'orders-exported',
  'users-exported',
  'courses-exported',
  'reviews-exported',
  'audit-exported',
  'finding-resolved',
  'payouts-planned',
  'payouts-confirmed',
  'payouts-exported',
  'payouts-paid',
  'payouts-canceled',
  'payout-returned',
  'balance-written-off',
  'search-sorted',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditSubjects = [
  'user',
  'course',
  'review',
  'post',
  'coupon',
  'bundle',
  'settings',
  'page',
  'invitation',
  'order',
  'finding',
  'payout',
  'search',
] as const
export type AuditSubject = (typeof auditSubjects)[number]

export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  action: z.enum(auditActions),
  adminId: Id,
  /** "" for the operator */
  adminName: z.string(),
  subjectKind: z.enum(auditSubjects),
  /** name of the subject: the user, the course, the course of the review or post, the invited address, what was ordered; "" for settings */
  subject: z.string(),
  subjectId: z.string(),
  /** a sentence that says what changed, and why */
  detail: z.string(),
})
export type AuditEntry = z.output<typeof AuditEntry>
