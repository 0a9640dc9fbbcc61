import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import { requireKnownSchema, requireMigrated } from '#app/config/database-source.ts'
import { migrate, migrationsOf } from '#db/open-database.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('a database that has a later migration and lacks an earlier one gets it, and nothing twice', async () => {
  const { db } = database
  await sql`delete from kysely_migration where name = '017-rate-limits'`.execute(db)
  await sql`drop table rate_limits`.execute(db)
  expect((await migrationsOf(db)).pending).toBe(1)
  await migrate(db)
  expect((await migrationsOf(db)).pending).toBe(0)
  await sql`select 1 from rate_limits`.execute(db)
})

test('a database that a newer version has migrated is refused to starts and commands, in a sentence', async () => {
  const { db } = database
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: '/srv/site' })
  await expect(requireKnownSchema(db, config)).resolves.toBeUndefined()
  await sql`insert into kysely_migration (name, timestamp) values ('900-later', '')`.execute(db)
  const sentence =
    /^The embedded database in \/srv\/site\/database is of a newer version .*does not know the migration 900-later.*: start that version, or restore/
  await expect(requireKnownSchema(db, config)).rejects.toThrow(sentence)
  await expect(requireMigrated(db, config)).rejects.toThrow(sentence)
  await sql`delete from kysely_migration where name = '900-later'`.execute(db)
})
