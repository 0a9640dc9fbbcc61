import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo } from '#core/keyset.ts'
import type { LedgerAccount, PaymentFindingsTable } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'

/** The balance of each account that was ever posted to; a debit is positive. */
export async function findBalances(on: Executor): Promise<Map<LedgerAccount, Paise>> {
  const { rows } = await sql<{ account: LedgerAccount; sum: string }>`
    select account, sum(amount_paise)::text as sum from ledger_balances group by account`.execute(on)
  return new Map(rows.map(({ account, sum }) => [account, Number(sum)]))
}

export type FindingRow = Selectable<PaymentFindingsTable>

/** Differences from the provider that no admin has closed, the oldest first. */
export const findOpenFindings = (on: Executor, limit: number): Promise<FindingRow[]> =>
  on
    .selectFrom('payment_findings')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('found_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** How many matters are open, each counted up to `mostCounted`. */
export async function countOpen(on: Executor): Promise<{ findings: number; failedRefunds: number; disputes: number }> {
  const [findings, failedRefunds, disputes] = await Promise.all([
    countUpTo(on, sql`payment_findings where resolved_at is null`),
    countUpTo(on, sql`refunds where status = 'failed'`),
    countUpTo(on, sql`disputes where status in ('open', 'under_review')`),
  ])
  return { findings, failedRefunds, disputes }
}
