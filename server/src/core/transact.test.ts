import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { afterCommit, transact } from './transact.ts'

let source: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  source = await openTestDatabase()
  open = openDatabase(source.settings, () => {})
})
afterAll(async () => {
  await open.close()
  await source.close()
})

test('the plain database inside an open transaction throws at once, and the transaction rolls back', async () => {
  const attempt = transact(open.db, async (tx) => {
    await sql`insert into cache_versions (name) values ('lost')`.execute(tx)
    await sql`select 1`.execute(open.db)
  })
  await expect(attempt).rejects.toThrow(/inside an open transaction/)
  const rows = await open.db.selectFrom('cache_versions').select('name').where('name', '=', 'lost').execute()
  expect(rows).toEqual([])
})

test('what waits for the commit happens after it, and never after a rollback', async () => {
  const done: string[] = []
  await transact(open.db, async () => {
    afterCommit(() => done.push('kept'))
    expect(done).toEqual([])
  })
  await expect(
    transact(open.db, async () => {
      afterCommit(() => done.push('lost'))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(done).toEqual(['kept'])
  expect(() => afterCommit(() => {})).toThrow(/inside transact/)
})
