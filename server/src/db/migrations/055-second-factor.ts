import { type Kysely, sql } from 'kysely'

const statements = [
  // who has an account now has signed in before: their next new browser is worth a mail
  'alter table users add column factor_since timestamptz',
  'alter table users add column first_sign_in_at timestamptz',
  'update users set first_sign_in_at = created_at',
  `alter table sessions add column place text not null default ''`,
  'alter table sessions add column confirmed_at timestamptz',
  `create table passkeys (
    id text primary key,
    user_id text not null references users (id),
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    name text not null,
    synced boolean not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  'create index passkeys_by_user on passkeys (user_id, created_at)',
  `create table authenticator_apps (
    user_id text primary key references users (id),
    encrypted text,
    last_step integer not null default 0,
    confirmed_at timestamptz,
    waiting text,
    waiting_since timestamptz
  )`,
  `create table recovery_codes (
    user_id text not null references users (id),
    code_hash bytea not null,
    created_at timestamptz not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,
  `create table used_challenges (
    hash bytea primary key,
    expires_at timestamptz not null
  )`,
  'create index used_challenges_by_end on used_challenges (expires_at)',
]

/**
 * Second factors: passkeys, authenticator apps and recovery codes, and since when an account has one. Where a session was opened from,
 * and when its owner last confirmed that they are there. The first sign-in of an account, after which new browsers are mailed about.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
