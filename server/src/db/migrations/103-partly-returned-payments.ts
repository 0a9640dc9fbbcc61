import { type Kysely, sql } from 'kysely'

/** A payment that is no sale may have several refunds: ours, and parts of it that were returned at the provider. */
const statements = [
  'drop index refunds_unbooked',
  `create unique index refunds_unbooked on refunds (payment_id) where not booked and reason <> 'returned'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
