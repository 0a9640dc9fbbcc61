import type { ReportReason } from '@virtual-courses/contract'

/** Reasons for reporting a review, as readers and admins see them. */
export const reportReasonNames: Record<ReportReason, string> = {
  spam: 'Advertising or spam',
  offensive: 'Insulting or hateful',
  'off-topic': 'Not about this course',
  untrue: 'Untrue, or not by a learner',
  'personal-data': "Someone's personal data",
  other: 'Something else',
}
