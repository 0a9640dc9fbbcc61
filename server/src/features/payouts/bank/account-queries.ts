import type { Selectable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { PayoutAccountsTable } from '#db/schema.ts'

export type AccountRow = Selectable<PayoutAccountsTable>

export const findAccount = (on: Executor, userId: string): Promise<AccountRow | undefined> =>
  on.selectFrom('payout_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Inserts or replaces the bank details of a user. */
export async function storeAccount(tx: Tx, account: AccountRow): Promise<void> {
  const { user_id: _, ...changes } = account
  await tx
    .insertInto('payout_accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute()
}

/**
 * Locks the bank details of educators, always in the same order, until the transaction ends, so that decisions about payouts to one
 * educator are serialised.
 */
export const lockAccounts = (tx: Tx, userIds: readonly string[]): Promise<AccountRow[]> =>
  tx
    .selectFrom('payout_accounts')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .orderBy('user_id')
    .forUpdate()
    .execute()

export async function pauseAccount(tx: Tx, userId: string, until: Date): Promise<void> {
  await tx.updateTable('payout_accounts').set({ paused_until: until }).where('user_id', '=', userId).execute()
}

export async function deleteAccount(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('payout_accounts').where('user_id', '=', userId).execute()
}

/** Locks the next rows after `after`, ordered by user, whose encrypted text does not begin with the prefix. */
export const lockOlder = (
  tx: Tx,
  { prefix, after, most }: { prefix: string; after: string; most: number },
): Promise<AccountRow[]> =>
  tx
    .selectFrom('payout_accounts')
    .selectAll()
    .where('encrypted', 'not like', `${prefix}%`)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(most)
    .forUpdate()
    .execute()

/** Does the same for the copies in payouts that are on their way, ordered by id. */
export const lockOlderCopies = (
  tx: Tx,
  { prefix, after, most }: { prefix: string; after: string; most: number },
): Promise<{ id: string; educator_id: string; encrypted: string | null }[]> =>
  tx
    .selectFrom('payouts')
    .select(['id', 'educator_id', 'encrypted'])
    .where('status', '=', 'sent')
    .where('encrypted', 'not like', `${prefix}%`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute()
