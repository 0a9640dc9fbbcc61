import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from '#core/executor.ts'
import { migrations } from '#db/migrations/index.ts'

/** Empties a test's database, which comes migrated to the end, and migrates it to the state just before the named migration. */
export async function migrateToBefore(db: Db, name: string): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const names = Object.keys(migrations)
  const before = names[names.indexOf(name) - 1]
  if (before === undefined) throw new Error(`there is no migration before ${name}`)
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(before)
  if (error) throw error
}
