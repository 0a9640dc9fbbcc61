import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test.each([
  ['characters', 'as they were released'],
  ['bytes', 'as the main branch had them for some hours'],
])('what is on a whiteboard keeps its place, measured in bytes; before in %s, %s', async (column) => {
  const { db } = database
  const run = (statement: string) => sql.raw(statement).execute(db)
  await migrateToBefore(db, '100-board-bytes')
  if (column === 'bytes') await run('alter table live_board_elements rename column characters to bytes')
  await run(`insert into live_sessions (id, created_at) values ('room', now())`)
  await run(`insert into live_boards (session_id, changed_at) values ('room', now())`)
  await run(`insert into live_board_elements (session_id, id, version, nonce, revision, ${column}, data) values
    ('room', 'text', 1, 1, 1, 11, '"नमस्ते"'), ('room', 'erased', 2, 1, 2, 0, null)`)
  await migrate(db)
  const rows = await db.selectFrom('live_board_elements').select(['id', 'bytes', 'data']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: 'erased', bytes: 0, data: null },
    { id: 'text', bytes: 20, data: 'नमस्ते' },
  ])
})
