import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('who had completed all lectures of a course has completed it, with the time that was kept', async () => {
  const { db } = database
  await migrateToBefore(db, '064-completion-rules')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha', 'ravi', 'kiran', 'uma']) as id`)
  await run(`insert into courses (id, creator_id, title, price_paise, enrolment_count, lecture_count, created_at, updated_at)
    values ('sql', 'meera', 'SQL', 0, 4, 2, now(), now()), ('empty', 'meera', 'Empty', 0, 1, 0, now(), now())`)
  await run(`insert into lectures (id, course_id, position, title, created_at)
    values ('one', 'sql', 1, 'One', now()), ('two', 'sql', 2, 'Two', now())`)
  const enrol = async (user: string, course = 'sql') => {
    await run(`insert into orders (id, user_id, course_id, amount_paise, list_paise, status, created_at, settled_at, sold_at)
      values ('${user} ${course}', '${user}', '${course}', 0, 0, 'paid', now(), now(), now())`)
    await run(`insert into enrolments (user_id, course_id, order_id, amount_paise, created_at)
      values ('${user}', '${course}', '${user} ${course}', 0, '2026-01-01')`)
  }
  const tick = (user: string, lecture: string, at: string) =>
    run(`insert into lecture_progress (user_id, lecture_id, seconds, completed_at, updated_at)
      values ('${user}', '${lecture}', 0, '${at}', now())`)
  for (const user of ['asha', 'ravi', 'kiran', 'uma']) await enrol(user)
  await enrol('asha', 'empty')
  await tick('asha', 'one', '2026-01-02')
  await tick('asha', 'two', '2026-01-05')
  // completed once, and unticked a lecture since
  await tick('ravi', 'one', '2026-01-03')
  await tick('ravi', 'two', '2026-01-04')
  await run(`update lecture_progress set completed_at = null where user_id = 'ravi' and lecture_id = 'one'`)
  await tick('kiran', 'one', '2026-01-03')
  // restored without triggers
  await tick('uma', 'one', '2026-01-06')
  await tick('uma', 'two', '2026-01-07')
  await run(`delete from course_completions where user_id = 'uma'`)
  await migrate(db)
  const { rows } = await sql<{ text: string }>`
    select user_id || ' ' || course_id || ' ' || (completed_at at time zone 'UTC')::date as text
    from course_completions order by 1`.execute(db)
  expect(rows.map(({ text }) => text)).toEqual(['asha sql 2026-01-05', 'ravi sql 2026-01-04', 'uma sql 2026-01-07'])
  // nothing decides in the database any more
  await tick('kiran', 'two', '2026-02-01')
  expect((await sql`select from course_completions where user_id = 'kiran'`.execute(db)).rows).toHaveLength(0)
})
