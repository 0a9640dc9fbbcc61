import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#db/open-database.ts'
import { checkLedger, findEducatorBalance } from '#features/ledger/index.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('sales and balances of the version before are in the sums, and new ones follow', async () => {
  const { db } = database
  await migrateToBefore(db, '042-sums-of-sales')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha', 'ravi']) as id`)
  await run(`insert into courses (id, creator_id, title, price_paise, enrolment_count, lecture_count, created_at, updated_at)
    values ('sql', 'meera', 'SQL', 50000, 1, 1, now(), now())`)
  const sell = async (id: string, user: string) => {
    await run(`insert into orders (id, user_id, course_id, amount_paise, list_paise, status, payment_id, created_at, settled_at, sold_at)
      values ('${id}', '${user}', 'sql', 50000, 50000, 'paid', 'pay-${id}', '2026-03-01T20:00Z', '2026-03-01T20:00Z', '2026-03-01T20:00Z')`)
    await run(`insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, sold_at)
      values ('${id}', 'sql', 'meera', 50000, 50000, '2026-03-01T20:00Z')`)
    await run(`insert into enrolments (user_id, course_id, order_id, amount_paise, created_at)
      values ('${user}', 'sql', '${id}', 50000, '2026-03-01T20:00Z')`)
    await run(`with made as (
        insert into ledger_transactions (key, kind, order_id, at) values ('sale:${id}', 'sale', '${id}', '2026-03-01T20:00Z') returning id
      ) insert into ledger_entries (transaction_id, account, party_id, amount_paise, month, at, available_at)
        select id, account, party, amount, '2026-03', '2026-03-01T20:00Z', case account when 'educator_payable' then '2099-01-01T10:30Z'::timestamptz end
        from made, (values ('provider_clearing', '', 50000), ('educator_payable', 'meera', -50000)) as side (account, party, amount)`)
  }
  await sell('first', 'asha')
  await migrate(db)
  // the second of March in Kolkata
  const days = () => sql`select educator_id, day, enrolments::int, revenue_paise::int from educator_sales`.execute(db)
  expect((await days()).rows).toEqual([
    { educator_id: 'meera', day: '2026-03-02', enrolments: 1, revenue_paise: 50_000 },
  ])
  expect(await findEducatorBalance(db, 'meera', new Date())).toEqual({ owed: 50_000, held: 50_000, payable: 0 })
  await sell('second', 'ravi')
  expect(await findEducatorBalance(db, 'meera', new Date())).toEqual({ owed: 100_000, held: 100_000, payable: 0 })
  // half an hour into its hour, to the second
  const held = async (at: string) => (await findEducatorBalance(db, 'meera', new Date(at))).held
  expect([await held('2099-01-01T10:29:59Z'), await held('2099-01-01T10:30:00Z')]).toEqual([100_000, 0])
  expect((await checkLedger(db, new Date())).problems).toEqual([])
})
