import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openQueue } from '../server/src/app/job-queue.ts'
import { allJobs } from '../server/src/app/job-registry.ts'
import type { FeatureDeps } from '../server/src/core/feature-deps.ts'
import { migrate, type OpenDatabase, openDatabase } from '../server/src/db/open-database.ts'
import { findBalances } from '../server/src/features/admin/orders/money-queries.ts'
import { summariseTeaching } from '../server/src/features/courses/own-courses.ts'
import { summariseSales } from '../server/src/features/sales/index.ts'
import { settlePayment } from '../server/src/features/sales/index.ts'
import { checkLedger } from '../server/src/features/ledger/check-ledger.ts'
import { findEducatorBalance } from '../server/src/features/ledger/queries.ts'
import { findAccount } from '../server/src/features/payouts/bank/account-queries.ts'
import { findPayable, findTotals } from '../server/src/features/payouts/balance-queries.ts'
import { findOwnPayouts, findRuns } from '../server/src/features/payouts/runs/run-queries.ts'
import { findEntries, findMonth, findMonths, findOpening, findSoldIn } from '../server/src/features/payouts/statement-queries.ts'
import { treeCpuMs } from './lib/machine.ts'
import { startCluster } from './lib/postgres.ts'
import { median, table } from './lib/report.ts'

/**
 * What the ledger costs a settlement (the same with and without its rows, in turn), and how long the database takes for the pages of
 * balances and statements over 1,000,000 entries, each with all that its loader reads, and for the hourly check of all rules.
 * `--pages` measures these alone; with `--check` the program fails where a page takes more than 50 ms.
 */
const { values: options } = parseArgs({
  options: { check: { type: 'boolean', default: false }, pages: { type: 'boolean', default: false } },
})
/** Milliseconds of the database that a page may take, by the median. */
const mostMs = 50
const rounds = 5
const settlements = 800
const atOnce = 8
const entries = 1_000_000
const zone = 'Asia/Kolkata'
const quiet = () => {}

const folder = mkdtempSync(join(tmpdir(), 'bench-money-'))
chmodSync(folder, 0o755) // PostgreSQL does not run as root
const cluster = await startCluster(folder)

const silent = { info: quiet, warn: quiet, error: quiet }
const settings = {
  platformFeePercent: 10,
  refundDays: 7,
  refundWatchedPercent: 20,
  sellerGstin: '',
  sellerName: 'Bench',
}
const seller = {
  ...settings,
  sellerAddress: '',
  sellerState: '',
  gstPercent: 18,
  serviceCode: '999293',
  invoiceSeries: 'VC',
}

/** What a settlement uses of the dependencies. */
const depsOf = ({ db }: OpenDatabase) =>
  ({
    db,
    clock: { now: () => new Date() },
    config: { TIME_ZONE: zone },
    settings: { current: () => seller },
    log: silent,
  }) as unknown as FeatureDeps

async function open(name: string): Promise<OpenDatabase> {
  const database = openDatabase({ connectionString: await cluster.createDatabase(name), max: atOnce }, quiet)
  await migrate(database.db)
  const queue = await openQueue({ database, worker: false, embedded: false, log: quiet }, allJobs(depsOf(database)))
  const close = async (): Promise<void> => {
    await queue.stop()
    await database.close()
  }
  return { ...database, close }
}

const fillShop = `
  insert into users (id, name, email, role, created_at)
    select 'e' || n, 'Educator', 'e' || n || '@bench.example', 'educator', now() from generate_series(1, 200) as n;
  insert into users (id, name, email, role, created_at)
    select 's' || n, 'Student', 's' || n || '@bench.example', 'student', now() from generate_series(1, 1000) as n;
  insert into courses (id, creator_id, title, category, price_paise, is_published, created_at, updated_at)
    select 'c' || n, 'e' || n, 'Course ' || n, 'Others', 49900, true, now(), now() from generate_series(1, 200) as n;`

/** Opens orders that wait for their payments; returns the ids at the provider. */
async function openOrders({ db }: OpenDatabase, round: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into orders (id, provider_order_id, user_id, course_id, amount_paise, list_paise, status, created_at)
      select ${`o${round}-`} || n, ${`order_${round}_`} || n, 's' || (n % 1000 + 1), 'c' || ((n + ${round}::int * 37) % 200 + 1), 49900, 49900, 'created', now()
      from generate_series(1, ${settlements}::int) as n returning *
    ), items as (
      insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise)
      select made.id, made.course_id, courses.creator_id, list_paise, amount_paise from made join courses on courses.id = made.course_id
    ) select provider_order_id as id from made`.execute(db)
  return rows.map(({ id }) => id)
}

type Cost = { perSecond: number; serverMs: number; databaseMs: number }

async function settleAll(database: OpenDatabase, round: number): Promise<Cost> {
  await sql`delete from enrolments`.execute(database.db)
  const waiting = await openOrders(database, round)
  const deps = depsOf(database)
  const [begun, server, data] = [performance.now(), process.cpuUsage(), treeCpuMs(cluster.pid)]
  const work = async (): Promise<void> => {
    for (let orderId = waiting.pop(); orderId !== undefined; orderId = waiting.pop()) {
      const payment = { id: `pay_${orderId}`, orderId, amount: 49_900, currency: 'INR', refunded: 0 }
      const settlement = await settlePayment(deps, { ...payment, status: 'captured' })
      if (!('outcome' in settlement) || settlement.outcome !== 'enrolled') throw new Error(JSON.stringify(settlement))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const { user, system } = process.cpuUsage(server)
  return {
    perSecond: settlements / ((performance.now() - begun) / 1000),
    serverMs: (user + system) / 1000 / settlements,
    databaseMs: (treeCpuMs(cluster.pid) - data) / settlements,
  }
}

/** A database whose ledger takes no rows: the statement is sent, and nothing is written. */
const emptyLedger = `
  create function bench_nothing() returns trigger language plpgsql as 'begin return null; end';
  create trigger bench_nothing before insert on ledger_transactions for each row execute function bench_nothing()`

async function compareSettlements(): Promise<void> {
  const sides = { 'with the ledger': await open('with_ledger'), without: await open('without_ledger') }
  for (const { db } of Object.values(sides)) await sql.raw(fillShop).execute(db)
  await sql.raw(emptyLedger).execute(sides.without.db)
  const costs = new Map(Object.keys(sides).map((name) => [name, [] as Cost[]]))
  for (let round = 0; round <= rounds; round++)
    for (const [name, database] of Object.entries(sides)) {
      const cost = await settleAll(database, round)
      if (round > 0) costs.get(name)?.push(cost)
    }
  const middle = (name: string, of: (cost: Cost) => number): number => median((costs.get(name) ?? []).map(of))
  const names = [...costs.keys()]
  const row = (what: string, of: (cost: Cost) => number, digits: number): string[] => {
    const [left = 0, right = 0] = names.map((name) => middle(name, of))
    return [what, left.toFixed(digits), right.toFixed(digits), (left / right).toFixed(2)]
  }
  console.log(
    table([
      [`settlements, ${atOnce} at once, median of ${rounds} rounds of ${settlements}`, ...names, 'ratio'],
      row('a second', ({ perSecond }) => perSecond, 0),
      row('CPU of the server, ms each', ({ serverMs }) => serverMs, 2),
      row('CPU of PostgreSQL, ms each', ({ databaseMs }) => databaseMs, 2),
    ]),
  )
  for (const database of Object.values(sides)) await database.close()
}

const sales = Math.ceil(entries / 3)

/**
 * An order with its item and three entries a sale, over two years; the first educator has a tenth of all. That they balance is not checked one by one: the plan of
 * the check is made while the table is empty.
 */
const fillLedger = `
  alter table ledger_transactions disable trigger ledger_balanced;
  insert into orders (id, provider_order_id, user_id, course_id, amount_paise, list_paise, status, payment_id, created_at, settled_at, sold_at)
    select 'o' || n, 'order_' || n, 's' || (n % 1000 + 1), 'c' || case when n % 10 = 0 then 1 else n % 200 + 1 end, 49900, 49900,
      'paid', 'pay_' || n, made.at, made.at, made.at
    from generate_series(1, ${sales}) as n, lateral (select now() - interval '2 years' * (n::float8 / ${sales}) as at) as made;
  insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, fee_paise, sold_at)
    select orders.id, orders.course_id, courses.creator_id, 49900, 49900, 4990, orders.created_at
    from orders join courses on courses.id = orders.course_id;
  insert into enrolments (user_id, course_id, amount_paise, created_at)
    select user_id, course_id, 49900, min(created_at) from orders group by 1, 2;
  insert into ledger_transactions (key, kind, order_id, at) select 'sale:' || id, 'sale', id, created_at from orders order by created_at;
  insert into ledger_entries (transaction_id, account, party_id, amount_paise, month, at, available_at)
    select made.id, sides.account,
      case sides.account when 'educator_payable' then order_items.educator_id else '' end,
      sides.amount, to_char(made.at, 'YYYY-MM'), made.at,
      case sides.account when 'educator_payable' then made.at + interval '7 days' end
    from ledger_transactions as made join order_items on order_items.order_id = made.order_id,
      (values ('provider_clearing', 49900), ('platform_fee', -4990), ('educator_payable', -44910)) as sides (account, amount);
  set constraints all immediate;
  alter table ledger_transactions enable trigger ledger_balanced;`

type Read = () => Promise<unknown>

async function measurePages(): Promise<void> {
  const database = await open('large')
  const { db } = database
  await sql.raw(fillShop).execute(db)
  await db.transaction().execute(async (tx) => {
    await sql.raw(fillLedger).execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ count: string }>`select count(*) as count from ledger_entries`.execute(db)
  const now = new Date()
  const month = now.toISOString().slice(0, 7)
  const educatorId = 'e1'
  const page = { limit: 25, cursor: undefined }
  const balance: Read[] = [
    () => findEducatorBalance(db, educatorId, now),
    () => findTotals(db, educatorId),
    () => findAccount(db, educatorId),
  ]
  const sold: Read = () => summariseSales({ ...depsOf(database), db }, educatorId)
  // all that a page asks the database for, one after the other
  const pages: Record<string, Read[]> = {
    balance: balance,
    earnings: [sold, ...balance, () => findOwnPayouts(db, educatorId, page), () => findMonths(db, educatorId, page)],
    dashboard: [sold, ...balance, () => summariseTeaching(depsOf(database), educatorId)],
    'statement as CSV, its first 1,000 entries': [
      () => findOpening(db, educatorId, month),
      () => findEntries(db, { educatorId, month, zone, after: '0', limit: 1000 }),
    ],
    'statement as PDF': [
      () => findMonth(db, educatorId, month),
      () => findSoldIn(db, { educatorId, month, zone, limit: 100 }),
    ],
    'money (admin)': [() => findBalances(db)],
    'payouts (admin)': [() => findPayable(db, { ...page, state: 'missing' }, 50_000, now), () => findRuns(db, page)],
  }
  const found: string[][] = []
  const slow: string[] = []
  for (const [name, reads] of Object.entries(pages)) {
    const times: number[] = []
    for (let count = -3; count < 20; count++) {
      const begun = performance.now()
      for (const read of reads) await read()
      if (count >= 0) times.push(performance.now() - begun)
    }
    if (median(times) > mostMs) slow.push(name)
    found.push([name, median(times).toFixed(1), Math.max(...times).toFixed(1)])
  }
  console.log()
  console.log(
    table([
      [`${Number(rows[0]?.count).toLocaleString('en')} ledger entries, ms at the client`, 'median', 'slowest of 20'],
      ...found,
    ]),
  )
  const begun = performance.now()
  const { problems } = await checkLedger(db, now)
  if (problems.length > 0) throw new Error(`the check of the ledger found: ${problems[0]}`)
  console.log(`\nThe hourly check of all of it takes ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  await database.close()
  for (const name of slow) console.error(`More than ${mostMs} ms: ${name}`)
  if (options.check && slow.length > 0) process.exitCode = 1
}

try {
  if (!options.pages) await compareSettlements()
  await measurePages()
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
