import { type Kysely, sql } from 'kysely'

/** Invoices, receipts and credit notes with numbers without gaps, what buyers want to be on them, and files in mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table billing_details (
    user_id text primary key references users (id) on delete cascade,
    name text not null,
    address text not null,
    state text not null,
    gstin text not null,
    changed_at timestamptz not null
  )`,
  `create table invoice_counters (
    series text not null,
    kind text not null check (kind in ('invoice', 'receipt', 'credit_note')),
    year text not null check (year ~ '^\\d{4}$'),
    last integer not null check (last > 0),
    last_at timestamptz not null,
    primary key (series, kind, year)
  )`,
  `create table invoices (
    id text primary key,
    number text not null unique check (length(number) between 1 and 16),
    kind text not null check (kind in ('invoice', 'receipt', 'credit_note')),
    order_id text not null references orders (id),
    refund_id text unique references refunds (id),
    dispute_id text unique references disputes (id),
    refers_to text references invoices (id),
    user_id text not null references users (id),
    issued_at timestamptz not null,
    place_of_supply text not null,
    seller jsonb not null,
    buyer jsonb not null,
    lines jsonb not null,
    amount_paise integer not null check (amount_paise > 0),
    taxable_paise integer not null check (taxable_paise >= 0),
    cgst_paise integer not null check (cgst_paise >= 0),
    sgst_paise integer not null check (sgst_paise = cgst_paise),
    igst_paise integer not null check (igst_paise >= 0 and (igst_paise = 0 or cgst_paise = 0)),
    check (taxable_paise + cgst_paise + sgst_paise + igst_paise = amount_paise),
    check ((kind = 'credit_note') = (refers_to is not null)),
    check ((kind = 'credit_note') = (num_nonnulls(refund_id, dispute_id) = 1))
  )`,
  "create unique index invoices_order on invoices (order_id) where kind <> 'credit_note'",
  'create index invoices_credit_notes on invoices (refers_to) where refers_to is not null',
  'create index invoices_order_all on invoices (order_id)',
  'create index invoices_buyer on invoices (user_id)',
  // a document that was issued is corrected by a credit note, never changed
  `create function invoices_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Invoices are not changed: issue a credit note' using errcode = 'check_violation';
    end $$`,
  `create trigger invoices_append_only before update or delete on invoices
    for each statement execute function invoices_refuse_change()`,
  `create table invoice_mails (
    id text primary key,
    invoice_id text not null references invoices (id),
    sent_at timestamptz not null
  )`,
  'create index invoice_mails_invoice on invoice_mails (invoice_id)',
  "alter table outbox_mails add column attached text[] not null default '{}'",
  `create table outbox_attachments (
    mail_id text not null references outbox_mails (id) on delete cascade,
    place integer not null,
    name text not null,
    content_type text not null,
    content bytea not null,
    primary key (mail_id, place)
  )`,
]
