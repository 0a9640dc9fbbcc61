import { sql } from 'kysely'
import type { FeatureConfig } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { Posting } from './rules.ts'

type Zoned = { config: Pick<FeatureConfig, 'TIME_ZONE'> }

/**
 * Posts transactions; returns the keys of those that were not posted before. The site's time zone decides the month of an entry. Post once,
 * at the end of a database transaction: the rows of the balances stay locked until the commit. Entries of zero are left out. Throws where
 * the amounts of a transaction do not add up to zero.
 */
export async function post(
  tx: Tx,
  { config: { TIME_ZONE: zone } }: Zoned,
  postings: readonly Posting[],
): Promise<Set<string>> {
  const entries = postings.flatMap(({ key, entries, at }) => {
    if (entries.reduce((sum, { amount }) => sum + amount, 0) !== 0)
      throw new Error(`The posting ${key} does not balance`)
    return entries
      .filter(({ amount }) => amount !== 0)
      .map(({ account, party = '', amount, availableAt = null }) => ({ key, at, account, party, amount, availableAt }))
  })
  if (entries.length === 0) return new Set()
  const posted = postings.filter(({ key }) => entries.some((entry) => entry.key === key))
  const { rows } = await sql<{ key: string }>`
    with made as (
      insert into ledger_transactions (key, kind, order_id, at)
      select * from jsonb_to_recordset(${JSON.stringify(
        posted.map(({ key, kind, orderId, at }) => ({ key, kind, order_id: orderId ?? null, at })),
      )}::jsonb) as one (key text, kind text, order_id text, at timestamptz)
      on conflict (key) do nothing
      returning id, key
    ), entered as (
      insert into ledger_entries (transaction_id, account, party_id, amount_paise, month, at, available_at)
      select made.id, one.account, one.party, one.amount, to_char(one.at at time zone ${zone}, 'YYYY-MM'), one.at, one."availableAt"
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as one (key text, at timestamptz, account text, party text, amount bigint, "availableAt" timestamptz)
      join made on made.key = one.key
    )
    select key from made`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}
