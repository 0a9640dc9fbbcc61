import { afterAll, beforeAll } from 'vitest'
import type { Db } from '#core/executor.ts'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { openTestDatabase, type TestDatabase } from '../services/test-database.ts'

/** Opens a migrated database of the file's own before its tests, without an application, and closes it after them. */
export function useDatabase(): { readonly db: Db } {
  let source: TestDatabase
  let database: OpenDatabase
  beforeAll(async () => {
    source = await openTestDatabase()
    database = openDatabase(source.settings, () => {})
  })
  afterAll(async () => {
    await database.close()
    await source.close()
  })
  return {
    get db() {
      return database.db
    },
  }
}
