import { msg } from '@lingui/core/runtime-macro'
import { isolate, type Role } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
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
  await transact(deps.db, async (tx) => {
    const user = await lockAccount(tx, admin.id, userId)
    await setSuspension(tx, userId, user.suspended_at ?? deps.clock.now(), reason)
    await endSessionsOf(tx, userId)
    await announceFormerAdmin(tx, user, 'suspended')
    const detail = `Suspended: ${isolate(reason)}`
    await writeAudit(deps, tx, { action: 'user-suspended', adminId: admin.id, kind: 'user', subjectId: userId, detail })
  })
}

/** Ends a suspension. Returns false when the account is not suspended. Throws not_found, forbidden. */
export async function restoreUser(deps: Deps, admin: CurrentUser, userId: string): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const user = await lockAccount(tx, admin.id, userId)
    if (!user.suspended_at) return false
    await setSuspension(tx, userId, null, '')
    const detail = 'Suspension ended.'
    await writeAudit(deps, tx, { action: 'user-restored', adminId: admin.id, kind: 'user', subjectId: userId, detail })
    return true
  })
}
