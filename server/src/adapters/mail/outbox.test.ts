import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxStore } from '#app/database-stores.ts'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { mailConformance } from './conformance.ts'
import { mostKept, outboxMail } from './outbox.ts'

let source: TestDatabase
let database: OpenDatabase
let ms = Date.now()
const now = () => new Date(ms++)
beforeAll(async () => {
  source = await openTestDatabase()
  database = openDatabase(source.settings, () => {})
})
afterAll(async () => {
  await database.close()
  await source.close()
})

mailConformance('the outbox', async () => {
  const mail = outboxMail(outboxStore(database.db), now)
  return {
    mail,
    arrived: async () => {
      const kept = ((await mail.outbox?.newest()) ?? []).reverse()
      return Promise.all(
        kept.map(async ({ id, to, subject, text, html, attached }) => {
          const files = await Promise.all(attached.map((_, place) => mail.outbox?.findAttachment(id, place)))
          return { to, subject, text, html, attachments: files.flatMap((file) => file ?? []) }
        }),
      )
    },
    close: async () => {},
  }
})

test('the newest come first, and only a limited number is kept', async () => {
  const { send, outbox } = outboxMail(outboxStore(database.db), now)
  for (let number = 0; number < mostKept + 5; number++)
    await send({ to: 'a@test.example', subject: String(number), text: '', html: '' })
  const newest = (await outbox?.newest()) ?? []
  expect(newest.slice(0, 2).map(({ subject }) => subject)).toEqual([String(mostKept + 4), String(mostKept + 3)])
  const { count } = await database.db
    .selectFrom('outbox_mails')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(mostKept)
  expect(await outbox?.find(newest[0]?.id ?? '')).toEqual(newest[0])
  expect(await outbox?.find('nothing')).toBeNull()
})
