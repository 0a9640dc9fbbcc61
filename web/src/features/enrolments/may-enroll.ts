import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Role, Viewer } from '@virtual-courses/contract'

const reasons: Record<Exclude<Role, 'student'>, MessageDescriptor> = {
  educator: msg`Only students can enroll. You are signed in as an educator.`,
  admin: msg`Only students can enroll. You are signed in as an admin.`,
}

/** Returns why users of this role cannot buy courses, in a sentence; null when they can. The server decides again. */
export const whyNotEnroll = ({ role }: Pick<Viewer, 'role'>): MessageDescriptor | null =>
  role === 'student' ? null : reasons[role]
