import { DomainError } from '#core/domain-error.ts'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { lockAdminsAnd } from '../../accounts/index.ts'
import { decideAct, isActiveAdmin } from '../rules.ts'

/**
 * Returns the account that an admin acts on, and locks it and all admins until the transaction ends, so that the rules see who is an
 * admin now, not when the request arrived. Throws not_found, forbidden (no longer an admin), own_account, last_admin.
 */
export async function lockAccount(tx: Tx, adminId: string, userId: string): Promise<UserRow> {
  const rows = await lockAdminsAnd(tx, userId)
  const problem = decideAct(
    adminId,
    userId,
    rows.filter(isActiveAdmin).map(({ id }) => id),
  )
  if (problem) throw new DomainError(problem)
  const target = rows.find(({ id }) => id === userId)
  if (!target) throw new DomainError('not_found')
  return target
}
