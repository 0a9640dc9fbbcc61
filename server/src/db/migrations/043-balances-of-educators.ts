import { type Kysely, sql } from 'kysely'

/**
 * What each educator is owed, in one row, and what of it is held in refund windows, by the hour in which it becomes available (counted
 * from 1970): a balance reads some hundred rows after any number of sales, and a draft of payouts one for each educator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const hour = 'floor(extract(epoch from available_at) / 3600)::integer'
const owed = (rows: string): string => `
  select party_id, -sum(amount_paise) from ${rows} where account = 'educator_payable' group by 1 order by 1`
const held = (rows: string): string => `
  select party_id, ${hour}, -sum(amount_paise) from ${rows}
  where account = 'educator_payable' and available_at is not null group by 1, 2 order by 1, 2`

const statements = [
  `create table educator_balances (
    educator_id text primary key,
    owed_paise bigint not null
  )`,
  'create index educator_balances_owed on educator_balances (educator_id) include (owed_paise) where owed_paise > 0',
  `create table educator_held (
    educator_id text not null,
    hour integer not null,
    amount_paise bigint not null,
    primary key (educator_id, hour)
  )`,
  'create index educator_held_hour on educator_held (hour)',
  `insert into educator_balances (educator_id, owed_paise) ${owed('ledger_balances')}`,
  `insert into educator_held (educator_id, hour, amount_paise) ${held('ledger_entries')}`,
  // runs after ledger_added_months, by its name: postings at once wait for each other there
  `create function ledger_add_up_owed() returns trigger language plpgsql as $$
    begin
      insert into educator_balances (educator_id, owed_paise) ${owed('added')}
        on conflict (educator_id) do update set owed_paise = educator_balances.owed_paise + excluded.owed_paise;
      insert into educator_held (educator_id, hour, amount_paise) ${held('added')}
        on conflict (educator_id, hour) do update set amount_paise = educator_held.amount_paise + excluded.amount_paise;
      return null;
    end $$`,
  `create trigger ledger_added_owed after insert on ledger_entries referencing new table as added
    for each statement execute function ledger_add_up_owed()`,
]
