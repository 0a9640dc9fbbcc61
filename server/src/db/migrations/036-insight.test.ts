import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'
import { up } from './036-insight.ts'

const database = useDatabase()

test('completions of the version before are kept with their times, and new ones follow', async () => {
  const { db } = database
  await migrateToBefore(db, '036-insight')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha', 'ravi', 'kiran']) as id`)
  for (const [id, lectures] of Object.entries({ sql: 2, empty: 0 }))
    await run(`insert into courses (id, creator_id, title, price_paise, lecture_count, created_at, updated_at)
      values ('${id}', 'meera', '${id}', 0, ${lectures}, now(), now())`)
  await run(`insert into lectures (id, course_id, position, title, created_at)
    values ('one', 'sql', 0, 'One', now()), ('two', 'sql', 1, 'Two', now())`)
  const complete = (user: string, lecture: string, at: string) =>
    run(`insert into lecture_progress (user_id, lecture_id, seconds, completed_at, updated_at)
      values ('${user}', '${lecture}', 1, '${at}', now())`)
  const enrol = (user: string, course: string, at = '2026-01-01') =>
    run(
      `insert into enrolments (user_id, course_id, amount_paise, created_at) values ('${user}', '${course}', 0, '${at}')`,
    )
  for (const user of ['asha', 'ravi']) await enrol(user, 'sql')
  await enrol('asha', 'empty')
  await complete('asha', 'one', '2026-01-05')
  await complete('asha', 'two', '2026-01-03')
  await complete('ravi', 'one', '2026-01-02')

  await up(db as unknown as Kysely<unknown>) // migrations know no tables
  const completions = async () => {
    const { rows } = await sql<{ text: string }>`
      select user_id || ' ' || course_id || ' ' || (completed_at at time zone 'UTC')::date as text
      from course_completions order by 1`.execute(db)
    return rows.map(({ text }) => text)
  }
  expect(await completions()).toEqual(['asha sql 2026-01-05'])
  await complete('ravi', 'two', '2026-01-09')
  // previews that were completed before the enrolment
  for (const lecture of ['one', 'two']) await complete('kiran', lecture, '2026-01-02')
  await enrol('kiran', 'sql', '2026-02-01')
  await run(`update lecture_progress set completed_at = null where user_id = 'asha'`)
  expect(await completions()).toEqual(['asha sql 2026-01-05', 'kiran sql 2026-02-01', 'ravi sql 2026-01-09'])
  await run(`delete from enrolments where user_id = 'ravi'`)
  expect(await completions()).toHaveLength(2)
})
