import { type Kysely, sql } from 'kysely'

/**
 * Payouts to educators: encrypted bank details, runs with their payouts, and what each educator earned in a month by the kind of
 * posting, which statements and balances read instead of single entries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table payout_accounts (
    user_id text primary key references users (id),
    encrypted text not null,
    last4 text not null check (last4 ~ '^\\d{4}$'),
    holder_hint text not null,
    changed_at timestamptz not null,
    paused_until timestamptz
  )`,

  `create table payout_runs (
    id text primary key,
    status text not null check (status in ('draft', 'confirmed', 'paid', 'canceled')),
    note text not null default '',
    created_by text not null references users (id),
    created_at timestamptz not null,
    confirmed_by text references users (id),
    confirmed_at timestamptz,
    exported_at timestamptz,
    paid_at timestamptz,
    canceled_at timestamptz,
    check ((confirmed_by is null) = (confirmed_at is null)),
    check (case status
      when 'draft' then confirmed_at is null and paid_at is null and canceled_at is null
      when 'confirmed' then confirmed_at is not null and paid_at is null and canceled_at is null
      when 'paid' then confirmed_at is not null and paid_at is not null and canceled_at is null
      else paid_at is null and canceled_at is not null end)
  )`,
  'create index payout_runs_listed on payout_runs (created_at desc, id desc)',

  `create table payouts (
    id text primary key,
    run_id text not null references payout_runs (id),
    educator_id text not null references users (id),
    amount_paise bigint not null check (amount_paise > 0),
    status text not null check (status in ('planned', 'sent', 'paid', 'returned', 'left-out')),
    reference text not null default '',
    problem text not null default '',
    encrypted text,
    last4 text not null default '',
    created_at timestamptz not null,
    changed_at timestamptz not null,
    unique (run_id, educator_id),
    check ((encrypted is not null) = (status = 'sent'))
  )`,
  'create index payouts_educator on payouts (educator_id, created_at desc, id desc)',
  'create index payouts_run on payouts (run_id, id)',

  // what an educator is owed grows with sales and falls with refunds and payouts: signs are the educator's
  `create table educator_months (
    educator_id text not null,
    month text not null,
    kind text not null,
    amount_paise bigint not null,
    entries bigint not null,
    primary key (educator_id, month, kind)
  )`,
  `insert into educator_months (educator_id, month, kind, amount_paise, entries)
    select ledger_entries.party_id, ledger_entries.month, ledger_transactions.kind, -sum(ledger_entries.amount_paise), count(*)
    from ledger_entries join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'educator_payable'
    group by 1, 2, 3`,
  // runs after ledger_added, by its name, and locks its rows in one order: see there
  `create function ledger_add_up_months() returns trigger language plpgsql as $$
    begin
      insert into educator_months (educator_id, month, kind, amount_paise, entries)
        select added.party_id, added.month, ledger_transactions.kind, -sum(added.amount_paise), count(*)
        from added join ledger_transactions on ledger_transactions.id = added.transaction_id
        where added.account = 'educator_payable'
        group by 1, 2, 3 order by 1, 2, 3
        on conflict (educator_id, month, kind) do update set
          amount_paise = educator_months.amount_paise + excluded.amount_paise,
          entries = educator_months.entries + excluded.entries;
      return null;
    end $$`,
  `create trigger ledger_added_months after insert on ledger_entries referencing new table as added
    for each statement execute function ledger_add_up_months()`,

  // features add subjects: the contract lists them
  'alter table audit_log drop constraint if exists audit_log_subject_kind_check',
  "alter table audit_log add constraint audit_log_subject_kind_check check (subject_kind ~ '^[a-z-]{1,40}$')",
]
