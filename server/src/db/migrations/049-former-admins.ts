import { type Kysely, sql } from 'kysely'

/** When an account that has another role now was an admin last: a payout run waits for those who were admins shortly before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column admin_until timestamptz`.execute(db)
}
