import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './transact.ts'

export type TransactionScope = { db: Db; afterCommit: (() => unknown)[]; afterRollback: (() => void)[] }

/** Set while the code of a transaction runs: lets the pool refuse a second way to the database. */
export const transactionScope = new AsyncLocalStorage<TransactionScope>()
