import { type Kysely, sql } from 'kysely'

/** Secret addresses of calendars, at most one for each user. The secret itself is derived from the id and not stored. */
const statements = [
  `create table calendar_addresses (
    user_id text primary key references users (id) on delete cascade,
    id text not null unique,
    created_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
