export { checkLedger, findLastCheck, ledgerJobs, sayCheck } from './check-ledger.ts'
export { post } from './post.ts'
export { balanceOf, type EducatorBalance, findEducatorBalance, heldSql, payableOf } from './queries.ts'
export * from './rules.ts'
