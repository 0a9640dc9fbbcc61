import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { migrations } from './migrations/index.ts'

/** Returns the names of the applied migrations in their order; empty for a database that was never used. */
export async function listMigrations(on: Executor): Promise<string[]> {
  const known = await sql`select 1 where to_regclass('public.kysely_migration') is not null`.execute(on)
  if (known.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(on)
  return rows.map(({ name }) => name)
}

/** Returns the name of a migration that the database has and this version of the program does not; undefined for none. */
export const newerMigrationOf = async (on: Executor): Promise<string | undefined> =>
  (await listMigrations(on)).find((name) => !Object.hasOwn(migrations, name))
