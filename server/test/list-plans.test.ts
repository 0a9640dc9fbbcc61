import { randomBytes } from 'node:crypto'
import { mostCounted } from '@virtual-courses/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hashToken } from '#features/accounts/index.ts'
import { refreshFigures } from '#features/admin/get-overview.ts'
import { sessionCookie } from '#http/session.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { fillAtScale, scaleOf } from '#test/support/database/fill-at-scale.ts'
import { recordReads, type Statement } from './support/database/record-statements.ts'
import { isWhole } from './support/in-all.ts'

/** Courses in two shops of the same kind. Both have more than `mostCounted` rows in every table. */
const sizes = { small: 1100, large: 3300 }

/**
 * Paths of lists, and who reads them. What they show is as long in both shops: an ordinary educator and student, texts that few
 * rows have.
 */
const lists: readonly (readonly [who: 'visitor' | 'student' | 'educator' | 'admin', path: string])[] = [
  ...['newest', 'popular', 'rating', 'price-low', 'price-high'].flatMap((sort) => [
    ['visitor', `/api/course/catalogue?sort=${sort}`] as const,
    ['visitor', `/api/course/catalogue?sort=${sort}&category=Others&level=Advanced`] as const,
    ['visitor', `/api/course/catalogue?sort=${sort}&language=hi&length=long`] as const,
  ]),
  ...['price=free', 'price=paid', 'minPrice=500&maxPrice=2000', 'rating=4', 'length=medium', 'language=hi'].map(
    (filter) => ['visitor', `/api/course/catalogue?${filter}`] as const,
  ),
  ['visitor', '/api/course/catalogue?text=%20250&sort=newest'],
  ...['kotlin%20250', 'nothing%20like%20it'].map((text) => ['visitor', `/api/course/suggest?text=${text}`] as const),
  ['visitor', '/api/review/allReview?limit=20'],
  ['visitor', '/api/review/allReview?limit=6&commented=true'],
  ...['order=newest', 'order=highest', 'order=lowest', 'rating=4'].flatMap((query) => [
    ['student', `/api/review/course/:popular?${query}`] as const,
    ['visitor', `/api/review/course/:popular?${query}&commented=true`] as const,
  ]),
  ['student', '/api/user/current'],
  ['student', '/api/user/notifications'],
  ['student', '/api/user/wishlist'],
  ['student', '/api/user/wishlist/ids'],
  ['student', '/api/user/wishlist/page'],
  ['student', '/api/user/viewer'],
  ['student', '/api/learning'],
  ['student', '/api/learning?state=not-begun'],
  ['student', '/api/payment/orders'],
  ['educator', '/api/course/own'],
  ['educator', '/api/course/teaching'],
  ['educator', '/api/course/getcreatorcourses'],
  ['educator', '/api/review/mycourses'],
  ['educator', '/api/review/mycourses?rating=3'],
  ['educator', '/api/course/students/:own'],
  ['educator', '/api/course/students/:own?sort=name'],
  ['educator', '/api/course/students/:own?sort=progress'],
  ['educator', '/api/course/students/:own?text=iyer'],
  ['educator', '/api/marks/course/:own'],
  ['educator', '/api/marks/course/:own?text=iyer'],
  ['educator', '/api/course/sales'],
  ['educator', '/api/insight/course/:own'],
  ['educator', '/api/insight/lecture/:lecture'],
  ['admin', '/api/admin/users'],
  ['admin', '/api/admin/users?role=admin'],
  ['admin', '/api/admin/users?state=suspended'],
  ['admin', '/api/admin/users?text=person250@'],
  ['admin', '/api/admin/courses'],
  ['admin', '/api/admin/courses?state=unlisted'],
  ['admin', '/api/admin/courses?text=%20250'],
  ['admin', '/api/admin/reviews'],
  ['admin', '/api/admin/reviews?rating=5'],
  ['admin', '/api/admin/reviews?text=nothing%20like%20it'],
  ['admin', '/api/admin/reported-reviews'],
  ['admin', '/api/admin/orders'],
  ...['status=paid', 'status=disputed', 'from=2026-01-01&to=2026-01-01', 'to=2001-01-01'].map(
    (filter) => ['admin', `/api/admin/orders?${filter}`] as const,
  ),
  ...['order_8_8', 'pay_8_8', 'person250@', '%20250', 'nothing%20like%20it', 'person2', 'a'].map(
    (text) => ['admin', `/api/admin/orders?text=${text}`] as const,
  ),
  ['admin', '/api/admin/orders?text=a&status=disputed'],
  ['admin', '/api/admin/orders/:order'],
  ['admin', '/api/admin/money'],
  ['admin', '/api/admin/coupons'],
  ['educator', '/api/offers/coupons'],
  ['educator', '/api/offers/own-bundles'],
  ['visitor', '/api/offers/courses/:popular/bundles'],
  ['student', '/api/offers/quote?courseId=:popular&code=CODE-6'],
  ['admin', '/api/admin/audit'],
  ['admin', '/api/admin/audit?action=user-deleted'],
  ['admin', '/api/admin/audit?text=act%20250'],
  ['admin', '/api/admin/overview'],
  ['admin', '/api/admin/sales?days=90'],
]
/** Each endpoint once; its other filters and orders with `npm test -- --all`. */
const firstOfEach = [...Map.groupBy(lists, ([who, path]) => `${who} ${path.split('?')[0]}`).values()].flatMap((ofOne) =>
  ofOne.slice(0, 1),
)
const bigTables = new Set([
  ...[
    'users',
    'courses',
    'lectures',
    'videos',
    'images',
    'enrolments',
    'orders',
    'reviews',
    'review_reports',
    'sessions',
  ],
  ...['order_items', 'order_events', 'refunds', 'invoices', 'ledger_transactions', 'ledger_entries'],
  ...[
    'coupons',
    'coupon_uses',
    'bundles',
    'bundle_courses',
    'lecture_progress',
    'lecture_views',
    'lecture_sums',
    'course_sums',
    'course_viewers',
    'course_completions',
    'notifications',
    'wishlist_items',
    'audit_log',
    'quiz_attempts',
    'answers',
    'answer_attempts',
    'course_documents',
  ],
])

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

type Shop = {
  app: TestApp
  client: pg.Client
  cookies: Record<string, string>
  own: string
  popular: string
  order: string
  /** of the educator's own course */
  lecture: string
}

/** Opens a shop in which every session that a list needs exists. */
async function openShop(courses: number): Promise<Shop> {
  // no list waits for the sentence model, and thousands of courses keep it busy
  const app = await createTestApp({ config: { AI_EMBEDDINGS: 'off' } })
  const client = new pg.Client(app.database.settings)
  await client.connect()
  await fillAtScale(client, courses, { now: new Date(), passwordHash: '', statistics: 2000 })
  // the figures of a large site come from a job
  await client.query("update pg_class set reltuples = 1000000 where oid = 'orders'::regclass")
  await refreshFigures(app.deps)
  // what a plan costs with rows in the memory of this small shop does not matter: is there an index that serves it?
  await client.query('set enable_seqscan = off')
  const cookies: Record<string, string> = { visitor: '' }
  for (const [who, user] of Object.entries({ admin: 0, educator: 2, student: scaleOf(courses).educators + 8 })) {
    const token = randomBytes(32).toString('base64url')
    await client.query(
      `insert into sessions (id, token_hash, user_id, user_agent, created_at, renewed_at, expires_at)
        select $1, $2, id, 'test', now(), now(), now() + interval '1 day' from users where email = $3`,
      [token, hashToken(token), `person${user}@scale.example`],
    )
    cookies[who] = `${sessionCookie}=${token}`
  }
  const { rows } = await client.query<{ id: string }>(
    `select courses.id from courses join users on users.id = creator_id
      where email = 'person2@scale.example' order by enrolment_count limit 1`,
  )
  const { rows: reviewed } = await client.query<{ id: string }>(
    'select id from courses where is_published order by rating_count desc limit 1',
  )
  const { rows: ordered } = await client.query<{ id: string }>('select id from orders order by id limit 1')
  const own = rows[0]?.id ?? ''
  const { rows: lectures } = await client.query<{ id: string }>(
    'select id from lectures where course_id = $1 limit 1',
    [own],
  )
  const [lecture, popular, order] = [lectures, reviewed, ordered].map(([row]) => row?.id ?? '') as [
    string,
    string,
    string,
  ]
  return { app, client, cookies, own, popular, order, lecture }
}

/** The statements that a request sends to read, in order, with their parameters. */
async function statementsOf(
  { app, cookies, own, popular, order, lecture }: Shop,
  who: string,
  path: string,
): Promise<Statement[]> {
  const url = path
    .replace(':own', own)
    .replace(':popular', popular)
    .replace(':order', order)
    .replace(':lecture', lecture)
  const { result, reads } = await recordReads(() => app.server.inject({ url, headers: { cookie: cookies[who] ?? '' } }))
  expect([url, result.statusCode]).toEqual([url, 200])
  // otherwise nothing would be compared
  expect(reads, url).not.toEqual([])
  return reads
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]

async function explain({ client }: Shop, { text, values }: Statement): Promise<Plan[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  )
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => flat(plan)))
}

/** Rows of big tables that a plan takes in its hands, shown or not. */
const rowsRead = (plans: readonly Plan[]): number =>
  plans
    .filter((plan) => bigTables.has(plan['Relation Name'] ?? ''))
    .reduce((sum, plan) => {
      const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
      return sum + (plan['Actual Rows'] + removed) * plan['Actual Loops']
    }, 0)

const onServer = inject('template').engine === 'postgres'

describe.runIf(onServer)('lists', () => {
  let small: Shop
  let large: Shop
  // a few hundred thousand rows, beside other files on a busy machine
  beforeAll(async () => {
    small = await openShop(sizes.small)
    large = await openShop(sizes.large)
  }, 300_000)
  afterAll(async () => {
    for (const shop of [small, large]) {
      await shop?.client.end()
      await shop?.app.close()
    }
  })

  test.each(isWhole ? [...lists] : firstOfEach)(
    '%s %s scans no big table, and reads as much in a shop three times as large',
    async (who, path) => {
      const read = []
      for (const shop of [small, large]) {
        let rows = 0
        for (const statement of await statementsOf(shop, who, path)) {
          const plans = await explain(shop, statement)
          const scanned = plans.filter((plan) => plan['Node Type'] === 'Seq Scan').map((plan) => plan['Relation Name'])
          expect([statement.text, scanned.filter((table) => bigTables.has(table ?? ''))]).toEqual([statement.text, []])
          rows += rowsRead(plans)
        }
        read.push(rows)
      }
      const [before = 0, after = 0] = read
      // matches are counted up to a limit, which may lie between the two
      // … and a text finds up to 5,000 orders, which are looked up with their items
      // … and sales are summed by day: a period of a shop three times as large has three times as many
      const summed = path.startsWith('/api/admin/sales?') ? 3 * before : 0
      const found = path.startsWith('/api/admin/orders?text=') ? 150_000 : 2 * mostCounted
      const most = Math.max(1.5 * before + 200, found, summed)
      expect(after, `rows read: ${before}, then ${after}`).toBeLessThanOrEqual(most)
    },
  )

  test('deleting a student reads no table whole', async () => {
    const { app, client, cookies } = large
    const { rows } = await client.query<{ id: string }>("select id from users where email = 'person900@scale.example'")
    const url = `/api/admin/users/${rows[0]?.id}`
    const { result, reads, writes } = await recordReads(() =>
      app.server.inject({ method: 'DELETE', url, headers: { cookie: cookies.admin ?? '' } }),
    )
    expect([result.statusCode, result.body]).toEqual([200, expect.anything()])
    expect(writes.length).toBeGreaterThan(10)
    const scanned: string[][] = []
    for (const { text, values } of [...reads, ...writes]) {
      const { rows: plan } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (format json) ${text}`,
        values,
      )
      const plans = plan.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: one }) => flat(one)))
      // an index that is read from its beginning to its end is no better than the table
      for (const { 'Node Type': node, 'Relation Name': table, 'Index Name': index = '', ...one } of plans)
        if (/Scan$/.test(node) && !/Heap|CTE|Subquery/.test(node) && !one['Index Cond'])
          scanned.push([table ?? index, text])
    }
    const watched = [...bigTables, 'outbox_mails', 'notification_mails', 'live_messages']
    expect(scanned.filter(([table = '']) => watched.includes(table) && !table.startsWith('ledger_'))).toEqual([])
  })

  test('every foreign key can be looked up from the row that it refers to', async () => {
    const { rows } = await large.client.query<{ key: string }>(`
      select conrelid::regclass || ' -> ' || confrelid::regclass as key from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indisvalid
      ) order by 1`)
    // rows of these are never deleted
    const kept = [
      'users',
      'orders',
      'refunds',
      'disputes',
      'invoices',
      'coupons',
      'payout_runs',
      'ledger_transactions',
      'sold_outlines',
    ]
    expect(rows.map(({ key }) => key).filter((key) => !kept.includes(key.split(' -> ')[1] ?? ''))).toEqual([])
  })
})
