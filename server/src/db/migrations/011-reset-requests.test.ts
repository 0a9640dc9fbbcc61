import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { hashCode, keyIdOf } from '#features/accounts/codes/one-time-code.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a code that was mailed by the version before still works after the migration', async () => {
  const { db, codeSecret } = app.deps
  await migrateToBefore(db, '011-reset-requests')
  const [email, request] = ['zoe@test.example', 'an-older-request']
  const hash = hashCode(codeSecret, { email, requestId: request }, '0417')
  const expires = new Date(app.clock.ms + 60_000)
  await sql`insert into users (id, name, email, password_hash, role, description, created_at)
    values ('u1', 'Zoë', ${email}, 'hash', 'educator', '', now())`.execute(db)
  await sql`insert into password_codes (email, request_id, requested_at, code_hash, key_mark, tries_left, expires_at)
    values (${email}, ${request}, now(), ${hash}, ${keyIdOf(codeSecret)}, 5, ${expires}),
      ('other@test.example', 'another', now(), null, null, 0, null)`.execute(db)

  await migrate(db)
  expect(await db.selectFrom('users').select(['id', 'show_email']).execute()).toEqual([{ id: 'u1', show_email: false }])
  expect(await db.selectFrom('password_codes').select('email').orderBy('email').execute()).toHaveLength(2)
  const verify = (otp: string) =>
    app.server.inject({
      method: 'POST',
      url: api.accounts.verifyOtp.path,
      payload: { email, otp },
    })
  expect((await verify('0418')).statusCode).toBe(400)
  expect((await verify('0417')).statusCode).toBe(200)
})
