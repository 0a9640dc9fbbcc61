import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'
import { type TransactionScope, transactionScope } from './transaction-scope.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>
/** The database or an open transaction: the first parameter of every query. */
export type Executor = Db | Tx

/**
 * Runs `work` in one transaction. Inside it only `tx` may be used: the plain database throws at once, because the embedded
 * database has a single connection and would wait for itself. Keep network and file work out of it.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const scope: TransactionScope = { db, afterCommit: [] }
  const result = await db.transaction().execute((tx) => transactionScope.run(scope, () => work(tx)))
  for (const act of scope.afterCommit) act()
  return result
}

/** Remembers something to do as soon as the surrounding transaction has committed; dropped when it rolls back. */
export function afterCommit(act: (db: Db) => void): void {
  const scope = transactionScope.getStore()
  if (!scope) throw new Error('afterCommit works only inside transact()')
  scope.afterCommit.push(() => act(scope.db))
}
