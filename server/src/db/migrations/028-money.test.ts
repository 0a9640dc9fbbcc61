import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { checkLedger, findEducatorBalance } from '#features/ledger/index.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('orders of before are in the ledger as what they were: sold, returned, or money on its way back', async () => {
  const { db } = database
  await migrateToBefore(db, '028-money')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha', 'ravi']) as id`)
  await run(`insert into courses (id, creator_id, title, price_paise, created_at, updated_at)
    select id, 'meera', id, 50000, now(), now() from unnest(array['c1', 'c2', 'c3', 'c4', 'c5', 'c6']) as id`)
  await run(`insert into orders (id, provider_order_id, user_id, course_id, amount_paise, status, payment_id, created_at, settled_at) values
    ('sold', 'order_1', 'asha', 'c1', 49900, 'paid', 'pay_1', '2026-10-31T18:00:00Z', '2026-10-31T19:00:00Z'),
    ('free_1', null, 'asha', 'c2', 0, 'paid', null, now(), now()),
    ('returned', 'order_3', 'asha', 'c3', 10001, 'refunded', 'pay_3', now(), now()),
    ('late', 'order_4', 'asha', 'c4', 20000, 'refund_due', 'pay_4', now(), now()),
    ('gone', 'order_5', 'asha', 'c5', 30000, 'refunded', 'pay_5', now(), now()),
    ('open', 'order_6', 'asha', 'c6', 40000, 'created', null, now(), null),
    ('old', 'order_7', 'ravi', 'c6', 40000, 'expired', null, now(), null)`)
  await run(`insert into enrolments (user_id, course_id, order_id, amount_paise, created_at) values
    ('asha', 'c1', 'sold', 49900, now()), ('asha', 'c2', 'free_1', 0, now()), ('asha', 'c3', 'returned', 10001, now())`)
  // as the queue made it, with the error of a payment call that had no answer
  await run('drop schema if exists jobs cascade')
  await run('create schema jobs')
  await run('create table jobs.job (id text, output jsonb)')
  await run(`insert into jobs.job values
    ('11111111-1111-4111-8111-111111111111', '{"message": "no answer", "cause": {"config": {"auth": {"username": "key", "password": "secret"}}}}'),
    ('22222222-2222-4222-8222-222222222222', '{"message": "nothing", "stack": "here"}')`)

  await migrate(db)

  const jobs = await sql<{ id: string; output: object }>`select * from jobs.job order by id`.execute(db)
  expect(jobs.rows).toEqual([
    { id: '11111111-1111-4111-8111-111111111111', output: { message: 'no answer' } },
    { id: '22222222-2222-4222-8222-222222222222', output: { message: 'nothing', stack: 'here' } },
  ])
  const orders = await db.selectFrom('orders').selectAll().orderBy('id').execute()
  expect(orders.map((row) => [row.id, row.status, row.sold_at !== null, row.refunded_paise])).toEqual([
    ['free_1', 'paid', true, 0],
    ['gone', 'refunded', false, 0],
    ['late', 'refund_pending', false, 0],
    ['old', 'expired', false, 0],
    ['open', 'created', false, 0],
    ['returned', 'refunded', true, 10_001],
    ['sold', 'paid', true, 0],
  ])
  const refunds = await db.selectFrom('refunds').selectAll().orderBy('order_id').execute()
  expect(refunds.map((row) => [row.order_id, row.status, row.booked, row.amount_paise])).toEqual([
    ['gone', 'processed', false, 30_000],
    ['late', 'pending', false, 20_000],
    ['returned', 'processed', true, 10_001],
  ])
  expect((await checkLedger(db, new Date())).problems).toEqual([])
  expect(await findEducatorBalance(db, 'meera', new Date())).toEqual({ owed: 49_900, held: 0, payable: 49_900 })
  const months = await db
    .selectFrom('ledger_balances')
    .select(['month', 'amount_paise'])
    .where('account', '=', 'educator_payable')
    .execute()
  expect(months).toContainEqual({ month: '2026-11', amount_paise: '-49900' })
})
