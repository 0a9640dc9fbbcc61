import { type Kysely, sql } from 'kysely'

/** Forgotten passwords, sign-in by an identity provider, and mails that stay in the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table users add column email_proven_at timestamptz',
  `create table identities (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    created_at timestamptz not null,
    primary key (issuer, subject)
  )`,
  'create index identities_user on identities (user_id)',
  `create table password_codes (
    email text primary key check (email = lower(email)),
    request_id text not null,
    requested_at timestamptz not null,
    code_hash bytea,
    key_mark text,
    tries_left integer not null default 0 check (tries_left >= 0),
    expires_at timestamptz
  )`,
  'create index password_codes_age on password_codes (requested_at)',
  `create table password_proofs (
    token_hash bytea primary key,
    user_id text not null references users (id) on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index password_proofs_user on password_proofs (user_id)',
  `create table outbox_mails (
    id text primary key,
    recipient text not null,
    subject text not null,
    body_text text not null,
    body_html text not null,
    created_at timestamptz not null
  )`,
  'create index outbox_mails_newest on outbox_mails (created_at desc, id desc)',
]
