import type { Access } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'

/** May anybody call? Webhooks are judged by their signature. */
export const isOpen = (access: Access): boolean => access === 'public' || access === 'webhook'

/** Throws the refusal of a ring: 401 without a session, 403 for another role. */
export function checkAccess(access: Access, viewer: CurrentUser | null): void {
  if (isOpen(access)) return
  if (!viewer) throw new DomainError('unauthenticated')
  if (access !== 'signedIn' && viewer.role !== access) throw new DomainError('forbidden')
}
