import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { repairStorageUse } from '#features/media/storage-queries.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'
import { up } from './039-text-storage.ts'

const database = useDatabase()

test('texts of the version before are counted, captions are kept, and uploads keep what has arrived of them', async () => {
  const { db } = database
  await migrateToBefore(db, '039-text-storage')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'educator', now() from unnest(array['meera', 'ravi', 'none']) as id`)
  await run(`insert into courses (id, creator_id, title, description, outcomes, created_at, updated_at) values
    ('a', 'meera', 'A', repeat('é', 500), array['one'], now(), now()), ('b', 'ravi', 'B', '', '{}', now(), now())`)
  await run(`insert into lectures (id, course_id, position, title, body, created_at) values
    ('a1', 'a', 1, 'One', repeat('x', 4000), now()), ('a2', 'a', 2, 'Two', '', now()), ('b1', 'b', 1, 'One', '', now())`)
  await run(`insert into lecture_captions (lecture_id, language, label, vtt, updated_at) values
    ('a1', 'en', 'English', repeat('v', 9000), now()), ('a1', 'hi', 'Hindi', 'WEBVTT', now()), ('b1', 'en', 'English', 'WEBVTT b', now())`)
  await run(
    `insert into videos (id, owner_id, content_type, bytes, created_at) values ('v', 'ravi', 'video/mp4', 70, now())`,
  )
  await run(`insert into storage_reservations values ('begun', 'ravi', 5000, now() + interval '7 days')`)
  await run(`insert into uploads (id, owner_id, lecture_id, video_id, reservation_id, file_name, bytes, received, created_at, expires_at)
    values ('u', 'ravi', 'b1', 'next', 'begun', 'a.mp4', 5000, 1200, now(), now() + interval '7 days')`)

  await up(db as unknown as Kysely<unknown>) // migrations know no tables
  const used = async () => {
    const { rows } = await sql<{ text: string }>`
      select owner_id || ' ' || videos || ' ' || unfinished || ' ' || texts || ' ' || total as text
      from storage_usage order by owner_id`.execute(db)
    return rows.map(({ text }) => text)
  }
  // rows count with their texts, and each with a fixed amount
  const meera = 1000 + 1 + 1000 + '{one}{}{}'.length + 2 * (500 + 3 + '[]'.length) + 4000 + 2 * 200 + 9000 + 6
  const ravi = 1000 + 1 + '{}{}{}'.length + 500 + 3 + '[]'.length + 200 + 8
  expect(await used()).toEqual([`meera 0 0 ${meera} ${meera}`, `ravi 70 5000 ${ravi} ${ravi + 5070}`])
  expect(await repairStorageUse(db, 10)).toEqual([])
  const { rows: texts } = await sql<{ vtt: string }>`
    select owner_id || ' ' || lecture_id || ' ' || language || ' ' || left(vtt, 8) as vtt
    from lecture_captions join caption_texts on caption_texts.id = text_id order by 1`.execute(db)
  expect(texts.map(({ vtt }) => vtt)).toEqual(['meera a1 en vvvvvvvv', 'meera a1 hi WEBVTT', 'ravi b1 en WEBVTT b'])
  const { rows: kept } = await sql`select bytes::int, stored::int, announced::int from storage_reservations`.execute(db)
  expect(kept).toEqual([{ bytes: 5000, stored: 1200, announced: 5000 }])
  await run(`delete from courses`)
  expect(await used()).toEqual(['meera 0 0 0 0', 'ravi 70 5000 0 5070'])
  const { rows: left } = await sql`select from caption_texts`.execute(db)
  expect([left, await repairStorageUse(db, 10)]).toEqual([[], []])
})
