import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'
import { up } from './018-lists-that-grow.ts'

const database = useDatabase()

test('rows of the version before are counted, and changes afterwards too', async () => {
  const { db } = database
  await migrateToBefore(db, '018-lists-that-grow')
  const run = (statement: string) => sql.raw(statement).execute(db)
  const course = (id: string, category: string, published: boolean) =>
    run(`insert into courses (id, creator_id, title, category, price_paise, is_published, created_at, updated_at)
      values ('${id}', 'meera', '${id}', '${category}', 0, ${published}, now(), now())`)
  const complete = (user: string, lecture: string, when = 'now()') =>
    run(`insert into lecture_progress (user_id, lecture_id, seconds, completed_at, updated_at)
      values ('${user}', '${lecture}', 1, ${when}, now())`)
  const enrol = (user: string, id: string) =>
    run(`insert into enrolments (user_id, course_id, amount_paise, created_at) values ('${user}', '${id}', 0, now())`)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha', 'ravi']) as id`)
  for (const [id, published] of Object.entries({ sql: true, draft: false })) await course(id, 'Others', published)
  await run(`insert into lectures (id, course_id, position, title, created_at)
    values ('one', 'sql', 0, 'One', now()), ('two', 'sql', 1, 'Two', now()), ('far', 'draft', 0, 'Far', now())`)
  await enrol('asha', 'sql')
  await enrol('asha', 'draft')
  for (const lecture of ['one', 'two']) await complete('asha', lecture)
  await complete('asha', 'far', 'null')
  await complete('ravi', 'one')

  await up(db as unknown as Kysely<unknown>) // migrations know no tables
  const categories = async () => {
    const rows = await db.selectFrom('category_counts').selectAll().orderBy('category').execute()
    return Object.fromEntries(rows.map(({ category, courses }) => [category, courses]))
  }
  const completed = async () => {
    const rows = await db.selectFrom('enrolments').selectAll().orderBy('user_id').orderBy('course_id').execute()
    return Object.fromEntries(rows.map((row) => [`${row.user_id} ${row.course_id}`, row.completed_lectures]))
  }
  expect(await categories()).toEqual({ Others: 1 })
  expect(await completed()).toEqual({ 'asha draft': 0, 'asha sql': 2 })

  await run(`update courses set is_published = true where id = 'draft'`)
  await course('new', 'AI/ML', true)
  await run(`update courses set category = 'AI/ML', title = 'SQL' where id = 'sql'`)
  expect(await categories()).toEqual({ 'AI/ML': 2, Others: 1 })
  await run(`delete from courses where id = 'new'`)
  await run(`update courses set is_published = false where id = 'draft'`)
  expect(await categories()).toEqual({ 'AI/ML': 1, Others: 0 })

  await enrol('ravi', 'sql')
  await run(`update lecture_progress set completed_at = now(), seconds = 9 where lecture_id = 'far'`)
  await run(`update lecture_progress set completed_at = null where lecture_id = 'two'`)
  expect(await completed()).toEqual({ 'asha draft': 1, 'asha sql': 1, 'ravi sql': 1 })
  await run(`delete from lectures where id = 'one'`)
  await run(`delete from lecture_progress where user_id = 'asha'`)
  expect(await completed()).toEqual({ 'asha draft': 0, 'asha sql': 0, 'ravi sql': 0 })
})
