import type { Role } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { endSessionsOf, setRole } from '../accounts/index.ts'
import { hasCourses } from '../courses/index.ts'
import { writeAudit } from './audit.ts'
import { holdAccount } from './hold-account.ts'
import { decideProof, decideRole } from './rules.ts'

/**
 * Gives an account another role and signs it out everywhere, so that no open page acts in the old one. Answers false when it had
 * the role already. Throws not_found, forbidden, own_account, last_admin, role_in_use, address_unproven.
 */
export async function changeRole(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  admin: CurrentUser,
  userId: string,
  role: Role,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const user = await holdAccount(tx, admin.id, userId)
    if (user.role === role) return false
    const problem =
      decideRole(user.role, role, await hasCourses(tx, userId)) ?? decideProof(role, user.email_verified_at !== null)
    if (problem) throw new DomainError(problem)
    await setRole(tx, userId, role)
    await endSessionsOf(tx, userId)
    const detail = `Role changed from ${user.role} to ${role}.`
    await writeAudit(deps, tx, { action: 'role-changed', adminId: admin.id, kind: 'user', subjectId: userId, detail })
    // Reviews show the role of who wrote them.
    tx.invalidate('catalogue')
    return true
  })
}
