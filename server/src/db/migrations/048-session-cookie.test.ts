import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { migrate } from '#db/open-database.ts'
import { hashToken, newToken, sessionReader, startSession } from '#features/accounts/sessions/sessions.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('sessions of before are taken by their old cookie for as long as they live, later ones are not', async () => {
  const { db } = database
  await migrateToBefore(db, '048-session-cookie')
  const clock = { ms: Date.now(), now: () => new Date(clock.ms) }
  await sql`insert into users (id, name, email, role, password_hash, created_at) values ('asha', 'Asha', 'asha@x.test', 'student', '', now())`.execute(
    db,
  )
  const start = () => transact(db, (tx) => startSession(tx, clock.now(), 'asha', { userAgent: 'Firefox', place: '' }))
  const before = { token: newToken() }
  await sql`insert into sessions (id, token_hash, user_id, user_agent, created_at, renewed_at, expires_at)
    values ('before', ${hashToken(before.token)}, 'asha', 'Firefox', now(), now(), now() + interval '7 days')`.execute(
    db,
  )
  await migrate(db)
  const after = await start()
  const sessions = sessionReader({ db, clock, codeSecret: 'a secret of the server' })
  expect(await sessions.replacePlain(after.token)).toBeNull()
  clock.ms += 6 * 24 * 3600_000
  const replaced = await sessions.replacePlain(before.token)
  expect((await sessions.read(replaced?.token ?? ''))?.viewer.id).toBe('asha')
  expect(await sessions.read(before.token)).toBeNull()
})
