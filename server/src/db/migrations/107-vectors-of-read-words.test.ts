import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('vectors of texts in scripts of India are made once more, others stay', async () => {
  const { db } = database
  await migrateToBefore(db, '107-vectors-of-read-words')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(
    "insert into users (id, name, email, role, created_at) values ('meera', 'Meera', 'm@test.example', 'educator', now())",
  )
  await run(`insert into courses (id, creator_id, title, sub_title, description, price_paise, lecture_count, created_at, updated_at) values
    ('english', 'meera', 'Guitar – the café method', 'Überblick', '日本', 0, 1, now(), now()),
    ('hindi', 'meera', 'मनोविज्ञान का परिचय', '', '', 0, 0, now(), now()),
    ('tamil', 'meera', 'Cooking', 'தமிழ் சமையல்', '', 0, 0, now(), now()),
    ('lecture', 'meera', 'Vedic maths', '', '', 0, 1, now(), now())`)
  await run(`insert into lectures (id, course_id, position, title, is_preview_free, created_at) values
    ('l1', 'english', 0, 'Chords', false, now()), ('l2', 'lecture', 0, 'गणित', false, now())`)
  await run(`insert into course_vectors (course_id, model, text_hash, vectors, updated_at)
    select id, 'model', 'hash', '\\x00', now() from courses`)
  await migrate(db)
  expect(await db.selectFrom('course_vectors').select('course_id').execute()).toEqual([{ course_id: 'english' }])
})
