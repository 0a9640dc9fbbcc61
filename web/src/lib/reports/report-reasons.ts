import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReportReason } from '@virtual-courses/contract'

/** Reasons for reporting a review, as readers and admins see them. */
export const reportReasonNames: Record<ReportReason, MessageDescriptor> = {
  spam: msg`Advertising or spam`,
  offensive: msg`Insulting or hateful`,
  'off-topic': msg`Not about this course`,
  untrue: msg`Untrue, or not by a learner`,
  'personal-data': msg`Someone's personal data`,
  other: msg`Something else`,
}
