import type { Role } from '@virtual-courses/contract'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'

/**
 * The rows of all admins and of one more account, held until the transaction ends, in one order: two admins who act on each
 * other go one after another, and the second sees what the first has done.
 */
export const lockAdminsAnd = (tx: Tx, userId: string): Promise<UserRow[]> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where((where) => where.or([where('role', '=', 'admin'), where('id', '=', userId)]))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function setRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
}

/** `since` null lets the account in again. */
export async function setSuspension(tx: Tx, userId: string, since: Date | null, reason: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ suspended_at: since, suspended_reason: reason })
    .where('id', '=', userId)
    .execute()
}
