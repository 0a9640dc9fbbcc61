import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('courses of the version before have no points yet', async () => {
  const { db } = database
  await migrateToBefore(db, '026-course-points')
  await sql`insert into users (id, name, email, role, created_at)
    values ('meera', 'Meera', 'meera@test.example', 'educator', now())`.execute(db)
  await sql`insert into courses (id, creator_id, title, category, created_at, updated_at)
    values ('old', 'meera', 'Old', 'Others', now(), now())`.execute(db)
  await migrate(db)
  const row = await db.selectFrom('courses').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ title: 'Old', outcomes: [], requirements: [], audience: [] })
})
