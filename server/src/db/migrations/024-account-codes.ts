import { type Kysely, sql } from 'kysely'

/**
 * Codes that an account asked for while it is signed in: to prove a new address, or that its owner is there where the account has no
 * password. One of each purpose for an account; a newer one takes its place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table account_codes (
    user_id text not null references users (id) on delete cascade,
    purpose text not null check (purpose in ('change-address', 'prove-owner')),
    request_id text not null,
    email text not null,
    requested_at timestamptz not null,
    code_hash bytea,
    key_id text,
    attempts_left integer not null default 0 check (attempts_left >= 0),
    expires_at timestamptz,
    primary key (user_id, purpose)
  )`,
  'create index account_codes_requested_at on account_codes (requested_at)',
]
