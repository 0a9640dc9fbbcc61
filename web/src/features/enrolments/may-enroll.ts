import type { Viewer } from '@virtual-courses/contract'

/** Returns why users of this role cannot buy courses, in a sentence; null when they can. The server decides again. */
export function whyNotEnroll({ role }: Pick<Viewer, 'role'>): string | null {
  if (role === 'student') return null
  return `Only students can enroll. You are signed in as an ${role}.`
}
