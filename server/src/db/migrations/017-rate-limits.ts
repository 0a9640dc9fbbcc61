import { type Kysely, sql } from 'kysely'

/**
 * Rate limits that all processes share, in the form of rate-limiter-flexible. Unlogged: a count costs no sync of the disk, and a
 * crash of the database server, which empties the table, gives everyone their attempts back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // counts change in place, without new entries of the indexes
  `create unlogged table rate_limits (
    key text primary key,
    points integer not null,
    expire bigint not null
  ) with (fillfactor = 50)`,
  'create index rate_limits_expire on rate_limits (expire)',
]
