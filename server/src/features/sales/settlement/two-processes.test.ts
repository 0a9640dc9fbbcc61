import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { confirmation, paymentKeys } from '#test/support/sales/pay.ts'
import { reconcileOrders } from '../reconciliation/reconcile-orders.ts'

let app: TestApp
let other: TestApp | undefined
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  if (app.database.engine === 'postgres') other = await createTestApp({ config: paymentKeys, beside: app.database })
})
afterAll(async () => {
  await other?.close()
  await app.close()
})

test('two processes open one order for a buyer and a course', async ({ skip }) => {
  if (!other) return skip('the embedded database serves one process')
  const second = other
  const course = await makeCourse(await app.makeUser('educator'))
  const student = await app.makeUser()
  const calls = [student.call, second.callAs(student.cookie)]
  const orders = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      calls[index % 2]?.(api.enrolments.createOrder, { body: { courseId: course._id } }),
    ),
  )
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sandbox_orders`.execute(app.deps.db)
  expect([new Set(orders.map((order) => order?.id)).size, rows[0]?.count]).toEqual([1, 1])
})

test('settlements, expiry and a new order race without a deadlock, and each order reaches one final state', async ({
  skip,
}) => {
  if (!other) return skip('the embedded database serves one process')
  const second = other
  const educator = await app.makeUser('educator')
  const student = await app.makeUser()
  for (let round = 0; round < 8; round++) {
    const course = await makeCourse(educator)
    const order = await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
    second.clock.ms = app.clock.ms + 24 * 3600_000
    const body = confirmation(order.id)
    await Promise.allSettled([
      student.call(api.enrolments.verifyPayment, { body }),
      second.callAs(student.cookie)(api.enrolments.verifyPayment, { body }),
      second.callAs(student.cookie)(api.enrolments.createOrder, { body: { courseId: course._id } }),
      reconcileOrders(second.deps),
    ])
    const row = await app.deps.db
      .selectFrom('orders')
      .leftJoin('enrolments', 'enrolments.order_id', 'orders.id')
      .select(['orders.status', 'enrolments.user_id'])
      .where('orders.provider_order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect([
      ['paid', student.user._id],
      ['refund_pending', null],
      // if its job has already run
      ['refunded', null],
    ]).toContainEqual([row.status, row.user_id])
  }
  expect([...app.logged, ...second.logged].filter(({ msg }) => /deadlock/.test(msg))).toEqual([])
})
