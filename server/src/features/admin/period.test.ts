import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

test('a period has each of its days in the time zone of the site, with sums of these days alone', async () => {
  const educator = await app.makeUser('educator')
  // half past midnight on 1 March in Kolkata, still 28 February in UTC
  const times = ['2026-02-27T18:29:00Z', '2026-02-28T19:00:00Z', '2026-03-05T10:00:00Z']
  for (const [index, time] of times.entries()) {
    const course = await makeCourse(educator, { price: 100 + index / 2 })
    await buy(await app.makeUser(), course._id)
    const at = new Date(time)
    await sql`update enrolments set created_at = ${at} where course_id = ${course._id}`.execute(app.deps.db)
    await sql`update order_items set sold_at = ${at} where course_id = ${course._id}`.execute(app.deps.db)
  }
  const period = (query: Record<string, string>) => admin.call(api.admin.sales, { query })
  expect(await period({ from: '2026-02-28', to: '2026-03-02' })).toEqual({
    days: [
      { day: '2026-02-28', enrolments: 0, revenue: 0 },
      { day: '2026-03-01', enrolments: 1, revenue: 100.5 },
      { day: '2026-03-02', enrolments: 0, revenue: 0 },
    ],
    enrolments: 1,
    revenue: 100.5,
  })
  expect(await period({ from: '2026-02-27', to: '2026-03-05' })).toMatchObject({ enrolments: 3, revenue: 301.5 })
  expect((await period({ from: '2025-03-02', to: '2026-03-02' })).days).toHaveLength(366)
  expect((await period({ from: '2026-03-01', to: '2026-03-01' })).days).toHaveLength(1)
  for (const days of [7, 30, 90]) expect((await period({ days: String(days) })).days).toHaveLength(days)
  expect((await admin.call(api.admin.sales)).days).toEqual((await admin.call(api.admin.overview)).days)
})

test.each([
  ...['days=8', 'days=', 'days=1e1', 'days=-7', 'days=7&days=30', 'days=7&from=2026-01-01&to=2026-01-02'],
  ...['from=2026-01-01', 'to=2026-01-01', 'from=&to=', 'from=yesterday&to=today', 'from=2026-02-30&to=2026-03-01'],
  ...['from=2026-03-02&to=2026-03-01', 'from=2025-01-01&to=2026-01-02', 'from=0001-01-01&to=0001-01-02'],
])('is refused for ?%s', async (query) => {
  const answer = await app.server.inject({ url: `/api/admin/sales?${query}`, headers: { cookie: admin.cookie } })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
})

test('is for admins alone', async () => {
  await expectProblem(app.visitor(api.admin.sales), 401, 'unauthenticated')
  for (const role of ['student', 'educator'] as const)
    await expectProblem((await app.makeUser(role)).call(api.admin.sales), 403, 'forbidden')
})
