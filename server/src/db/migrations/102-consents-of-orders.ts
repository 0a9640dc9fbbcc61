import { type Kysely, sql } from 'kysely'

/** Consents go with an order that the provider never opened; by the index they are found without reading those of all orders. */
const statements = [
  'alter table consents drop constraint consents_order_id_fkey',
  'alter table consents add constraint consents_order_id_fkey foreign key (order_id) references orders (id) on delete cascade',
  'create index consents_of_order on consents (order_id) where order_id is not null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
