import { type Kysely, sql } from 'kysely'

/** Requests for a new password belong to browsers, mails bring a link too, and educators choose whether their address is shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // codes that are on their way keep working: their rows have no browser
  `alter table password_codes
    drop constraint password_codes_pkey,
    add primary key (request_id),
    add column browser_hash bytea unique,
    add column due_at timestamptz`,
  'create index password_codes_email on password_codes (email)',
  `create table password_mail_rates (
    email text primary key check (email = lower(email)),
    free_at timestamptz not null
  )`,
  `create table password_links (
    token_hash bytea primary key,
    user_id text not null references users (id) on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index password_links_user on password_links (user_id)',
  'alter table users add column show_email boolean not null default false',
]
