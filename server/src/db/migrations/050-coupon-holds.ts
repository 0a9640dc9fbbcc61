import { type Kysely, sql } from 'kysely'

/**
 * Until when an open order holds its use of a coupon, and a keyed hash of the client that holds it. Open orders of before hold none any
 * more: they take their use when their payment arrives, if one is left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table coupon_uses add column held_until timestamptz, add column held_by text`.execute(db)
  await sql`create index coupon_uses_held on coupon_uses (held_by) where held_by is not null`.execute(db)
}
