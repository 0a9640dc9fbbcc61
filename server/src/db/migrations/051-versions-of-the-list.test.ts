import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cacheVersion } from '#core/events/cache-invalidation.ts'
import { transact } from '#core/transact.ts'
import { migrate, type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'

let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  open = openDatabase(database.settings, () => {})
})
afterAll(async () => {
  await open.close()
  await database.close()
})

test('versions of before become times, and go on from there also where the clock went back', async () => {
  const { db } = open
  await migrateToBefore(db, '051-versions-of-the-list')
  await sql`update cache_versions set version = 77 where name = 'catalogue'`.execute(db)
  const before = Date.now() - 60_000
  await migrate(db)
  const migrated = await cacheVersion(db, 'catalogue')
  expect(migrated).toBeGreaterThan(before)
  const ahead = migrated + 3_600_000
  await sql`update cache_versions set version = ${ahead} where name = 'catalogue'`.execute(db)
  await transact(db, async (tx) => tx.invalidate('catalogue'))
  expect(await cacheVersion(db, 'catalogue')).toBe(ahead + 1)
})
