import { type Kysely, sql } from 'kysely'

/** Tables and columns get the names that are usual for what they hold; their constraints and indexes follow. Rows stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of Object.entries(tables)) {
    await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
    await renameParts(db, to, from, to)
  }
  for (const [table, from, to] of columns) {
    await sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
    await renameParts(db, table, `${table}_${from}`, `${table}_${to}`)
  }
  await sql`alter index orders_awaited rename to orders_payable`.execute(db)
}

const tables = {
  live_places: 'live_participants',
  live_removals: 'live_removed_participants',
  password_proofs: 'password_reset_tokens',
  wishes: 'wishlist_items',
  assistant_days: 'assistant_usage',
}

const columns: readonly [table: string, from: string, to: string][] = [
  ['users', 'email_proven_at', 'email_verified_at'],
  ['password_codes', 'key_mark', 'key_id'],
  ['password_codes', 'tries_left', 'attempts_left'],
  ['course_vectors', 'made_at', 'updated_at'],
]

/**
 * Renames the constraints and indexes of a table whose names begin with `from`. They are listed, because newer versions of
 * PostgreSQL name more of them (`…_not_null`) than older ones.
 */
async function renameParts(db: Kysely<unknown>, table: string, from: string, to: string): Promise<void> {
  const renamed = (name: string) => sql.ref(`${to}${name.slice(from.length)}`)
  const constraints = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = ${table}::regclass and starts_with(conname, ${`${from}_`})`.execute(db)
  for (const { name } of constraints.rows)
    await sql`alter table ${sql.table(table)} rename constraint ${sql.ref(name)} to ${renamed(name)}`.execute(db)
  const indexes = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where indrelid = ${table}::regclass and starts_with(indexrelid::regclass::text, ${`${from}_`})`.execute(db)
  for (const { name } of indexes.rows) await sql`alter index ${sql.ref(name)} rename to ${renamed(name)}`.execute(db)
}
