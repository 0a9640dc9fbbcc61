import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openQueue } from '../../server/src/app/job-queue.ts'
import { allJobs } from '../../server/src/app/job-registry.ts'
import type { FeatureDeps } from '../../server/src/core/feature-deps.ts'
import { migrate, type OpenDatabase, openDatabase, type QueryListener } from '../../server/src/db/open-database.ts'
import { settlePayment } from '../../server/src/features/sales/settlement/settle-payment.ts'
import { closeOnSignal, exitWithUsage, requireLinux } from '../lib/command.ts'
import { machineFacts, treeCpuMs } from '../lib/machine.ts'
import { startCluster } from '../lib/postgres.ts'
import { median, type Section, table, writeResults } from '../lib/report.ts'
import { fillShop, measureShop, type Sent } from './large-shop.ts'

/** What the ledger costs a settlement, and what the pages, the check and deletions cost that it grows. */
const usage = `npm run bench -- money [options]
  settles payments with the rows of the ledger and without them, in turn; then fills a shop and measures, in the database, the pages of
  its largest educator and of admins, the check of the whole ledger, and the deletion of two accounts
  --orders N      orders of the shop, three entries of the ledger each (default 333334)
  --own N         sales of the largest educator, of these (default 100000)
  --educators N   other educators, with a course each (default 5000)
  --students N    students of the largest educator, and as many others (default 20000)
  --pages         the shop alone, no settlements
  --check         end with an error when a page takes more than 50 ms at the median
  --write         put the tables into bench/README.md`
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '333334' },
    own: { type: 'string', default: '100000' },
    educators: { type: 'string', default: '5000' },
    students: { type: 'string', default: '20000' },
    pages: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) exitWithUsage(usage)
const size = {
  orders: Number(options.orders),
  own: Number(options.own),
  educators: Number(options.educators),
  students: Number(options.students),
}
for (const [name, value] of Object.entries(size))
  if (!Number.isInteger(value) || value < 1) exitWithUsage(usage, `--${name} is a whole number from 1`)
if (size.own >= size.orders) exitWithUsage(usage, '--own is less than --orders')
// numbers of documents have six digits here, and no one buys a course twice
if (size.orders > 999_999) exitWithUsage(usage, '--orders is at most 999999')
if (size.orders - size.own > size.educators * size.students)
  exitWithUsage(usage, 'Too few other educators or students for the other orders')
requireLinux()
const machine = machineFacts()

/** Milliseconds of the database that a page may take, by the median. */
const mostMs = 50
const rounds = 5
const settlements = 800
const atOnce = 8
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
  payoutMinimum: 500,
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

async function open(name: string, onQuery?: QueryListener): Promise<OpenDatabase> {
  const database = openDatabase({ connectionString: await cluster.createDatabase(name), max: atOnce }, quiet, onQuery)
  await migrate(database.db)
  const queue = await openQueue({ database, worker: false, embedded: false, log: quiet }, allJobs(depsOf(database)))
  const close = async (): Promise<void> => {
    await queue.stop()
    await database.close()
  }
  return { ...database, close }
}

const fillSmallShop = `
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

async function compareSettlements(): Promise<string> {
  const sides = { 'with the ledger': await open('with_ledger'), without: await open('without_ledger') }
  for (const { db } of Object.values(sides)) await sql.raw(fillSmallShop).execute(db)
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
  for (const database of Object.values(sides)) await database.close()
  return table([
    [`settlements, ${atOnce} at once, median of ${rounds} rounds of ${settlements}`, ...names, 'ratio'],
    row('a second', ({ perSecond }) => perSecond, 0),
    row('CPU of the server, ms each', ({ serverMs }) => serverMs, 2),
    row('CPU of PostgreSQL, ms each', ({ databaseMs }) => databaseMs, 2),
  ])
}

async function measureLargeShop(): Promise<{ report: string; slow: string[] }> {
  const sent: Sent = []
  const database = await open('large', (text, ms) => sent.push({ text, ms }))
  await fillShop({ db: database.db, zone, size })
  const measured = await measureShop(depsOf(database), { zone, mostMs, sent, databasePid: cluster.pid, size })
  await database.close()
  return measured
}

const close = async (): Promise<void> => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
closeOnSignal(close)
try {
  const facts = `${machine.at.slice(0, 10)}, ${machine.cores} cores (${machine.cpu}), load ${machine.loadBefore} before; Node ${machine.node}, PostgreSQL ${cluster.version}`
  const show = (section: Section, text: string): void => {
    console.log(`${facts}\n\n${text}\n`)
    if (options.write) writeResults(section, `${facts}\n\n${text}`)
  }
  if (!options.pages) show('settlements', await compareSettlements())
  const { report, slow } = await measureLargeShop()
  show('money', report)
  for (const name of slow) console.error(`More than ${mostMs} ms: ${name}`)
  if (options.check && slow.length > 0) process.exitCode = 1
} finally {
  await close()
}
