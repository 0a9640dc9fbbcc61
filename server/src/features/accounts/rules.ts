import type { ErrorCode, Role } from '@virtual-courses/contract'

/**
 * May this address open an account of this role? Students and educators always; an admin only while sign-up is open for
 * admins or for a listed address (decisions, section 1).
 */
export function decideSignup(
  wanted: { role: Role; email: string },
  policy: { adminSignup: 'open' | 'closed'; adminEmails: readonly string[] },
): { ok: true } | { refusal: ErrorCode } {
  if (wanted.role !== 'admin' || policy.adminSignup === 'open' || policy.adminEmails.includes(wanted.email))
    return { ok: true }
  return { refusal: 'admin_signup_closed' }
}
