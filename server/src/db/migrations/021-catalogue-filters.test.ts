import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'
import { up } from './021-catalogue-filters.ts'

const database = useDatabase()

test('courses of the version before get their language and length, and keep them right', async () => {
  const { db } = database
  await migrateToBefore(db, '021-catalogue-filters')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    values ('meera', 'Meera', 'meera@test.example', 'educator', now())`)
  const titles = { sql: 'SQL', python: 'पाइथन सीखें', hindi: 'Excel in Hindi', hindsight: 'Hindsight' }
  for (const [id, title] of Object.entries(titles))
    await run(`insert into courses (id, creator_id, title, category, price_paise, is_published, created_at, updated_at)
      values ('${id}', 'meera', '${title}', 'Others', 0, true, now(), now())`)
  const video = (id: string, seconds: string) =>
    run(`insert into videos (id, owner_id, content_type, bytes, created_at, duration_seconds)
      values ('${id}', 'meera', 'video/mp4', 1, now(), ${seconds})`)
  for (const [id, seconds] of Object.entries({ one: '60', two: '3600', unknown: 'null', endless: '2000000000' }))
    await video(id, seconds)
  const lecture = (id: string, course: string, position: number, shown: string) =>
    run(`insert into lectures (id, course_id, position, title, video_id, created_at)
      values ('${id}', '${course}', ${position}, '${id}', ${shown}, now())`)
  await lecture('a', 'sql', 0, `'one'`)
  await lecture('b', 'sql', 1, `'two'`)
  await lecture('c', 'sql', 2, `'unknown'`)
  await lecture('d', 'sql', 3, 'null')
  for (const position of [0, 1]) await lecture(`e${position}`, 'python', position, `'endless'`)

  await up(db as unknown as Kysely<unknown>) // migrations know no tables
  const courses = async () =>
    Object.fromEntries(
      (await db.selectFrom('courses').select(['id', 'language', 'total_seconds']).execute()).map((row) => [
        row.id,
        [row.language, row.total_seconds],
      ]),
    )
  const day = 86_400
  expect(await courses()).toEqual({
    sql: ['en', 3660],
    python: ['hi', 2 * day],
    hindi: ['hi', 0],
    hindsight: ['en', 0],
  })

  const seconds = async () => (await courses()).sql?.[1]
  await lecture('f', 'sql', 4, `'one'`)
  expect(await seconds()).toBe(3720)
  await run(`update lectures set video_id = 'one' where id = 'b'`)
  expect(await seconds()).toBe(180)
  await run(`update lectures set video_id = null where id = 'b'`)
  expect(await seconds()).toBe(120)
  await run(`update lectures set title = 'New', video_id = 'endless' where id = 'c'`)
  expect(await seconds()).toBe(day + 120)
  await run(`delete from lectures where id in ('a', 'c')`)
  expect(await seconds()).toBe(60)
  await run(`insert into lectures (id, course_id, position, title, video_id, created_at)
    select 'copy' || id, 'hindi', position, title, video_id, now() from lectures where course_id = 'sql'`)
  expect((await courses()).hindi).toEqual(['hi', 60])
  await run(`delete from courses where id = 'sql'`)
  expect(await courses()).not.toHaveProperty('sql')
})
