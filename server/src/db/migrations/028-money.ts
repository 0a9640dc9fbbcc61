import { type Kysely, sql } from 'kysely'

/**
 * Money that adds up: what an order sold and to whose account it goes, refunds, disputes, the history of an order, a ledger with
 * double entry, and what the comparison with the provider found. Orders of before become sales without a platform fee.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const accounts = [
  'provider_clearing',
  'provider_fees',
  'platform_fee',
  'educator_payable',
  'gst_payable',
  'refunds',
  'losses',
  'payouts',
  'bank',
]

const statements = [
  // --- orders ---------------------------------------------------------------------------------------------------------------
  'alter table orders drop constraint orders_status_check',
  "update orders set status = 'refund_pending' where status = 'refund_due'",
  `alter table orders add constraint orders_status_check check (status in
    ('created', 'paid', 'failed', 'expired', 'refund_pending', 'refunded', 'partly_refunded', 'disputed'))`,
  `alter table orders
    add column sold_at timestamptz,
    add column refunded_paise integer not null default 0 check (refunded_paise between 0 and amount_paise),
    add column list_paise integer`,
  'update orders set list_paise = amount_paise',
  'alter table orders alter column list_paise set not null',
  `alter table orders add constraint orders_list_price check (list_paise >= amount_paise)`,
  // no payment can name an order that the provider never opened
  "update orders set status = 'expired' where status = 'failed' and provider_order_id is not null",
  "alter table orders add constraint orders_failed check (status <> 'failed' or provider_order_id is null)",
  // the order of an enrolment is the one that sold it, also where the provider refunded it since
  `update orders set sold_at = settled_at where settled_at is not null
    and (status = 'paid' or exists (select 1 from enrolments where enrolments.order_id = orders.id))`,
  "update orders set refunded_paise = amount_paise where status = 'refunded' and sold_at is not null",
  'create index orders_of_buyer on orders (user_id, created_at desc, id desc)',
  'create index orders_listed on orders (created_at desc, id desc)',
  'create index orders_settled on orders (settled_at) where payment_id is not null',
  // the same table as in features/sales/rules.ts
  `create function orders_require_next_status() returns trigger language plpgsql as $$
    begin
      if new.status <> all (case old.status
        when 'created' then array['paid', 'refund_pending', 'expired', 'failed']
        when 'expired' then array['refund_pending']
        when 'paid' then array['refund_pending', 'disputed']
        when 'refund_pending' then array['partly_refunded', 'refunded', 'disputed']
        when 'partly_refunded' then array['refund_pending', 'disputed']
        when 'refunded' then array['refund_pending', 'disputed']
        when 'disputed' then array['paid', 'refund_pending', 'partly_refunded', 'refunded']
        else array[]::text[] end)
      then
        raise exception 'An order that is % cannot become %', old.status, new.status using errcode = 'check_violation';
      end if;
      return new;
    end $$`,
  `create trigger orders_next_status before update of status on orders
    for each row when (new.status is distinct from old.status) execute function orders_require_next_status()`,

  `create table order_items (
    order_id text not null references orders (id) on delete cascade,
    course_id text not null references courses (id),
    educator_id text not null references users (id),
    list_paise integer not null check (list_paise >= 0),
    amount_paise integer not null check (amount_paise between 0 and list_paise),
    gst_paise integer not null default 0 check (gst_paise between 0 and amount_paise),
    fee_paise integer not null default 0 check (fee_paise between 0 and amount_paise - gst_paise),
    refunded_paise integer not null default 0 check (refunded_paise between 0 and amount_paise),
    sold_at timestamptz,
    primary key (order_id, course_id)
  )`,
  `insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, refunded_paise, sold_at)
    select orders.id, orders.course_id, courses.creator_id, orders.list_paise, orders.amount_paise, orders.refunded_paise, orders.sold_at
    from orders join courses on courses.id = orders.course_id`,
  'drop index orders_course',
  'drop index orders_paid',
  'create index order_items_sold on order_items (sold_at) include (amount_paise, refunded_paise) where sold_at is not null',
  'create index order_items_course on order_items (course_id, sold_at) include (amount_paise, refunded_paise) where sold_at is not null',
  'create index order_items_educator on order_items (educator_id, sold_at) where sold_at is not null',

  `create table refunds (
    id text primary key,
    order_id text not null references orders (id),
    payment_id text not null,
    amount_paise integer not null check (amount_paise > 0),
    reason text not null check (reason in ('withdrawal', 'admin', 'returned', 'extra', 'expired', 'withdrawn')),
    booked boolean not null,
    status text not null check (status in ('pending', 'sent', 'processed', 'failed', 'canceled')),
    provider_refund_id text unique,
    attempt integer not null default 1 check (attempt > 0),
    problem text not null default '',
    note text not null default '',
    requested_by text references users (id),
    created_at timestamptz not null,
    checked_at timestamptz,
    ended_at timestamptz
  )`,
  'create index refunds_order on refunds (order_id)',
  'create index refunds_payment on refunds (payment_id)',
  "create index refunds_open on refunds (created_at) where status in ('pending', 'sent', 'failed')",
  'create unique index refunds_unbooked on refunds (payment_id) where not booked',
  // money that could not be booked, on its way back: its job finds the row by the payment
  `insert into refunds (id, order_id, payment_id, amount_paise, reason, booked, status, created_at, ended_at)
    select 'r' || id, id, payment_id, amount_paise, 'expired', false,
      case status when 'refunded' then 'processed' else 'pending' end, coalesce(settled_at, created_at),
      case status when 'refunded' then coalesce(settled_at, created_at) end
    from orders where status in ('refund_pending', 'refunded') and sold_at is null and payment_id is not null and amount_paise > 0`,
  `insert into refunds (id, order_id, payment_id, amount_paise, reason, booked, status, created_at, ended_at)
    select 'r' || id, id, payment_id, amount_paise, 'returned', true, 'processed', settled_at, settled_at
    from orders where status = 'refunded' and sold_at is not null and payment_id is not null and amount_paise > 0`,

  `create table disputes (
    id text primary key,
    order_id text not null references orders (id),
    payment_id text not null,
    amount_paise integer not null check (amount_paise > 0),
    deducted_paise integer not null default 0 check (deducted_paise >= 0),
    status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
    phase text not null,
    reason text not null,
    respond_by timestamptz,
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  'create index disputes_order on disputes (order_id)',
  'create index disputes_payment on disputes (payment_id)',
  "create index disputes_open on disputes (created_at) where status in ('open', 'under_review')",

  `create table order_events (
    id bigint generated by default as identity primary key,
    order_id text not null references orders (id) on delete cascade,
    at timestamptz not null,
    kind text not null,
    actor_id text references users (id),
    event_key text,
    details jsonb not null default '{}'
  )`,
  'create index order_events_order on order_events (order_id, id)',
  'create unique index order_events_key on order_events (event_key) where event_key is not null',

  `create table payment_findings (
    id text primary key,
    kind text not null check (kind in ('unknown-order', 'missing-payment', 'amount-differs', 'refund-differs', 'dispute-differs',
      'settlement-differs', 'not-compared')),
    subject text not null,
    order_id text references orders (id),
    amount_paise bigint not null,
    detail text not null,
    found_at timestamptz not null,
    seen_at timestamptz not null,
    resolved_at timestamptz,
    resolved_by text references users (id),
    note text not null default '',
    unique (kind, subject)
  )`,
  'create index payment_findings_listed on payment_findings (found_at desc, id desc)',

  // --- the ledger -------------------------------------------------------------------------------------------------------------
  `create table ledger_transactions (
    id bigint generated by default as identity primary key,
    key text not null unique,
    kind text not null check (kind in
      ('sale', 'unbooked', 'refund-requested', 'refund-processed', 'refund-returned', 'dispute-lost', 'provider-fee', 'settlement', 'payout', 'payout-paid', 'payout-returned', 'written-off')),
    order_id text references orders (id),
    at timestamptz not null
  )`,
  'create index ledger_transactions_order on ledger_transactions (order_id) where order_id is not null',
  `create table ledger_entries (
    id bigint generated by default as identity primary key,
    transaction_id bigint not null references ledger_transactions (id),
    account text not null check (account in (${accounts.map((name) => `'${name}'`).join(', ')})),
    party_id text not null default '' check ((party_id <> '') = (account = 'educator_payable')),
    amount_paise bigint not null check (amount_paise <> 0),
    month text not null check (month ~ '^\\d{4}-\\d\\d$'),
    at timestamptz not null,
    available_at timestamptz
  )`,
  'create index ledger_entries_transaction on ledger_entries (transaction_id) include (amount_paise)',
  'create index ledger_entries_account on ledger_entries (account, party_id, month, id)',
  `create index ledger_entries_held on ledger_entries (party_id, available_at) include (amount_paise)
    where available_at is not null`,
  `create table ledger_balances (
    account text not null,
    party_id text not null,
    month text not null,
    amount_paise bigint not null,
    primary key (account, party_id, month)
  )`,
  // rows are locked in one order, so that postings at once wait for each other and never in a circle
  `create function ledger_add_up() returns trigger language plpgsql as $$
    begin
      insert into ledger_balances (account, party_id, month, amount_paise)
        select account, party_id, month, sum(amount_paise) from added group by 1, 2, 3 order by 1, 2, 3
        on conflict (account, party_id, month) do update set amount_paise = ledger_balances.amount_paise + excluded.amount_paise;
      return null;
    end $$`,
  `create trigger ledger_added after insert on ledger_entries referencing new table as added
    for each statement execute function ledger_add_up()`,
  `create function ledger_require_balance() returns trigger language plpgsql as $$
    begin
      if (select coalesce(sum(amount_paise), 1) from ledger_entries where transaction_id = new.id) <> 0 then
        raise exception 'The ledger transaction % does not balance', new.key using errcode = 'check_violation';
      end if;
      return null;
    end $$`,
  `create constraint trigger ledger_balanced after insert on ledger_transactions deferrable initially deferred
    for each row execute function ledger_require_balance()`,
  // entries join a transaction only in the database transaction that made it, so that none gets more after it was checked
  `create function ledger_require_own_transaction() returns trigger language plpgsql as $$
    begin
      if exists (
        select 1 from (select distinct transaction_id from added) as parents
        left join ledger_transactions on ledger_transactions.id = parents.transaction_id
        where ledger_transactions.xmin is distinct from pg_current_xact_id()::xid
      ) then
        raise exception 'Entries join only a new ledger transaction' using errcode = 'check_violation';
      end if;
      return null;
    end $$`,
  `create trigger ledger_own_transaction after insert on ledger_entries referencing new table as added
    for each statement execute function ledger_require_own_transaction()`,
  `create function ledger_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The ledger is append-only: post a transaction that corrects it' using errcode = 'check_violation';
    end $$`,
  ...['ledger_transactions', 'ledger_entries'].map(
    (table) => `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function ledger_refuse_change()`,
  ),

  // --- what was sold before -------------------------------------------------------------------------------------------------
  `insert into ledger_transactions (key, kind, order_id, at)
    select 'sale:' || id, 'sale', id, sold_at from orders where sold_at is not null and amount_paise > 0 order by sold_at, id`,
  `insert into ledger_transactions (key, kind, order_id, at)
    select 'unbooked:' || payment_id, 'unbooked', id, coalesce(settled_at, created_at) from orders
    where sold_at is null and payment_id is not null and amount_paise > 0 order by settled_at, id`,
  `insert into ledger_transactions (key, kind, order_id, at)
    select 'refund:' || id || ':requested', 'refund-requested', order_id, created_at from refunds where booked order by created_at, id`,
  `insert into ledger_transactions (key, kind, order_id, at)
    select 'refund:' || id || ':processed', 'refund-processed', order_id, ended_at from refunds where status = 'processed' order by created_at, id`,
  `insert into ledger_entries (transaction_id, account, party_id, amount_paise, month, at)
    select ledger_transactions.id, sides.account, case sides.account when 'educator_payable' then courses.creator_id else '' end,
      sides.sign * orders.amount_paise, to_char(ledger_transactions.at at time zone 'Asia/Kolkata', 'YYYY-MM'), ledger_transactions.at
    from ledger_transactions
    join orders on orders.id = ledger_transactions.order_id
    join courses on courses.id = orders.course_id
    join (values
      ('sale', 'provider_clearing', 1), ('sale', 'educator_payable', -1),
      ('unbooked', 'provider_clearing', 1), ('unbooked', 'refunds', -1),
      ('refund-requested', 'educator_payable', 1), ('refund-requested', 'refunds', -1),
      ('refund-processed', 'refunds', 1), ('refund-processed', 'provider_clearing', -1)
    ) as sides (kind, account, sign) on sides.kind = ledger_transactions.kind
    order by ledger_transactions.id`,
  // what failed jobs kept of errors of the payment provider had its key secret in it; their messages stay
  `do $$ begin
    if to_regclass('jobs.job') is not null then
      update jobs.job set output = jsonb_build_object('message', output->'message') where output::text like '%"auth"%';
    end if;
  end $$`,
  // later migrations of the same transaction may change these tables
  'set constraints all immediate',
]
