import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('earlier accounts and orders have agreed to nothing, and can agree from now on', async () => {
  const { db } = database
  await migrateToBefore(db, '053-site-pages')
  for (const statement of [
    "insert into users (id, name, email, role, created_at) values ('asha', 'Asha', 'asha@x.test', 'student', now()), ('meera', 'Meera', 'meera@x.test', 'educator', now())",
    "insert into courses (id, creator_id, title, sub_title, category, price_paise, is_published, created_at, updated_at) values ('c', 'meera', 'C', '', 'Others', 100, true, now(), now())",
    "insert into orders (id, user_id, course_id, list_paise, amount_paise, status, created_at) values ('o', 'asha', 'c', 100, 100, 'created', now())",
  ])
    await sql.raw(statement).execute(db)
  await migrate(db)
  const consents = async () => (await sql`select user_id, order_id from consents order by order_id`.execute(db)).rows
  expect(await consents()).toEqual([])
  const version = (id: string, number: number) =>
    sql`insert into site_page_versions values (${id}, 'terms', 'en', ${number}, 'published', 'T', 'T', 'd', now(), null)`.execute(
      db,
    )
  await version('v', 1)
  await expect(version('other', 1)).rejects.toThrow('unique')
  const agree = (id: string, order: string | null) =>
    sql`insert into consents values (${id}, 'asha', ${order}, 'v', now()) on conflict do nothing`.execute(db)
  for (const [id, order] of [
    ['1', null],
    ['2', null],
    ['3', 'o'],
    ['4', 'o'],
  ] as const)
    await agree(id, order)
  expect(await consents()).toEqual([
    { user_id: 'asha', order_id: 'o' },
    { user_id: 'asha', order_id: null },
  ])
  await expect(sql`update site_page_versions set body = 'x'`.execute(db)).rejects.toThrow('never changes')
})
