import { AsyncLocalStorage } from 'node:async_hooks'

export type TransactionScope = { afterCommit: (() => void)[] }

/** Set while the code of a transaction runs: lets the pool refuse a second way to the database. */
export const transactionScope = new AsyncLocalStorage<TransactionScope>()
