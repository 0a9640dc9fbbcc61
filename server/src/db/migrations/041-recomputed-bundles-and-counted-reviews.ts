import { type Kysely, sql } from 'kysely'

/**
 * Bundles whose price is worked out again when a course that made them cheaper is refunded, and reviews whose stars count or not. Of
 * bundles that were bought before, the courses that were left out are those that their buyer had by an earlier order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  "alter table orders add column left_out text[] not null default '{}'",
  `update orders set left_out = had.ids from (
      select bought.id, array_agg(bundle_courses.course_id order by bundle_courses.course_id) as ids
      from orders as bought join bundle_courses on bundle_courses.bundle_id = bought.bundle_id
        join enrolments on enrolments.user_id = bought.user_id and enrolments.course_id = bundle_courses.course_id
          and enrolments.order_id <> bought.id and enrolments.created_at < bought.created_at
      group by bought.id
    ) as had
    where had.id = orders.id`,
  `create index orders_with_left_out on orders (user_id) where left_out <> '{}'`,

  `create table withheld_refunds (
    bundle_order_id text not null references orders (id),
    from_order_id text not null references orders (id),
    amount_paise integer not null check (amount_paise > 0),
    created_at timestamptz not null,
    returned_at timestamptz,
    primary key (bundle_order_id, from_order_id)
  )`,
  'create index withheld_refunds_from on withheld_refunds (from_order_id)',

  'alter table reviews add column is_counted boolean not null default true',
]
