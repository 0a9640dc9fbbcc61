import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

/** A shop with more people of one name than a filter reads ids of; those who are looked for came last. */
const namesakes = 1500
let app: TestApp
let admin: TestUser
let educator: TestUser
let student: TestUser
let course: { _id: string; title: string }
beforeAll(async () => {
  app = await createTestApp({ config: { ...paymentKeys, AI_EMBEDDINGS: 'off' } })
  admin = await app.makeUser('admin')
  await sql`
    insert into users (id, name, email, password_hash, role, created_at)
    select 'kabir-' || n, 'Kabir Namesake ' || n, 'kabir' || n || '@test.example', '', 'student', now()
    from generate_series(1, ${namesakes}) as n`.execute(app.deps.db)
  educator = await app.makeUser('educator', 'Kabir Teacher')
  student = await app.makeUser('student', 'Kabir Buyer')
  course = await makeCourse(educator, { title: 'Weaving', price: 0 })
  await buy(student, course._id)
  await student.call(api.reviews.give, { body: { courseId: course._id, rating: 4, comment: 'Warp and weft' } })
  await runJobs(app, 'course-text-changed')
}, 60_000)
afterAll(() => app.close())

test.each(['kabir', 'Kabir b', 'kabir buyer'])(
  'finds the order of a buyer among many of the name "%s"',
  async (text) => {
    const found = await admin.call(api.adminOrders.list, { query: { text } })
    expect([found.orders.map(({ buyer }) => buyer.name), found.total]).toEqual([['Kabir Buyer'], 1])
    const rare = await admin.call(api.adminOrders.list, { query: { text, status: 'refunded' } })
    expect(rare.total).toBe(0)
    const { payload } = await app.server.inject({
      url: `${api.adminOrders.export.path}?text=${encodeURIComponent(text)}`,
      headers: { cookie: admin.cookie },
    })
    expect(payload.trim().split('\r\n')).toHaveLength(2)
  },
)

test('finds the courses of an educator, and what someone wrote or was done to, among many of their name', async () => {
  const text = 'kabir'
  const courses = await admin.call(api.admin.courses, { query: { text } })
  expect([courses.courses.map(({ _id }) => _id), courses.total]).toEqual([[course._id], 1])
  const reviews = await admin.call(api.admin.reviews, { query: { text } })
  expect([reviews.reviews.map(({ comment }) => comment), reviews.total]).toEqual([['Warp and weft'], 1])
  const catalogue = await app.visitor(api.courses.catalogue, { query: { text, sort: 'newest' } })
  expect([catalogue.courses.map(({ _id }) => _id), catalogue.total]).toEqual([[course._id], 1])
  await admin.call(api.admin.suspend, { params: { userId: student.user._id }, body: { reason: 'A reason' } })
  const audit = await admin.call(api.admin.audit, { query: { text } })
  expect([audit.entries.map(({ subjectId }) => subjectId), audit.total]).toEqual([[student.user._id], 1])
})

test('a text in very many titles leaves no order out', async () => {
  await sql`
    insert into courses (id, creator_id, title, description, category, level, price_paise, is_published, created_at, updated_at)
    select 'loom-' || n, creator_id, 'Loom ' || n, '', category, level, 0, true, created_at, updated_at
    from courses, generate_series(1, ${namesakes}) as n where courses.id = ${course._id}`.execute(app.deps.db)
  const buyer = await app.makeUser('student', 'Someone Else')
  // the educator of the others has as many as one may have
  const last = await makeCourse(await app.makeUser('educator'), { title: 'Loom, the last', price: 0 })
  await buy(buyer, last._id)
  const found = await admin.call(api.adminOrders.list, { query: { text: 'loom' } })
  expect([found.orders.map(({ courses }) => courses[0]?.title), found.total]).toEqual([['Loom, the last'], 1])
})
