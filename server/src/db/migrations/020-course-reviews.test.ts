import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'
import { up } from './020-course-reviews.ts'

const database = useDatabase()

test('stars are counted, wrong counters are set right, and notifications of reviews are found without them', async () => {
  const { db } = database
  await migrateToBefore(db, '020-course-reviews')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha', 'ravi', 'kiran']) as id`)
  const course = (id: string, sum: number, count: number) =>
    run(`insert into courses (id, creator_id, title, price_paise, rating_sum, rating_count, created_at, updated_at)
      values ('${id}', 'meera', '${id}', 0, ${sum}, ${count}, now(), now())`)
  await course('rated', 14, 3)
  await course('wrong', 7, 2)
  await course('quiet', 0, 0)
  await run(`insert into reviews (id, course_id, user_id, rating, comment, created_at) values
    ('r1', 'rated', 'asha', 5, '', now()), ('r2', 'rated', 'ravi', 5, 'x', now()), ('r3', 'rated', 'kiran', 4, '', now()),
    ('r4', 'wrong', 'asha', 1, '', now())`)
  await run(`insert into notifications (id, user_id, event_key, kind, params, created_at) values
    ('n1', 'meera', 'review r1', 'course-reviewed', '{}', now()), ('n2', 'meera', 'review gone', 'course-reviewed', '{}', now()),
    ('n3', 'asha', 'review-removal r1', 'review-removed', '{}', now())`)

  await up(db as unknown as Kysely<unknown>) // migrations know no tables
  const courses = await db.selectFrom('courses').selectAll().orderBy('id').execute()
  expect(
    courses.map(({ id, rating_counts, rating_count, rating_sum }) => [id, rating_counts, rating_count, rating_sum]),
  ).toEqual([
    ['quiet', [0, 0, 0, 0, 0], 0, 0],
    ['rated', [0, 0, 0, 1, 2], 3, 14],
    ['wrong', [1, 0, 0, 0, 0], 1, 1],
  ])
  const keys = await db.selectFrom('notifications').select('event_key').orderBy('id').execute()
  expect(keys.map(({ event_key }) => event_key)).toEqual(['review rated asha', 'review gone', 'review-removal r1'])
  await expect(run(`update courses set rating_sum = 15 where id = 'rated'`)).rejects.toThrow('courses_ratings_agree')
})
