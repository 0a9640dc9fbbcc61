import { type Kysely, sql } from 'kysely'

/**
 * Orders that expire: one open order for each buyer and course, claims on opening it at the provider, and no price between
 * 1 and 99 paise that was not there before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table orders add column claim_id text, add column claimed_at timestamptz',
  'alter table orders drop constraint orders_status_check',
  // what was never opened at the provider cannot be paid; what was can be, and that money goes back
  "update orders set status = 'failed' where status in ('created', 'cancelled') and provider_order_id is null",
  "update orders set status = 'expired' where status = 'cancelled'",
  `update orders set status = 'expired' from (
     select id, row_number() over (partition by user_id, course_id order by created_at desc, id desc) as place
     from orders where status = 'created'
   ) as open
   where open.id = orders.id and open.place > 1`,
  `alter table orders add constraint orders_status_check
    check (status in ('created', 'paid', 'refund_due', 'refunded', 'expired', 'failed'))`,
  "create unique index orders_one_open on orders (user_id, course_id) where status = 'created'",
  'drop index orders_open',
  "create index orders_awaited on orders (created_at) where status in ('created', 'expired')",
  // prices of before stay as their educators set them, and cannot be ordered
  'alter table courses add column price_below_minimum boolean not null default false',
  'update courses set price_below_minimum = true where price_paise between 1 and 99',
  `alter table courses add constraint courses_minimum_price
    check (price_paise is null or price_paise = 0 or price_paise >= 100 or price_below_minimum)`,
]
