import { type Kysely, sql } from 'kysely'

/** Lists of orders for admins stay fast: rare states, orders of a course, what is open. The audit log takes acts on new kinds of things. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // a list of a rare state does not step over all paid orders
  'create index orders_by_status on orders (status, created_at desc, id desc)',
  // orders of courses whose title has a searched text, sold or not
  'create index order_items_orders on order_items (course_id, order_id)',
  "create index refunds_failed on refunds (created_at, id) where status = 'failed'",
  'create index payment_findings_open on payment_findings (found_at, id) where resolved_at is null',
  // the contract knows the kinds, which grow with the features
  'alter table audit_log drop constraint if exists audit_log_subject_kind_check',
  "alter table audit_log add constraint audit_log_subject_kind_check check (subject_kind ~ '^[a-z-]{1,40}$')",
]
