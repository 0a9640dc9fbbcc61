import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('a session that runs stays a mesh of speakers, and moves only with server and room', async () => {
  const { db } = database
  await migrateToBefore(db, '095-live-class')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(
    `insert into users (id, name, email, role, created_at) values ('asha', 'Asha', 'asha@x.test', 'student', now())`,
  )
  await run(`insert into live_sessions (id, created_at) values ('room', now())`)
  await run(`insert into live_participants (peer_id, session_id, user_id, token_hash, socket_id, joined_at, seen_at, connected)
    values ('peer', 'room', 'asha', '\\x01', 'socket', now(), now(), true)`)
  await migrate(db)
  const session = await db.selectFrom('live_sessions').selectAll().executeTakeFirst()
  expect(session).toMatchObject({
    media: 'mesh',
    media_server: null,
    media_room: null,
    locked: false,
    waiting_room: false,
  })
  const participant = await db.selectFrom('live_participants').selectAll().executeTakeFirst()
  expect(participant).toMatchObject({ role: 'speaker', admitted: true })
  for (const change of [
    `media = 'forwarded'`,
    `media_server = 'one', media_room = 1`,
    `media = 'forwarded', media_room = 1`,
  ])
    await expect(run(`update live_sessions set ${change}`)).rejects.toThrow('live_sessions_media_room')
  await run(`update live_sessions set media = 'forwarded', media_server = 'one', media_room = 1`)
  await expect(run(`update live_participants set role = 'educator'`)).rejects.toThrow('live_participants_role_check')
})
