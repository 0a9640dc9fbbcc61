import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('accounts of before have no second factor and have signed in; their sessions stay, unconfirmed', async () => {
  const { db } = database
  await migrateToBefore(db, '055-second-factor')
  await sql`insert into users (id, name, email, role, password_hash, created_at)
    values ('asha', 'Asha', 'asha@x.test', 'student', '', now())`.execute(db)
  await sql`insert into sessions (id, token_hash, user_id, user_agent, created_at, renewed_at, expires_at)
    values ('one', '\\x01', 'asha', 'Firefox', now(), now(), now() + interval '1 day')`.execute(db)
  await migrate(db)
  const user = await db.selectFrom('users').select(['factor_since', 'first_sign_in_at']).executeTakeFirst()
  expect(user?.factor_since).toBeNull()
  expect(user?.first_sign_in_at).not.toBeNull()
  const session = await db.selectFrom('sessions').select(['place', 'confirmed_at']).executeTakeFirst()
  expect(session).toEqual({ place: '', confirmed_at: null })
})
