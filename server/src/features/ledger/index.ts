export { checkLedger, findLastCheck, ledgerJobs } from './check-ledger.ts'
export { post } from './post.ts'
export { balanceOf, type EducatorBalance, findEducatorBalance, heldSql, payableOf } from './queries.ts'
export * from './rules.ts'
