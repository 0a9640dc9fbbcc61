import { type Kysely, sql } from 'kysely'

/** What admins do to several rows at once, with what each row was before, so that it can be undone; and filters that they save. */
const statements = [
  `create table bulk_acts (
    id text primary key,
    admin_id text not null references users (id) on delete cascade,
    key text not null,
    act text not null check (act ~ '^[a-z-]{1,40}$'),
    reason text not null,
    created_at timestamptz not null,
    undone_at timestamptz,
    unique (admin_id, key)
  )`,
  'create index bulk_acts_of_admin on bulk_acts (admin_id, created_at)',
  'create index bulk_acts_created_at on bulk_acts (created_at)',
  `create table bulk_rows (
    act_id text not null references bulk_acts (id) on delete cascade,
    subject_id text not null,
    acts integer not null,
    before jsonb not null,
    undo_outcome text check (undo_outcome in ('undone', 'changed', 'failed')),
    primary key (act_id, subject_id)
  )`,
  `create table saved_filters (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    list text not null check (list ~ '^[a-z-]{1,40}$'),
    name text not null check (char_length(name) between 1 and 40),
    query jsonb not null,
    created_at timestamptz not null
  )`,
  'create unique index saved_filters_name on saved_filters (user_id, list, lower(name))',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
