import { sql } from 'kysely'
import type { FeatureDeps } from '../../server/src/core/feature-deps.ts'
import { english } from '../../server/src/core/languages/language.ts'
import { type Tx, transact } from '../../server/src/core/transact.ts'
import type { OpenDatabase } from '../../server/src/db/open-database.ts'
import { findBalances } from '../../server/src/features/admin/orders/money-queries.ts'
import { deleteUser } from '../../server/src/features/admin/users/delete-user.ts'
import { summariseTeaching } from '../../server/src/features/courses/own-courses.ts'
import { listStudents } from '../../server/src/features/learning/students/list-students.ts'
import { checkSome, findLastCheck } from '../../server/src/features/ledger/check-ledger.ts'
import { post } from '../../server/src/features/ledger/post.ts'
import { findEducatorBalance } from '../../server/src/features/ledger/queries.ts'
import { payoutOf, payoutPaidOf } from '../../server/src/features/ledger/rules.ts'
import { anonymiseNotifications } from '../../server/src/features/notifications/queries.ts'
import { findPayable, findTotals } from '../../server/src/features/payouts/balance-queries.ts'
import { findAccount } from '../../server/src/features/payouts/bank/account-queries.ts'
import { planRun } from '../../server/src/features/payouts/runs/plan-run.ts'
import { findOwnPayouts, findRuns } from '../../server/src/features/payouts/runs/run-queries.ts'
import {
  findEntries,
  findMonth,
  findMonths,
  findOpening,
  findSoldIn,
} from '../../server/src/features/payouts/statement-queries.ts'
import { summariseSales } from '../../server/src/features/sales/income/sales.ts'
import { addUpSales } from '../../server/src/features/sales/income/sales-queries.ts'
import { treeCpuMs } from '../lib/machine.ts'
import { median, table } from '../lib/report.ts'

/** How much the shop has: `own` of the orders are sales of the first educator, the others are spread evenly. */
export type Size = { orders: number; own: number; educators: number; students: number }

/** The first educator, whose pages are measured, and the one account that bought of every other educator. */
const [first, collector] = ['e1', 'collector']
const ownNotifications = 500

const people = ({ educators, students }: Size): string => `
  insert into users (id, name, email, role, created_at)
    select id, name, id || '@bench.example', role, now() from (
      values ('admin', 'Admin', 'admin'), ('${collector}', 'Collector', 'student')
      union all select 'e' || n, 'Educator ' || n, 'educator' from generate_series(1, ${educators + 1}) as n
      -- students of the first educator, and as many who bought of others
      union all select 's' || n, case n % 2 when 0 then 'Asha ' else 'Ravi ' end || n, 'student' from generate_series(1, ${students}) as n
      union all select 'k' || n, 'Kabir ' || n, 'student' from generate_series(1, ${students}) as n
    ) as people (id, name, role);
  insert into payout_accounts (user_id, encrypted, last4, holder_hint, changed_at)
    select 'e' || n, 'bench', '1234', 'E', now() - interval '1 year' from generate_series(1, ${educators + 1}) as n where n % 10 > 0;`

/** The first educator has as many courses as it takes, all others have one each. */
const courses = ({ own, educators, students }: Size): string => `
  insert into courses (id, creator_id, title, category, price_paise, is_published, lecture_count, created_at, updated_at)
    select id, educator, 'Course ' || id, 'Others', 49900, true, 1, now() - interval '2 years', now() from (
      select 'c' || n as id, '${first}' as educator from generate_series(1, ${Math.ceil(own / students)}) as n
      union all select 'd' || n, 'e' || n from generate_series(2, ${educators + 1}) as n
    ) as made;
  insert into lectures (id, course_id, position, title, is_preview_free, created_at)
    select 'l' || id, id, 0, 'First', false, now() from courses;`

/** Every student buys each course at most once; times are spread over two years, whatever is bought. */
const orders = ({ orders, own, educators, students }: Size): string => `
  insert into orders (id, provider_order_id, user_id, course_id, amount_paise, list_paise, status, payment_id, created_at, settled_at, sold_at)
    select 'o' || n, 'order_' || n, buyer, course, 49900, 49900, 'paid', 'pay_' || n, at, at, at from (
      select n, 's' || (n % ${students} + 1) as buyer, 'c' || (n / ${students} + 1) as course from generate_series(0, ${own - 1}) as n
      union all
      select ${own} + m, case when m < ${educators} then '${collector}'
          else 'k' || ((m / ${educators} + m % ${educators} * 7) % ${students} + 1) end, 'd' || (m % ${educators} + 2)
        from generate_series(0, ${orders - own - 1}) as m
    ) as bought, lateral (select now() - interval '2 years' * (1 - (n * 7919::bigint % ${orders})::float8 / ${orders}) as at) as spread;
  insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, fee_paise, sold_at)
    select orders.id, orders.course_id, courses.creator_id, 49900, 49900, 4990, orders.sold_at
    from orders join courses on courses.id = orders.course_id;
  insert into enrolments (user_id, course_id, order_id, amount_paise, created_at, completed_lectures)
    select user_id, course_id, id, 49900, created_at, case when right(id, 1) < '5' then 1 else 0 end from orders;
  update courses set enrolment_count = counted.count
    from (select course_id, count(*) from enrolments group by 1) as counted where counted.course_id = courses.id;
  insert into invoices (id, number, kind, order_id, user_id, issued_at, place_of_supply, seller, buyer, lines, amount_paise, taxable_paise,
      cgst_paise, sgst_paise, igst_paise)
    select 'i' || id, 'VC/2526/R' || lpad(row_number() over (order by sold_at, id)::text, 6, '0'), 'receipt', id, user_id, sold_at, '27',
      '{"name":"Bench","address":"1 First Street, Pune","gstin":""}', '{"name":"A student of the shop","address":"2 Second Street, Mumbai"}',
      '[{"title":"Course","amount":49900,"code":"999293"}]', 49900, 49900, 0, 0, 0 from orders;
  insert into invoice_counters (series, kind, year, last, last_at) values ('VC', 'receipt', '2526', ${orders}, now());`

/** Three entries a sale. That they balance is not checked one by one: the plan of that check is made while the table is empty. */
const ledger = `
  alter table ledger_transactions disable trigger ledger_balanced;
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

/** What educators were told about each sale, what the collector was told, and what people watched. */
const activity = `
  insert into notifications (id, user_id, event_key, kind, params, created_at)
    select 'n' || id, educator_id, 'enrolment ' || course_id || ' ' || user_id, 'student-enrolled',
      jsonb_build_object('courseId', course_id, 'course', 'Course ' || course_id, 'student', name), created_at
    from (
      select orders.*, users.name, order_items.educator_id
      from orders join order_items on order_items.order_id = orders.id join users on users.id = orders.user_id
    ) as told;
  insert into notifications (id, user_id, event_key, kind, params, created_at)
    select 'own' || n, '${collector}', 'enrolled ' || n, 'student-enrolled', '{"courseId":"d2","course":"A course","student":null}', now()
    from generate_series(1, ${ownNotifications}) as n;
  insert into lecture_progress (user_id, lecture_id, seconds, completed_at, watched_at, updated_at)
    select user_id, 'l' || course_id, 60, created_at, created_at, created_at from orders where user_id = '${collector}' or right(id, 1) < '5';
  insert into course_viewers (user_id, course_id, counted_seconds, last_day)
    select user_id, course_id, 60, 20000 from orders where user_id = '${collector}' or right(id, 1) < '5';`

/** Fills an empty, migrated database. The triggers of the tables add up the sums of the ledger, and the job of the sales those of sales. */
export async function fillShop({
  db,
  zone,
  size,
}: {
  db: OpenDatabase['db']
  zone: string
  size: Size
}): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const text of [people(size), courses(size), orders(size), ledger, activity]) await sql.raw(text).execute(tx)
  })
  // the job finds tables whose sizes PostgreSQL knows
  await sql`vacuum analyze`.execute(db)
  await addUpSales(db, zone, new Date())
  await sql`vacuum analyze`.execute(db)
}

type Read = () => Promise<unknown>

/** Does what a transaction writes, and takes it back. */
const undone =
  (db: OpenDatabase['db'], work: (tx: Tx) => Promise<unknown>): Read =>
  async () => {
    const undo = new Error('taken back')
    await transact(db, async (tx) => {
      await work(tx)
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
  }

/** All that a page asks the database for, one after the other. */
function pagesOf(deps: FeatureDeps, zone: string): Record<string, Read[]> {
  const { db } = deps
  const now = deps.clock.now()
  const month = now.toISOString().slice(0, 7)
  const page = { limit: 25, cursor: undefined }
  const students = (text: string): Read[] => [
    () => listStudents(deps, first, 'c1', { query: { ...page, text, sort: 'newest' }, say: english }),
  ]
  const balance: Read[] = [
    () => findEducatorBalance(db, first, now),
    () => findTotals(db, first),
    () => findAccount(db, first),
  ]
  const sold: Read = () => summariseSales(deps, first)
  return {
    sales: [sold],
    balance,
    earnings: [sold, ...balance, () => findOwnPayouts(db, first, page), () => findMonths(db, first, page)],
    dashboard: [sold, ...balance, () => summariseTeaching(deps, first)],
    'statement as CSV, its first 1,000 entries': [
      () => findOpening(db, first, month),
      () => findEntries(db, { educatorId: first, month, zone, after: '0', limit: 1000 }),
    ],
    'statement as PDF': [
      () => findMonth(db, first, month),
      () => findSoldIn(db, { educatorId: first, month, zone, limit: 100 }),
    ],
    'students by a name that half of them have': students('asha'),
    'students by a frequent name that none of them has': students('kabir'),
    'money (admin)': [() => findBalances(db)],
    'payouts (admin)': [() => findPayable(db, { ...page, state: 'missing' }, 50_000, now), () => findRuns(db, page)],
    'draft of a payout run (admin), taken back': [
      undone(db, (tx) => planRun(deps, tx, { adminId: 'admin', note: '' })),
    ],
    'notifications about one student renamed, taken back': [
      undone(db, (tx) => anonymiseNotifications(tx, 's1', 'Deleted user')),
    ],
  }
}

const repeats = 20
const counted = (count: number): string => count.toLocaleString('en')

/** Measures the pages. Returns the table, and the names of those that take longer than `mostMs` at the median. */
async function measurePages(
  deps: FeatureDeps,
  { zone, mostMs, databasePid }: { zone: string; mostMs: number; databasePid: number },
) {
  const rows: string[][] = []
  const slow: string[] = []
  for (const [name, reads] of Object.entries(pagesOf(deps, zone))) {
    const times: number[] = []
    let cpu = 0
    for (let count = -3; count < repeats; count++) {
      const begun = performance.now()
      if (count === 0) cpu = treeCpuMs(databasePid)
      for (const read of reads) await read()
      if (count >= 0) times.push(performance.now() - begun)
    }
    if (median(times) > mostMs) slow.push(name)
    const each = (treeCpuMs(databasePid) - cpu) / repeats
    rows.push([name, median(times).toFixed(1), Math.max(...times).toFixed(1), each.toFixed(1)])
  }
  return { rows, slow }
}

/** Statements of the work that is being measured. */
export type Sent = { text: string; ms: number }[]

/** Pays out what an educator is owed and unlists their courses: then their account may be deleted. */
async function retire(deps: FeatureDeps, zone: string, educatorId: string): Promise<void> {
  const now = deps.clock.now()
  const { owed } = await findEducatorBalance(deps.db, educatorId, now)
  await transact(deps.db, (tx) =>
    post(tx, { config: { TIME_ZONE: zone } }, [
      payoutOf('last', educatorId, owed, now),
      payoutPaidOf('last', owed, now),
    ]),
  )
  await sql`update courses set is_published = false where creator_id = ${educatorId}`.execute(deps.db)
}

/**
 * Measures the check of the ledger as its job makes it, the pages, and the deletion of the account that bought the most and of the
 * educator who sold the most. `sent` gets each statement of the database; `databasePid` is the root of its processes.
 */
export async function measureShop(
  deps: FeatureDeps,
  {
    zone,
    mostMs,
    sent,
    databasePid,
    size,
  }: { zone: string; mostMs: number; sent: Sent; databasePid: number; size: Size },
): Promise<{ report: string; slow: string[] }> {
  const whole: string[][] = []
  const measure = async (name: string, work: Read): Promise<void> => {
    const [begun, cpu] = [performance.now(), treeCpuMs(databasePid)]
    sent.length = 0
    await work()
    const seconds = (ms: number): string => (ms / 1000).toFixed(2)
    whole.push([
      name,
      seconds(performance.now() - begun),
      seconds(treeCpuMs(databasePid) - cpu),
      counted(sent.length),
      seconds(Math.max(...sent.map(({ ms }) => ms))),
    ])
  }
  await measure('check of the ledger, all of it', () => checkSome(deps, Number.POSITIVE_INFINITY))
  const { problems } = (await findLastCheck(deps.db)) ?? { problems: ['nothing was stored'] }
  if (problems.length > 0) throw new Error(`the check of the ledger found: ${problems[0]}`)
  const { rows, slow } = await measurePages(deps, { zone, mostMs, databasePid })
  const { rows: counts } = await sql<{ entries: number; bought: number }>`
    select (select count(*)::int from ledger_entries) as entries,
      (select count(*)::int from orders where user_id = ${collector}) as bought`.execute(deps.db)
  const { entries, bought } = counts[0] ?? { entries: 0, bought: 0 }
  const admin = {
    id: 'admin',
    role: 'admin',
    name: 'Admin',
    email: 'admin@bench.example',
    sessionId: '',
    language: null,
    hasFactor: false,
  } as const
  await measure(`an account with ${counted(bought)} orders, and as many notifications about it, is deleted`, () =>
    deleteUser(deps, admin, collector),
  )
  await retire(deps, zone, first)
  await measure(`an educator with ${counted(size.own)} sales is deleted`, () => deleteUser(deps, admin, first))
  return {
    report: [
      `${counted(size.orders)} orders, ${counted(size.own)} of them of the educator of the pages; ${counted(size.educators)} other educators, ${counted(2 * size.students)} students`,
      '',
      table([
        [
          `${counted(entries)} ledger entries, ms at the client`,
          'median',
          `slowest of ${repeats}`,
          'CPU of PostgreSQL',
        ],
        ...rows,
      ]),
      '',
      table([['as a whole, seconds', 'in all', 'CPU of PostgreSQL', 'statements', 'longest statement'], ...whole]),
    ].join('\n'),
    slow,
  }
}
