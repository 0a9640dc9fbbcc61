import { type Kysely, sql } from 'kysely'

/** Indexes for what is done to one account or order among very many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const about = `(substring(event_key from '[^ ]+$')) where kind in ('student-enrolled', 'course-reviewed')`

const statements = [
  // a deleted student: what educators were told about them
  `create index notifications_about on notifications ${about}`,
  `create index notification_mails_about on notification_mails ${about} and sent_at is null`,
  // a course or a bundle that is deleted is looked for in all orders
  'create index orders_course on orders (course_id)',
  'create index orders_bundle on orders (bundle_id) where bundle_id is not null',
  // a deleted account: its bundles, also removed ones, and mails that wait for a reader
  'create index bundles_educator on bundles (educator_id)',
  'create index outbox_mails_recipient on outbox_mails (recipient)',
  // the check of the ledger looks for what an order sold
  'create index enrolments_order on enrolments (order_id) where order_id is not null',
]
