import { type Kysely, sql } from 'kysely'

/**
 * Since when an account is an admin, null for long ago, and until when one was that has another role now: a payout run waits for those
 * who were admins shortly before it, and is not confirmed by those who have just become one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column admin_until timestamptz, add column admin_since timestamptz`.execute(db)
}
