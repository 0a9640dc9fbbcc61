import { type Kysely, sql } from 'kysely'

/** Indexes for what is done to one account or order among very many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // the check of the ledger looks for what an order sold
  'create index enrolments_order on enrolments (order_id) where order_id is not null',
]
