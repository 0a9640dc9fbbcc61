import type { AuditAction, AuditEntry } from '@virtual-courses/contract'
import type { BadgeTone } from '#ui/badge.tsx'

/** What an act is called. */
export const actionNames: Record<AuditAction, string> = {
  'role-changed': 'Role changed',
  'user-suspended': 'User suspended',
  'user-restored': 'Suspension ended',
  'user-deleted': 'User deleted',
  'user-exported': 'Data downloaded',
  'course-unlisted': 'Course unlisted',
  'course-restored': 'Course relisted',
  'review-removed': 'Review removed',
  'settings-changed': 'Settings changed',
  'admin-invited': 'Admin invited',
  'invitation-withdrawn': 'Invitation withdrawn',
  'invitation-accepted': 'Invitation accepted',
}

export const actionTones: Record<AuditAction, BadgeTone> = {
  'role-changed': 'accent',
  'user-suspended': 'danger',
  'user-restored': 'success',
  'user-deleted': 'danger',
  'user-exported': 'primary',
  'course-unlisted': 'danger',
  'course-restored': 'success',
  'review-removed': 'danger',
  'settings-changed': 'neutral',
  'admin-invited': 'accent',
  'invitation-withdrawn': 'neutral',
  'invitation-accepted': 'accent',
}

/** What it was done to. */
export const subjectOf = ({ subjectKind, subject }: Pick<AuditEntry, 'subjectKind' | 'subject'>): string => {
  if (subjectKind === 'settings') return 'Site settings'
  if (subjectKind === 'review') return `Review of ${subject}`
  if (subjectKind === 'invitation') return subject || 'A deleted address'
  return subject
}
