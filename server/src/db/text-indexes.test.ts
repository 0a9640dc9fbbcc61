import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { createTextIndexes } from './text-indexes.ts'

describe.runIf(inject('template').engine === 'postgres')('text indexes', () => {
  const role = `owner_${randomBytes(4).toString('hex')}`
  let source: TestDatabase
  let database: OpenDatabase
  const run = (statement: string) => sql.raw(statement).execute(database.db)
  beforeAll(async () => {
    source = await openTestDatabase()
    // one connection, which keeps the role that a test sets
    database = openDatabase({ ...source.settings, max: 1 }, () => {})
    // tests begin with a database whose server has made them
    await run('drop extension pg_trgm cascade')
    await run(`create role ${role}`)
    await run(`grant all on schema public to ${role}`)
    for (const table of ['courses', 'users', 'reviews', 'audit_log']) await run(`alter table ${table} owner to ${role}`)
  })
  afterAll(async () => {
    await run('reset role')
    await run(`reassign owned by ${role} to current_user`)
    await run(`drop owned by ${role}`)
    await run(`drop role ${role}`)
    await database.close()
    await source.close()
  })

  test('are left out with a warning where the role may not create the extension, and appear once it exists', async () => {
    const warned: string[] = []
    const create = async () => {
      await run(`set role ${role}`)
      const created = await createTextIndexes(database.db, (_level, message) => warned.push(message))
      await run('reset role')
      return created
    }
    const count = async () =>
      (await sql`select 1 from pg_indexes where indexdef like '%gin_trgm_ops%'`.execute(database.db)).rows.length
    expect([await create(), await count()]).toEqual([false, 0])
    expect(warned).toEqual([expect.stringContaining('create extension pg_trgm')])
    await run('create extension pg_trgm')
    expect([await create(), await create(), await count(), warned.length]).toEqual([true, true, 7, 1])
  })
})
