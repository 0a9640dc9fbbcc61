import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'
import { up as serveLectures } from './040-served-lectures.ts'
import { up as recomputeBundles } from './041-recomputed-bundles-and-counted-reviews.ts'

const database = useDatabase()

test('recent purchases keep what was reported of them and what is there, and bundles know what their buyer had', async () => {
  const { db } = database
  await migrateToBefore(db, '040-served-lectures')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha', 'ravi']) as id`)
  await run(`insert into courses (id, creator_id, title, price_paise, lecture_count, created_at, updated_at)
    select id, 'meera', id, 1000, 0, now(), now() from unnest(array['sql', 'css']) as id`)
  await run(`insert into videos (id, owner_id, content_type, bytes, created_at, duration_seconds)
    values ('long', 'meera', 'video/mp4', 1, now(), 1000)`)
  await run(`insert into lectures (id, course_id, position, title, created_at, video_id, body, is_preview_free) values
    ('film', 'sql', 1, 'Film', now(), 'long', '', false), ('text', 'sql', 2, 'Text', now(), null, repeat('x', 1500), false),
    ('free', 'sql', 3, 'Free', now(), null, '', true), ('css-1', 'css', 1, 'Css', now(), null, '', false),
    ('css-2', 'css', 2, 'Nothing', now(), null, '', false)`)
  await run(
    `insert into files (id, owner_id, content_type, bytes, created_at) values ('pdf', 'meera', 'application/pdf', 1, now())`,
  )
  await run(
    `insert into lecture_attachments (id, lecture_id, file_id, name, created_at) values ('a', 'css-1', 'pdf', 'a.pdf', now())`,
  )
  await run(`insert into bundles (id, educator_id, title, price_paise, is_published, created_at, updated_at)
    values ('both', 'meera', 'Both', 1500, true, now(), now())`)
  await run(`insert into bundle_courses (bundle_id, course_id, position) values ('both', 'sql', 0), ('both', 'css', 1)`)
  const sell = async (id: string, user: string, course: string, ago: string, bundle: string | null = null) => {
    const values = `'${id}', '${user}', '${course}', 1000, 1000, 'paid', 'pay-${id}', now() - interval '${ago}', now() - interval '${ago}',
      now() - interval '${ago}', ${bundle ? `'${bundle}'` : 'null'}, 'p-${id}'`
    await run(`insert into orders (id, user_id, course_id, amount_paise, list_paise, status, payment_id, created_at, settled_at, sold_at,
      bundle_id, provider_order_id) values (${values})`)
    await run(`insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, sold_at)
      values ('${id}', '${course}', 'meera', 1000, 1000, now() - interval '${ago}')`)
    await run(`insert into enrolments (user_id, course_id, order_id, amount_paise, created_at)
      values ('${user}', '${course}', '${id}', 1000, now() - interval '${ago}')`)
  }
  await sell('new', 'asha', 'sql', '3 days')
  await sell('bundle', 'asha', 'css', '2 days', 'both')
  await sell('old', 'ravi', 'sql', '200 days')
  for (const user of ['asha', 'ravi'])
    await run(`insert into lecture_progress (user_id, lecture_id, seconds, completed_at, updated_at)
      values ('${user}', 'film', 256, null, now()), ('${user}', 'text', 0, now(), now()), ('${user}', 'free', 9, now(), now())`)

  await serveLectures(db as unknown as Kysely<unknown>) // migrations know no tables
  await recomputeBundles(db as unknown as Kysely<unknown>)
  const all = async (query: string) => (await sql.raw(query).execute(db)).rows
  expect(
    await all(
      'select user_id, lecture_id, bit_count(video)::integer as video, is_read from served_lectures order by 2',
    ),
  ).toEqual([
    { user_id: 'asha', lecture_id: 'film', video: 25, is_read: false },
    { user_id: 'asha', lecture_id: 'text', video: 100, is_read: true },
  ])
  expect(
    await all(`select order_id, lecture_ids, video_seconds, text_seconds
      from order_items left join sold_outlines on sold_outlines.id = outline_id order by order_id`),
  ).toEqual([
    { order_id: 'bundle', lecture_ids: ['css-1', 'css-2'], video_seconds: [300, 0], text_seconds: [0, 0] },
    { order_id: 'new', lecture_ids: ['film', 'text'], video_seconds: [1000, 0], text_seconds: [0, 100] },
    { order_id: 'old', lecture_ids: null, video_seconds: null, text_seconds: null },
  ])
  expect(await all("select id, left_out from orders where left_out <> '{}'")).toEqual([
    { id: 'bundle', left_out: ['sql'] },
  ])
})
