import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'
import { up } from './014-standard-names.ts'

const database = useDatabase()

const namesIn = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union all select conname from pg_constraint where connamespace = 'public'::regnamespace
    union all select attname from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`.execute(database.db)
  return rows.map(({ name }) => name)
}

const oldNames =
  /live_places|live_removals|password_proofs|wishes|assistant_days|proven|key_mark|tries_left|made_at|awaited/

test('rows, constraints and indexes of the version before stay under the new names', async () => {
  const { db } = database
  await migrateToBefore(db, '014-standard-names')
  for (const statement of [
    `insert into users (id, name, email, role, email_proven_at, created_at) values
      ('meera', 'Meera', 'meera@test.example', 'educator', '2026-01-02T03:04:05Z', now()),
      ('asha', 'Asha', 'asha@test.example', 'student', null, now())`,
    `insert into courses (id, creator_id, title, created_at, updated_at) values ('sql', 'meera', 'SQL', now(), now())`,
    `insert into wishes (user_id, course_id, created_at) values ('asha', 'sql', now())`,
    `insert into password_codes (email, request_id, requested_at, key_mark, tries_left)
      values ('asha@test.example', 'r', now(), '01234567', 4)`,
    `insert into password_proofs (token_hash, user_id, expires_at) values ('\\x0009', 'asha', now())`,
    `insert into course_vectors (course_id, model, text_hash, vectors, made_at) values ('sql', 'm', 'h', '\\x00', now())`,
    `insert into assistant_days (day, answers) values ('2026-11-21', 3)`,
    `insert into live_sessions (id, created_at) values ('room', now())`,
    `insert into live_places (peer_id, session_id, user_id, token_hash, socket_id, joined_at, seen_at, connected)
      values ('p1', 'room', 'asha', '\\x01', 's1', now(), now(), true)`,
    `insert into live_removals (session_id, user_id, removed_at) values ('room', 'asha', now())`,
  ])
    await sql.raw(statement).execute(db)
  const namesBefore = await namesIn()

  await up(db as unknown as Kysely<unknown>) // migrations know no tables
  expect(await db.selectFrom('users').select(['id', 'email_verified_at']).orderBy('id').execute()).toEqual([
    { id: 'asha', email_verified_at: null },
    { id: 'meera', email_verified_at: new Date('2026-01-02T03:04:05Z') },
  ])
  expect(await db.selectFrom('wishlist_items').select(['user_id', 'course_id']).execute()).toEqual([
    { user_id: 'asha', course_id: 'sql' },
  ])
  expect(await db.selectFrom('password_codes').select(['key_id', 'attempts_left']).execute()).toEqual([
    { key_id: '01234567', attempts_left: 4 },
  ])
  expect(await db.selectFrom('password_reset_tokens').select('token_hash').execute()).toEqual([
    { token_hash: Buffer.from([0, 9]) },
  ])
  expect(await db.selectFrom('course_vectors').select(['course_id', 'updated_at']).execute()).toHaveLength(1)
  expect(await db.selectFrom('assistant_usage').select(['day', 'answers']).execute()).toEqual([
    { day: '2026-11-21', answers: 3 },
  ])
  expect(await db.selectFrom('live_participants').select('peer_id').execute()).toEqual([{ peer_id: 'p1' }])
  expect(await db.selectFrom('live_removed_participants').select('user_id').execute()).toEqual([{ user_id: 'asha' }])

  const namesAfter = await namesIn()
  expect(namesAfter.filter((name) => oldNames.test(name))).toEqual([])
  expect(namesAfter).toHaveLength(namesBefore.length)
  expect(namesAfter).toEqual(
    expect.arrayContaining([
      'live_participants_pkey',
      'live_participants_session_id_user_id_key',
      'live_participants_session_id_fkey',
      'live_participants_user',
      'live_removed_participants_user',
      'password_reset_tokens_pkey',
      'wishlist_items_course',
      'orders_payable',
    ]),
  )
  await expect(
    sql`insert into wishlist_items (user_id, course_id, created_at) values ('asha', 'sql', now())`.execute(db),
  ).rejects.toThrow(/wishlist_items_pkey/)
})
