import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/new-id.ts'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { exportedTables, exportLines, importLines, localTables } from './transfer.ts'

const sources: TestDatabase[] = []
const opened: OpenDatabase[] = []
const fresh = async () => {
  const source = await openTestDatabase()
  const database = openDatabase(source.settings, () => {})
  sources.push(source)
  opened.push(database)
  return database.db
}
let from: Awaited<ReturnType<typeof fresh>>
beforeAll(async () => {
  from = await fresh()
  const now = new Date('2026-03-04T05:06:07.890Z')
  const user = {
    id: newId(),
    name: 'Zoë “Z” \\ ₹',
    email: 'zoe@test.example',
    password_hash: 'hash',
    role: 'educator' as const,
    photo_id: null,
    created_at: now,
  }
  await from.insertInto('users').values(user).execute()
  const image = { id: newId(), owner_id: user.id, width: 1, height: 2, created_at: now }
  await from.insertInto('images').values(image).execute()
  await from.updateTable('users').set({ photo_id: image.id }).execute()
  await from
    .insertInto('sessions')
    .values({
      id: newId(),
      token_hash: Buffer.from([0, 255, 16]),
      user_id: user.id,
      user_agent: '',
      created_at: now,
      renewed_at: now,
      expires_at: now,
    })
    .execute()
  const video = { id: newId(), content_type: 'video/mp4', bytes: 5_000_000_000, duration_seconds: 61 }
  await from
    .insertInto('videos')
    .values({ ...video, owner_id: user.id, created_at: now })
    .execute()
  const courseId = newId()
  await from
    .insertInto('courses')
    .values({
      id: courseId,
      creator_id: user.id,
      title: 'A',
      category: 'Others',
      level: null,
      price_paise: 129_950,
      thumbnail_id: image.id,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await from.insertInto('wishlist_items').values({ user_id: user.id, course_id: courseId, created_at: now }).execute()
  const params = JSON.stringify({ message: 'A is now ₹399', link: `/viewcourse/${courseId}` })
  const told = { user_id: user.id, kind: 'text', params, created_at: now }
  await from
    .insertInto('notifications')
    .values([
      { ...told, id: newId(), event_key: 'first' },
      { ...told, id: newId(), event_key: 'second', read_at: now },
    ])
    .execute()
  const lecture = { id: newId(), course_id: courseId, position: 1, title: 'One', video_id: video.id, created_at: now }
  await from.insertInto('lectures').values(lecture).execute()
  await from
    .insertInto('lecture_captions')
    .values({ lecture_id: lecture.id, language: 'en', label: 'English', vtt: 'WEBVTT\n\n', updated_at: now })
    .execute()
  const watched = { seconds: 12.25, completed_at: now, watched_at: null, updated_at: now }
  await from
    .insertInto('lecture_progress')
    .values({ user_id: user.id, lecture_id: lecture.id, ...watched })
    .execute()
  await from
    .insertInto('identities')
    .values({ issuer: 'https://issuer.example', subject: 'sub', user_id: user.id, created_at: now })
    .execute()
  const asked = { requested_at: now, attempts_left: 0 }
  const code = { code_hash: Buffer.from([1, 2, 255]), key_id: '01234567', attempts_left: 3, expires_at: now }
  await from
    .insertInto('password_codes')
    .values([
      {
        ...asked,
        request_id: newId(),
        due_at: now,
        email: 'nobody@test.example',
        code_hash: null,
        key_id: null,
        expires_at: null,
      },
      { ...asked, ...code, request_id: newId(), browser_hash: Buffer.from([7, 0]), email: user.email },
    ])
    .execute()
  await from.insertInto('password_mail_rates').values({ email: user.email, free_at: now }).execute()
  await from
    .insertInto('password_links')
    .values({ token_hash: Buffer.from([0, 8]), user_id: user.id, expires_at: now })
    .execute()
  await from
    .insertInto('password_reset_tokens')
    .values({ token_hash: Buffer.from([0, 9]), user_id: user.id, expires_at: now })
    .execute()
  await from
    .insertInto('admin_invitations')
    .values({
      id: newId(),
      email: 'new@test.example',
      invited_by: user.id,
      request_id: newId(),
      link_hash: Buffer.from([0, 7, 255]),
      mail_hash: null,
      pending_name: 'Nia',
      pending_password_hash: 'hash',
      created_at: now,
      expires_at: now,
    })
    .execute()
  await from
    .insertInto('outbox_mails')
    .values({ id: newId(), recipient: user.email, subject: 'ü', body_text: 'a\n', body_html: '<p>', created_at: now })
    .execute()
  const values = { userId: user.id, courseId, lectureId: lecture.id }
  for (const insert of otherRows(values)) await insert.execute(from)
})

/** A row in each table that the rows above leave empty. */
const otherRows = ({ userId, courseId, lectureId }: Record<'userId' | 'courseId' | 'lectureId', string>) => [
  sql`insert into course_vectors (course_id, model, text_hash, vectors, updated_at)
    values (${courseId}, 'm', 'h', ${Buffer.from([0, 128, 63])}, now())`,
  sql`insert into orders (id, provider_order_id, user_id, course_id, amount_paise, status, payment_id, created_at)
    values ('o1', 'order_1', ${userId}, ${courseId}, 129950, 'paid', 'pay_1', now())`,
  sql`insert into enrolments (user_id, course_id, order_id, amount_paise, created_at)
    values (${userId}, ${courseId}, 'o1', 129950, now())`,
  sql`insert into reviews (id, course_id, user_id, rating, comment, created_at)
    values ('r1', ${courseId}, ${userId}, 5, 'Clear “and” short', now())`,
  sql`insert into live_sessions (id, lecture_id, created_at) values ('room', ${lectureId}, now())`,
  sql`insert into live_participants (peer_id, session_id, user_id, token_hash, socket_id, joined_at, seen_at, connected)
    values ('p1', 'room', ${userId}, ${Buffer.from([1, 0])}, 's1', now(), now(), false)`,
  sql`insert into live_removed_participants (session_id, user_id, removed_at) values ('room', ${userId}, now())`,
  sql`insert into live_messages (id, session_id, user_id, message, created_at)
    values ('m1', 'room', ${userId}, 'नमस्ते', now())`,
  sql`insert into sandbox_orders (id, body) values ('order_1', '{"amount":129950}')`,
  sql`insert into assistant_usage (day, answers) values ('2026-03-04', 2)`,
  sql`insert into settings (name, value, changed_at) values
    ('object', '{"b":[1]}', now()), ('text', '"₹"', now()), ('list', '[1]', now()), ('number', '5', now())`,
  sql`insert into audit_log (id, at, action, admin_id, subject_kind, subject_id, subject, detail)
    values ('a1', now(), 'settings-changed', ${userId}, 'settings', '', '', 'Before')`,
]
afterAll(async () => {
  for (const database of opened) await database.close()
  for (const source of sources) await source.close()
})

const collect = async (lines: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

test('every table is in an export, or is named with the reason why not', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and not starts_with(table_name, 'kysely_')`.execute(from)
  const known = [...exportedTables, ...Object.keys(localTables)]
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
})

test('rows of every table are the same after an export and an import', async () => {
  const to = await fresh()
  const lines = await collect(exportLines(from))
  const filled = new Set(lines.map((line) => JSON.parse(line).table))
  expect(exportedTables.filter((table) => !filled.has(table))).toEqual([])
  const { rows } = await importLines(
    to,
    (async function* () {
      yield* lines
    })(),
  )
  expect(rows).toBe(lines.length - 1)
  expect(await collect(exportLines(to))).toEqual(lines)
})

test('refuses a database that is not empty, a foreign file and a cut line, and changes nothing', async () => {
  const to = await fresh()
  const lines = await collect(exportLines(from))
  const of = async function* (given: string[]) {
    yield* given
  }
  await expect(importLines(from, of(lines))).rejects.toThrow(/not empty/)
  await expect(importLines(to, of(['{"hello":1}']))).rejects.toThrow(/not an export/)
  await expect(importLines(to, of([]))).rejects.toThrow(/empty/)
  await expect(importLines(to, of([...lines.slice(0, -1), lines.at(-1)?.slice(0, 20) ?? '']))).rejects.toThrow()
  expect(await to.selectFrom('users').selectAll().execute()).toEqual([])
})
