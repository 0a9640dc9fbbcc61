import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
