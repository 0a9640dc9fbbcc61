import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { planLookUps } from './check-ledger.ts'
import { walks } from './check-rules.ts'

const onServer = inject('template').engine === 'postgres'
const sales = 20_000
const stepRows = 2000

type Plan = { 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }
type Explained = { Plan: Plan; JIT?: object }
const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]

describe.runIf(onServer)('with many orders', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    const client = new pg.Client(app.database.settings)
    await client.connect()
    for (const statement of [
      'set session_replication_role = replica',
      `insert into orders (id, user_id, course_id, amount_paise, list_paise, status, payment_id, created_at, settled_at, sold_at)
        select 'o' || n, 's' || n, 'c', 50000, 50000, 'paid', 'p' || n, now(), now(), now() from generate_series(1, ${sales}) as n`,
      `insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, sold_at)
        select id, course_id, 'e', 50000, 50000, sold_at from orders`,
      `insert into enrolments (user_id, course_id, order_id, amount_paise, created_at)
        select user_id, course_id, id, 50000, sold_at from orders`,
      `insert into invoices (id, number, kind, order_id, user_id, issued_at, place_of_supply, seller, buyer, lines, amount_paise,
          taxable_paise, cgst_paise, sgst_paise, igst_paise)
        select 'i' || n, 'VC/2627/R' || lpad(n::text, 6, '0'), 'receipt', 'o' || n, 's' || n, now(), '', '{}', '{}', '[]', 50000,
          50000, 0, 0, 0 from generate_series(1, ${sales}) as n`,
      `insert into invoice_counters (series, kind, year, last, last_at) values ('VC', 'receipt', '2627', ${sales}, now())`,
      `insert into ledger_transactions (id, key, kind, order_id, at)
        select n, 'sale:o' || n, 'sale', 'o' || n, now() from generate_series(1, ${sales}) as n`,
      `insert into ledger_entries (transaction_id, account, party_id, amount_paise, month, at)
        select id, account, party, amount, '2026-11', at from ledger_transactions,
          (values ('provider_clearing', '', 50000), ('educator_payable', 'e', -50000)) as side (account, party, amount)`,
      `insert into ledger_balances select account, party_id, month, sum(amount_paise) from ledger_entries group by 1, 2, 3`,
      'set session_replication_role = origin',
      'analyze',
    ])
      await client.query(statement)
    await client.end()
  })
  afterAll(() => app.close())

  test.each(['transactions', 'orders', 'documents'])(
    'a step of the check over %s reads no more than belongs to it, and is not compiled',
    async (name) => {
      const { db } = app.deps
      const walk = walks.find((one) => one.name === name)
      const { rows } = (await walk?.next('', stepRows).execute(db)) ?? { rows: [] }
      const range = { after: '', last: rows[0]?.last ?? '' }
      expect(walk?.rules.length).toBeGreaterThan(0)
      for (const { find } of walk?.rules ?? []) {
        const explained = await db.transaction().execute(async (tx) => {
          await planLookUps(tx)
          const found = await sql<{ 'QUERY PLAN': Explained[] }>`explain (analyze, format json) ${find(range)}`.execute(
            tx,
          )
          return found.rows[0]?.['QUERY PLAN'][0]
        })
        const nodes = explained ? flat(explained.Plan) : []
        expect(nodes.length).toBeGreaterThan(0)
        expect(explained?.JIT).toBeUndefined()
        for (const node of nodes) expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(4 * stepRows)
      }
    },
  )
})
