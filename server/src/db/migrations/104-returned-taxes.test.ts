import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('refunds of before have returned the share of the tax that the ledger took back for them', async () => {
  const { db } = database
  await migrateToBefore(db, '104-returned-taxes')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha']) as id`)
  await run(`insert into courses (id, creator_id, title, price_paise, enrolment_count, lecture_count, created_at, updated_at)
    values ('sql', 'meera', 'SQL', 49900, 0, 0, now(), now())`)
  const sold: [string, number, number, number][] = [
    ['untouched', 49_900, 7612, 0],
    ['in-part', 49_900, 7612, 101],
    ['whole', 49_900, 7612, 49_900],
    ['untaxed', 49_900, 0, 49_900],
    ['free', 0, 0, 0],
  ]
  for (const [id, amount, gst, refunded] of sold) {
    await run(`insert into orders (id, user_id, course_id, amount_paise, list_paise, status, payment_id, created_at, settled_at, sold_at, refunded_paise)
      values ('${id}', 'asha', 'sql', ${amount}, ${amount}, '${refunded === 0 ? 'paid' : refunded < amount ? 'partly_refunded' : 'refunded'}',
        ${amount === 0 ? 'null' : `'pay-${id}'`}, now(), now(), now(), ${refunded})`)
    await run(`insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, gst_paise, refunded_paise, sold_at)
      values ('${id}', 'sql', 'meera', ${amount}, ${amount}, ${gst}, ${refunded}, now())`)
  }
  await migrate(db)
  const items = await db.selectFrom('order_items').select(['order_id', 'gst_refunded_paise']).execute()
  expect(Object.fromEntries(items.map((one) => [one.order_id, one.gst_refunded_paise]))).toEqual({
    untouched: 0,
    'in-part': 15,
    whole: 7612,
    untaxed: 0,
    free: 0,
  })
})
