import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#db/schema.ts'
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
  const scope: TransactionScope = { db, afterCommit: [], afterRollback: [] }
  let result: T
  try {
    result = await db.transaction().execute((tx) => transactionScope.run(scope, () => work(tx)))
  } catch (error) {
    for (const act of scope.afterRollback) act()
    throw error
  }
  await Promise.all(scope.afterCommit.map((act) => act()))
  return result
}

function requireScope(name: string): TransactionScope {
  const scope = transactionScope.getStore()
  if (!scope) throw new Error(`${name} works only inside transact()`)
  return scope
}

/**
 * Registers something to do as soon as the surrounding transaction has committed; dropped when it rolls back. `transact` waits
 * for a promise that it returns. Two transactions on two connections run these in the order in which the database's answers
 * arrive, which is not the order of their commits: what depends on that order belongs into a `broadcast`, or compares versions.
 */
export function afterCommit(act: (db: Db) => unknown): void {
  const scope = requireScope('afterCommit')
  scope.afterCommit.push(() => act(scope.db))
}

/** Registers something to do when the surrounding transaction fails. */
export function afterRollback(act: () => void): void {
  requireScope('afterRollback').afterRollback.push(act)
}
