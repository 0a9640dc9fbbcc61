import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('a database of the version before keeps its accounts and its audit log, and takes invitations', async () => {
  const { db } = database
  await migrateToBefore(db, '010-admin-invitations')
  await sql`insert into users (id, name, email, password_hash, role, description, created_at)
    values ('u1', 'Zoë', 'head@test.example', 'hash', 'admin', '', now())`.execute(db)
  await sql`insert into audit_log (id, at, action, admin_id, subject_kind, subject_id, subject, detail)
    values ('a1', now(), 'settings-changed', 'u1', 'settings', '', '', 'Before')`.execute(db)

  await migrate(db)
  expect(await db.selectFrom('users').select(['id', 'email', 'role', 'email_verified_at']).execute()).toEqual([
    { id: 'u1', email: 'head@test.example', role: 'admin', email_verified_at: null },
  ])
  expect(await db.selectFrom('audit_log').select(['id', 'detail']).execute()).toEqual([{ id: 'a1', detail: 'Before' }])

  const invited = { invited_by: null, request_id: 'r', created_at: new Date(), expires_at: new Date() }
  const add = (id: string, email: string | null) =>
    db
      .insertInto('admin_invitations')
      .values({
        ...invited,
        id,
        email,
        link_hash: null,
        mail_hash: null,
        pending_name: null,
        pending_password_hash: null,
      })
      .execute()
  await add('i1', null)
  await add('i2', 'a@test.example')
  await expect(add('i3', null)).rejects.toThrow(/unique/)
  await expect(add('i3', 'a@test.example')).rejects.toThrow(/unique/)
  await expect(add('i3', 'A2@test.example')).rejects.toThrow(/check/)
  const entry = { at: new Date(), action: 'admin-invited' as const, admin_id: 'operator', subject: '', detail: '' }
  await db
    .insertInto('audit_log')
    .values({ ...entry, id: 'a2', subject_kind: 'invitation', subject_id: 'i2' })
    .execute()
  await expect(sql`update audit_log set detail = 'changed'`.execute(db)).rejects.toThrow(/append-only/)
})
