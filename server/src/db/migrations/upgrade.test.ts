import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, openDatabase } from '#db/open-database.ts'
import { hashToken } from '#features/accounts/index.ts'
import { checkLedger } from '#features/ledger/index.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'

/** The first migration that 0.1.0 did not have. */
const firstAfter = '014-standard-names'

/** What a site of 0.1.0 has: an educator with a course on sale and a draft, and students who bought, learned, reviewed and have a wishlist. */
const rows = [
  `insert into users (id, name, email, role, created_at) values
    ('meera', 'Meera', 'meera@test.example', 'educator', now()),
    ('asha', 'Asha', 'asha@test.example', 'student', now()),
    ('ravi', 'Ravi', 'ravi@test.example', 'student', now())`,
  `insert into courses (id, creator_id, title, sub_title, category, level, price_paise, is_published, lecture_count, enrolment_count,
      rating_sum, rating_count, created_at, updated_at) values
    ('joins', 'meera', 'Joins', 'How tables meet', 'Data Science', 'Beginner', 49900, true, 2, 1, 4, 1, now(), now()),
    ('draft', 'meera', 'Draft', '', null, null, null, false, 0, 0, 0, 0, now(), now())`,
  `insert into lectures (id, course_id, position, title, is_preview_free, created_at) values
    ('l1', 'joins', 1, 'Inner joins', true, now()), ('l2', 'joins', 2, 'Outer joins', false, now())`,
  `insert into orders (id, provider_order_id, user_id, course_id, amount_paise, status, payment_id, created_at, settled_at) values
    ('paid', 'order_1', 'asha', 'joins', 49900, 'paid', 'pay_1', now(), now()),
    ('open', 'order_2', 'ravi', 'joins', 49900, 'created', null, now(), null)`,
  "insert into enrolments (user_id, course_id, order_id, amount_paise, created_at) values ('asha', 'joins', 'paid', 49900, now())",
  "insert into reviews (id, course_id, user_id, rating, comment, created_at) values ('r1', 'joins', 'asha', 4, 'Clear', now())",
  "insert into wishes (user_id, course_id, created_at) values ('ravi', 'joins', now())",
  `insert into notifications (id, user_id, event_key, message, link, created_at) values
    ('n1', 'asha', 'enrolled joins', 'You are enrolled in Joins', '/viewcourse/joins', now())`,
  "insert into lecture_progress (user_id, lecture_id, seconds, completed_at, updated_at) values ('asha', 'l1', 60, now(), now())",
]

let source: TestDatabase
let app: TestApp
beforeAll(async () => {
  source = await openTestDatabase()
  const { db, close } = openDatabase(source.settings, () => {})
  await migrateToBefore(db, firstAfter)
  for (const statement of rows) await sql.raw(statement).execute(db)
  for (const user of ['meera', 'asha', 'ravi'])
    await sql`insert into sessions (id, token_hash, user_id, user_agent, created_at, renewed_at, expires_at)
      values (${user}, ${hashToken(`token-of-${user}`)}, ${user}, '', now(), now(), now() + interval '20 days')`.execute(
      db,
    )
  await migrate(db)
  await close()
  app = await createTestApp({ beside: source })
})
afterAll(async () => {
  await app.close()
  await source.close()
})

const as = (user: string) => app.callAs(`vc_session=token-of-${user}`)

test('everyone is signed in still, with what they bought', async () => {
  const { user } = await as('asha')(api.accounts.current)
  expect(user).toMatchObject({
    _id: 'asha',
    email: 'asha@test.example',
    enrolledCourses: [{ _id: 'joins', title: 'Joins' }],
  })
  expect(await as('asha')(api.enrolments.enrolled, { params: { courseId: 'joins' } })).toEqual({ enrolled: true })
  const { orders } = await as('asha')(api.orders.list, { query: {} })
  expect(orders).toMatchObject([{ _id: 'paid', status: 'paid', amount: 499, refunded: 0 }])
})

test('the course is on sale with its lectures and stars, the draft is for its educator', async () => {
  const [course, ...others] = await app.visitor(api.courses.published)
  expect(others).toEqual([])
  expect(course).toMatchObject({
    title: 'Joins',
    price: 499,
    averageRating: 4,
    reviewCount: 1,
    enrolledCount: 1,
    lectures: [{ lectureTitle: 'Inner joins', isPreviewFree: true }, { lectureTitle: 'Outer joins' }],
  })
  expect((await as('meera')(api.courses.mine)).map(({ title }) => title).sort()).toEqual(['Draft', 'Joins'])
})

test('hearts, notifications and reviews are there', async () => {
  expect((await as('ravi')(api.wishlist.list)).wishlist.map(({ title }) => title)).toEqual(['Joins'])
  const { notifications } = await as('asha')(api.notifications.list, { query: {} })
  expect(notifications).toMatchObject([{ message: expect.stringContaining('Joins'), link: '/viewcourse/joins' }])
  expect(await app.visitor(api.reviews.all, { query: {} })).toMatchObject([
    { rating: 4, comment: 'Clear', user: { name: 'Asha' } },
  ])
})

test('the open order is resumed, and sales are in a ledger that balances', async () => {
  expect(await as('ravi')(api.enrolments.toPay)).toEqual({ courseId: 'joins' })
  expect((await checkLedger(app.deps.db, app.deps.clock.now())).problems).toEqual([])
  const { revenue } = await as('meera')(api.enrolments.sales)
  expect(revenue).toBe(499)
})
