import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { recordReads } from '#test/support/database/record-statements.ts'
import { findEducatorBalance } from '../../ledger/index.ts'
import { findTotals } from '../balance-queries.ts'
import { findEntries, findMonths, findOpening } from '../statement-queries.ts'
import { findOwnPayouts } from './run-queries.ts'

const onServer = inject('template').engine === 'postgres'
const sales = 60_000
const zone = 'Asia/Kolkata'

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows': number; Plans?: Plan[] }
const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]

describe.runIf(onServer)('with many sales', () => {
  let app: TestApp
  let client: pg.Client
  const month = new Date().toISOString().slice(0, 7)
  beforeAll(async () => {
    app = await createTestApp()
    client = new pg.Client(app.database.settings)
    await client.connect()
    // Triggers are off, so the sums they maintain are inserted too. Every third sale is by educator e0.
    await client.query('set session_replication_role = replica')
    for (const statement of [
      `insert into ledger_transactions (id, key, kind, at)
        select n, 'sale:' || n, 'sale', date_trunc('month', now()) + n * interval '1 second' from generate_series(1, ${sales}) as n`,
      `insert into ledger_entries (transaction_id, account, party_id, amount_paise, month, at, available_at)
        select id, account, case account when 'educator_payable' then 'e' || case when id % 3 = 0 then 0 else id % 1000 end else '' end,
          sign * 10000, '${month}', at, case account when 'educator_payable' then now() - interval '1 day' end
        from ledger_transactions cross join (values ('provider_clearing', 1), ('educator_payable', -1)) as side (account, sign)`,
      `insert into ledger_balances
        select account, party_id, month, sum(amount_paise) from ledger_entries group by 1, 2, 3`,
      `insert into educator_months
        select party_id, month, 'sale', -sum(amount_paise), count(*) from ledger_entries where party_id <> '' group by 1, 2`,
      `insert into educator_balances select party_id, -sum(amount_paise) from ledger_entries where party_id <> '' group by 1`,
      `insert into educator_held select party_id, floor(extract(epoch from available_at) / 3600)::int, -sum(amount_paise)
        from ledger_entries where party_id <> '' group by 1, 2`,
      'set session_replication_role = origin',
      ...['transactions', 'entries', 'balances'].map((name) => `analyze ledger_${name}`),
      ...['months', 'balances', 'held'].map((name) => `analyze educator_${name}`),
    ])
      await client.query(statement)
  })
  afterAll(async () => {
    await client.end()
    await app.close()
  })

  test.each<[string, number, () => Promise<unknown>]>([
    ['a balance', 50, () => findEducatorBalance(app.deps.db, 'e0', new Date())],
    ['totals', 50, () => findTotals(app.deps.db, 'e0')],
    ['a list of payouts', 50, () => findOwnPayouts(app.deps.db, 'e0', { limit: 10 })],
    ['a list of months', 50, () => findMonths(app.deps.db, 'e0', { limit: 12 })],
    ['an opening balance', 50, () => findOpening(app.deps.db, 'e0', month)],
    [
      'a part of a statement',
      2000,
      () => findEntries(app.deps.db, { educatorId: 'e0', month, zone, after: '90000', limit: 1000 }),
    ],
  ])('%s scans no table, and reads at most %i rows at once', async (_name, most, read) => {
    const { reads: statements } = await recordReads(read)
    expect(statements.length).toBeGreaterThan(0)
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      )
      const plans = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => flat(plan)))
      const scanned = plans
        .filter((plan) => plan['Node Type'] === 'Seq Scan')
        .map((plan) => plan['Relation Name'] ?? '')
      expect(scanned.filter((name) => /^(ledger|educator)_/.test(name))).toEqual([])
      expect(Math.max(...plans.map((plan) => plan['Actual Rows']))).toBeLessThanOrEqual(most)
    }
  })
})
