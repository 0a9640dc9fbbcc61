import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type QueryResult } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#db/schema.ts'
import { compileOnce } from './compile-once.ts'

/** Remembers what would have been sent. */
function recordingDb() {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const connection = {
    async executeQuery<R>({
      sql,
      parameters,
    }: {
      sql: string
      parameters: readonly unknown[]
    }): Promise<QueryResult<R>> {
      sent.push({ sql, parameters })
      return { rows: [] }
    },
    async *streamQuery(): AsyncIterableIterator<never> {},
  }
  const nothing = async () => {}
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (on) => new PostgresIntrospector(on),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
    },
  })
  return { db, sent }
}

test('builds once and fills each value in wherever it stands', async () => {
  const { db, sent } = recordingDb()
  let builds = 0
  const find = compileOnce<{ id: string; owner: string }, { id: string }>(['id', 'owner'], (on, { id, owner }) => {
    builds++
    return on
      .selectFrom('courses')
      .select('id')
      .where('id', '=', id)
      .where('creator_id', '=', owner)
      .where('is_published', '=', true)
      .where('id', '<>', owner)
  })
  await find(db, { id: 'a', owner: 'b' })
  await find(db, { id: 'c', owner: 'd' })
  expect(builds).toBe(1)
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    ['a', 'b', true, 'b'],
    ['c', 'd', true, 'd'],
  ])
  expect(sent[0]?.sql).toBe(sent[1]?.sql)
})
