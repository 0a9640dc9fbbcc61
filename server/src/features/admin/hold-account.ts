import { DomainError } from '#core/domain-error.ts'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { lockAdminsAnd } from '../accounts/index.ts'
import { decideAct, isActiveAdmin } from './rules.ts'

/**
 * The account that an admin acts on, held until the transaction ends together with all admins: so the rules see who is an admin
 * now, not who was when the request came. Throws not_found, forbidden (he is none any more), own_account, last_admin.
 */
export async function holdAccount(tx: Tx, adminId: string, userId: string): Promise<UserRow> {
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
