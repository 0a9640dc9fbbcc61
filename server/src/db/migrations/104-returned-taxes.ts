import { type Kysely, sql } from 'kysely'

/**
 * What refunds returned of an item's tax: credit notes round CGST and SGST apart, so that it can be a paisa less than the share of what went
 * back, which it was until now.
 */
const statements = [
  `alter table order_items add column gst_refunded_paise integer not null default 0
    check (gst_refunded_paise between 0 and gst_paise)`,
  `update order_items set gst_refunded_paise = gst_paise::bigint * refunded_paise / amount_paise
    where refunded_paise > 0 and gst_paise > 0`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
