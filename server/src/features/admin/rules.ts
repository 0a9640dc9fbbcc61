import type { ErrorCode, Role } from '@virtual-courses/contract'

/** Someone who may act as an admin at this moment. */
export const isActiveAdmin = (user: { role: Role; suspended_at: Date | null; deleted_at: Date | null }): boolean =>
  user.role === 'admin' && user.suspended_at === null && user.deleted_at === null

/**
 * May this admin take another account's standing away? `activeAdmins` are the ids of all who can act, read under a lock. Anyone who
 * was an admin when he asked and is none any more is refused; no one does it to himself, so the last one always stays.
 */
export function decideAct(actorId: string, targetId: string, activeAdmins: readonly string[]): ErrorCode | null {
  if (!activeAdmins.includes(actorId)) return 'forbidden'
  if (actorId !== targetId) return null
  return activeAdmins.length === 1 ? 'last_admin' : 'own_account'
}

/**
 * May this account have another role? An educator with courses may not: no one could look after them. A student keeps what he
 * has bought in every role, since watching asks for the enrolment alone; only buying more is for students.
 */
export const decideRole = (from: Role, to: Role, hasCourses: boolean): ErrorCode | null =>
  hasCourses && from !== to ? 'role_in_use' : null

/** An elevated role holds only for an address that was proven: anyone can open an account with that of another person. */
export const decideProof = (to: Role, proven: boolean): ErrorCode | null =>
  to === 'admin' && !proven ? 'address_unproven' : null

/** What an error may say on a page: its sentence without values, which may be private, in one short line. */
export function safeErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'Something that is not an error was thrown'
  const code = (error as { code?: unknown }).code // errors of Node and of the database carry one
  const text = error.message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|\([^()]*=[^()]*\)/g, '…')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/[\w+/=-]{20,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  const name = typeof code === 'string' ? `${error.name} ${code.slice(0, 40)}` : error.name
  return `${name}: ${text}`.slice(0, 200)
}
