import { msg } from '@lingui/core/runtime-macro'
import { isolate, type Role } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { endSessionsOf, setRole, setSuspension } from '../../accounts/index.ts'
import { hasCourses } from '../../courses/index.ts'
import { requireNothingOwed } from '../../payouts/index.ts'
import { writeAudit } from '../audit-queries.ts'
import { decideRole, decideVerified } from '../rules.ts'
import { announceFormerAdmin } from './former-admins.ts'
import { lockAccount } from './lock-account.ts'

const moneyOwed = msg`This educator is still owed money, or a payout is on its way to them, and only educators see their earnings. Pay it out first, then change the role.`

/**
 * Gives an account another role and ends its sessions, so that no open page acts in the old role. Returns false when the account
 * already has the role. Throws not_found, forbidden, own_account, last_admin, role_in_use, money_owed, address_unproven.
 */
export async function changeRole(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  admin: CurrentUser,
  userId: string,
  role: Role,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const user = await lockAccount(tx, admin.id, userId)
    if (user.role === role) return false
    const problem =
      decideRole(user.role, role, await hasCourses(tx, userId)) ?? decideVerified(role, user.email_verified_at !== null)
    if (problem) throw new DomainError(problem)
    if (user.role === 'educator') await requireNothingOwed(deps, tx, userId, moneyOwed)
    await setRole(tx, user, role, deps.clock.now())
    await announceFormerAdmin(tx, user, 'role')
    await endSessionsOf(tx, userId)
    const detail = `Role changed from ${user.role} to ${role}.`
    await writeAudit(deps, tx, { action: 'role-changed', adminId: admin.id, kind: 'user', subjectId: userId, detail })
    return true
  })
}

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Suspends an account and ends its sessions and sockets in every process. Throws not_found, forbidden, own_account, last_admin. */
export async function suspendUser(deps: Deps, admin: CurrentUser, userId: string, reason: string): Promise<void> {
  await transact(deps.db, (tx) => suspendAccount(deps, tx, admin.id, { userId, reason }))
}

type Suspension = {
  userId: string
  reason: string
  /** when it began, by default now, or for an account that is suspended already, as before */
  since?: Date
  /** leaves an account that is suspended already as it is */
  onlyActive?: boolean
}

/** The same in an open transaction. Returns false when nothing was changed. */
export async function suspendAccount(
  deps: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  adminId: string,
  { userId, reason, since, onlyActive = false }: Suspension,
): Promise<boolean> {
  const user = await lockAccount(tx, adminId, userId)
  if (onlyActive && user.suspended_at) return false
  await setSuspension(tx, userId, since ?? user.suspended_at ?? deps.clock.now(), reason)
  await endSessionsOf(tx, userId)
  await announceFormerAdmin(tx, user, 'suspended')
  const detail = `Suspended: ${isolate(reason)}`
  await writeAudit(deps, tx, { action: 'user-suspended', adminId, kind: 'user', subjectId: userId, detail })
  return true
}

/** Ends a suspension. Returns false when the account is not suspended. Throws not_found, forbidden. */
export async function restoreUser(deps: Deps, admin: CurrentUser, userId: string): Promise<boolean> {
  return (await transact(deps.db, (tx) => restoreAccount(deps, tx, admin.id, userId))) !== null
}

/** The same in an open transaction. Returns the suspension; null when there is none. */
export async function restoreAccount(
  deps: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  adminId: string,
  userId: string,
): Promise<{ since: Date; reason: string } | null> {
  const { suspended_at: since, suspended_reason: reason } = await lockAccount(tx, adminId, userId)
  if (!since) return null
  await setSuspension(tx, userId, null, '')
  const detail = 'Suspension ended.'
  await writeAudit(deps, tx, { action: 'user-restored', adminId, kind: 'user', subjectId: userId, detail })
  return { since, reason }
}
