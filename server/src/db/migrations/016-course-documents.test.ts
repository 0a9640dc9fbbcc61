import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { readList } from '#features/courses/documents.ts'
import { migrateToBefore } from '#test/support/migrate-to-before.ts'
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

test('courses from before get their documents with the first list', async () => {
  const { db } = open
  await migrateToBefore(db, '016-course-documents')
  await sql`insert into users (id, name, email, role, created_at)
    values ('meera', 'Meera', 'meera@test.example', 'educator', now())`.execute(db)
  // in one transaction: times that differ by microseconds only, or not at all
  await sql`insert into courses (id, creator_id, title, category, price_paise, is_published, created_at, updated_at)
    select 'c' || lpad(number::text, 3, '0'), 'meera', 'Course ' || number, 'Others', 100, number <> 7,
      now() + number / 2 * interval '1 microsecond', now() from generate_series(1, 230) as number`.execute(db)
  await migrate(db) // to the end: what makes the list reads the columns of today

  let text = ''
  for await (const piece of readList({ db, log: pino({ level: 'silent' }) })) text += piece
  const ids: string[] = JSON.parse(text).map(({ _id }: { _id: string }) => _id)
  const expected = Array.from({ length: 230 }, (_, index) => `c${String(230 - index).padStart(3, '0')}`)
  expect(ids).toEqual(expected.filter((id) => id !== 'c007'))
  expect(await db.selectFrom('course_documents').select('course_id').execute()).toHaveLength(229)
})
