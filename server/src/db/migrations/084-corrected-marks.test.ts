import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('corrections of ticks stay as they are, and of an entry and a student one of marks stands', async () => {
  const { db } = database
  await migrateToBefore(db, '084-corrected-marks')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha']) as id`)
  await run(`insert into courses (id, creator_id, title, price_paise, enrolment_count, lecture_count, created_at, updated_at)
    values ('sql', 'meera', 'SQL', 0, 1, 1, now(), now())`)
  await run(`insert into lectures (id, course_id, position, title, created_at) values ('one', 'sql', 1, 'One', now())`)
  const row = `'asha', 'sql', 'one', 'meera', 'Seen in class', now()`
  const columns = 'id, user_id, course_id, lecture_id, author_id, reason, created_at'
  await run(`insert into mark_corrections (${columns}, done) values ('tick', ${row}, true)`)
  await migrate(db)
  expect((await sql`select done, of_marks, marks, stands, batch from mark_corrections`.execute(db)).rows).toEqual([
    { done: true, of_marks: false, marks: null, stands: false, batch: null },
  ])
  const set = (id: string, values: string) =>
    run(
      `insert into mark_corrections (${columns}, of_marks, marks, max_marks, stands) values ('${id}', ${row}, ${values})`,
    )
  await set('marks', 'true, 500, 1000, true')
  await expect(set('another', 'true, 600, 1000, true')).rejects.toThrow('mark_corrections_stands')
  await set('earlier', 'true, 600, 1000, false')
  await expect(set('nothing', 'false, null, null, false')).rejects.toThrow('mark_corrections_what')
  await expect(set('empty', 'true, null, null, true')).rejects.toThrow('mark_corrections_standing')
})
