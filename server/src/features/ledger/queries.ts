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
 * What an educator is owed, in paise: `owed` in total, negative when refunds took more than was left; of it `held` while refund windows
 * and disputes are open; `payable` is what may be paid out, at least 0.
 */
export type EducatorBalance = { owed: Paise; held: Paise; payable: Paise }

/** Reads the sums that are kept for each educator. */
export async function findEducatorBalance(on: Executor, educatorId: string, now: Date): Promise<EducatorBalance> {
  const { rows } = await sql<{ owed: string; held: string }>`
    select
      (select coalesce(sum(owed_paise), 0)::text from educator_balances where educator_id = ${educatorId}) as owed,
      (select coalesce(sum(amount), 0)::text from (${heldSql(sql`= ${educatorId}`, now)}) as held) as held`.execute(on)
  const [owed, held] = [Number(rows[0]?.owed ?? 0), Number(rows[0]?.held ?? 0)]
  return { owed, held, payable: payableOf(owed, held) }
}

/** What may be paid out of what is owed. */
export const payableOf = (owed: Paise, held: Paise): Paise => Math.max(0, owed - Math.max(0, held))

/** The hour of a time, as stored in `educator_held`. */
const hourOf = (time: Date): number => Math.floor(time.getTime() / 3_600_000)

/**
 * The SQL of what of educators' earnings may not be paid out yet, as rows (educator_id, amount), of which an educator has any number:
 * sales in their refund window, and disputed ones. `educators` is the end of a condition on the id, such as `= $1`. Whole hours come
 * from sums, the present one from its entries.
 */
export const heldSql = (educators: ReturnType<typeof sql>, now: Date) => sql`
  select educator_held.educator_id, educator_held.amount_paise as amount from educator_held
  where educator_held.educator_id ${educators} and educator_held.hour > ${hourOf(now)}
  union all
  select educator_held.educator_id, -ledger_entries.amount_paise from educator_held
  join ledger_entries on ledger_entries.party_id = educator_held.educator_id
  where educator_held.educator_id ${educators} and educator_held.hour = ${hourOf(now)}
    and ledger_entries.available_at > ${now} and ledger_entries.available_at < ${new Date((hourOf(now) + 1) * 3_600_000)}
  union all
  select ledger_entries.party_id, -ledger_entries.amount_paise
  from (select distinct order_id from disputes where status in ('open', 'under_review')) as contested
  join ledger_transactions on ledger_transactions.order_id = contested.order_id
  join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
  where ledger_entries.account = 'educator_payable' and ledger_entries.party_id ${educators}
    and (ledger_entries.available_at is null or ledger_entries.available_at <= ${now})`

/** Deletes sums of hours long past. */
export const deleteReleased = (on: Executor, now: Date) =>
  on
    .deleteFrom('educator_held')
    .where('hour', '<', hourOf(now) - keptHours)
    .execute()
/** Clocks of processes differ, and tests look back. */
export const keptHours = 48
