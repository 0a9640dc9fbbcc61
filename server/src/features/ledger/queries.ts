import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { LedgerAccount } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'

/** The balance of an account in paise; of one educator, or of all. A debit is positive. */
export async function balanceOf(on: Executor, account: LedgerAccount, party?: string): Promise<Paise> {
  const { rows } = await sql<{ sum: string }>`select coalesce(sum(amount_paise), 0)::text as sum from ledger_balances
    where account = ${account} and ${party === undefined ? sql`true` : sql`party_id = ${party}`}`.execute(on)
  return Number(rows[0]?.sum ?? 0)
}

/**
 * What an educator is owed, in paise: `owed` in all, below zero when refunds took more than was left; `held` of it while refund windows
 * and disputes are open; `payable` is what may be paid out, at least 0.
 */
export type EducatorBalance = { owed: Paise; held: Paise; payable: Paise }

/** Reads it from sums by month and the entries that are held still, of one educator or of all who are owed anything. */
export async function findEducatorBalance(on: Executor, educatorId: string, now: Date): Promise<EducatorBalance> {
  const { rows } = await sql<{ owed: string; held: string }>`
    select
      (select coalesce(-sum(amount_paise), 0)::text from ledger_balances
        where account = 'educator_payable' and party_id = ${educatorId}) as owed,
      (${heldSql(sql`${educatorId}`, now)})::text as held`.execute(on)
  const [owed, held] = [Number(rows[0]?.owed ?? 0), Number(rows[0]?.held ?? 0)]
  return { owed, held, payable: payableOf(owed, held) }
}

/** What may be paid out of what is owed. */
export const payableOf = (owed: Paise, held: Paise): Paise => Math.max(0, owed - Math.max(0, held))

/** The SQL of what of an educator's earnings may not be paid out yet: sales in their refund window, and disputed ones. */
export const heldSql = (educator: ReturnType<typeof sql>, now: Date) => sql`
  select coalesce(-sum(entries.amount_paise), 0) from (
    select ledger_entries.id, ledger_entries.amount_paise from ledger_entries
    where ledger_entries.party_id = ${educator} and ledger_entries.available_at > ${now}
    union
    select ledger_entries.id, ledger_entries.amount_paise from disputes
    join ledger_transactions on ledger_transactions.order_id = disputes.order_id
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where disputes.status in ('open', 'under_review') and ledger_entries.party_id = ${educator}
      and ledger_entries.account = 'educator_payable'
  ) as entries`
