import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { up } from './012-order-states.ts'

let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  open = openDatabase(database.settings, () => {})
  await migrateToBefore(open.db, '012-order-states')
  for (const statement of [
    `insert into users (id, name, email, role, created_at) values
      ('asha', 'Asha', 'asha@test.example', 'student', now()), ('meera', 'Meera', 'meera@test.example', 'educator', now())`,
    `insert into courses (id, creator_id, title, price_paise, created_at, updated_at) values
      ('sql', 'meera', 'SQL', 49900, now(), now()), ('cheap', 'meera', 'Cheap', 50, now(), now()),
      ('free', 'meera', 'Free', 0, now(), now()), ('draft', 'meera', 'Draft', null, now(), now())`,
  ])
    await sql.raw(statement).execute(open.db)
  const orders: [id: string, provider: string | null, course: string, status: string, age: number][] = [
    ['old', 'order_1', 'sql', 'created', 3],
    ['newest', 'order_2', 'sql', 'created', 1],
    ['unnamed', null, 'sql', 'created', 0],
    ['closed', 'order_3', 'sql', 'cancelled', 9],
    ['refused', null, 'sql', 'cancelled', 9],
    ['other', 'order_4', 'cheap', 'created', 2],
    ['bought', 'order_5', 'free', 'paid', 5],
    ['due', 'order_6', 'free', 'refund_due', 5],
    ['back', 'order_7', 'free', 'refunded', 5],
  ]
  for (const [id, provider, course, status, age] of orders)
    await sql`insert into orders (id, provider_order_id, user_id, course_id, amount_paise, status, created_at)
      values (${id}, ${provider}, 'asha', ${course}, 50, ${status}, now() - make_interval(hours => ${age}::int))`.execute(
      open.db,
    )
  await up(open.db as unknown as Kysely<unknown>) // migrations know no tables
})
afterAll(async () => {
  await open.close()
  await database.close()
})

test('every order of the version before keeps its status or gets the one that replaced it', async () => {
  const { rows } = await sql<{ id: string; status: string }>`select id, status from orders`.execute(open.db)
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    old: 'expired',
    newest: 'created',
    unnamed: 'failed',
    closed: 'expired',
    refused: 'failed',
    other: 'created',
    bought: 'paid',
    due: 'refund_due',
    back: 'refunded',
  })
})

test('prices of before stay, and rows that have one can be changed', async () => {
  await sql`update courses set enrolment_count = enrolment_count + 1`.execute(open.db)
  const { rows } =
    await sql`select id, price_paise as price, price_below_minimum as below from courses order by id`.execute(open.db)
  expect(rows).toEqual([
    { id: 'cheap', price: 50, below: true },
    { id: 'draft', price: null, below: false },
    { id: 'free', price: 0, below: false },
    { id: 'sql', price: 49_900, below: false },
  ])
  await expect(sql`update courses set price_paise = 99 where id = 'sql'`.execute(open.db)).rejects.toThrow(
    /minimum_price/,
  )
})
