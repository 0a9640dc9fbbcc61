import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { razorpayPayments } from '#adapters/payments/razorpay.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { confirmation, newPaymentId, paymentKeys, sendWebhook } from '#test/support/sales/pay.ts'
import {
  type RazorpayPayment,
  type RazorpayServer,
  razorpayKeys,
  startRazorpayServer,
} from '#test/support/services/razorpay-server.ts'
import { reconcileOrders } from '../reconciliation/reconcile-orders.ts'

const { keySecret, webhookSecret: secret } = razorpayKeys

let app: TestApp
let sandbox: TestApp
let books: RazorpayServer
beforeAll(async () => {
  books = await startRazorpayServer()
  const payments = razorpayPayments({ ...razorpayKeys, baseUrl: books.url })
  app = await createTestApp({ overrides: { payments } })
  sandbox = await createTestApp({ config: paymentKeys })
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  books.close()
})

async function openOrder(on: TestApp) {
  const course = await makeCourse(await on.makeUser('educator'), { title: 'Joins' })
  const student = await on.makeUser()
  const order = await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
  const verify = (paymentId: string) =>
    student.call(api.enrolments.verifyPayment, { body: confirmation(order.id, paymentId, keySecret) })
  const enrolled = async () =>
    (await student.call(api.enrolments.enrolled, { params: { courseId: course._id } })).enrolled
  const status = async () =>
    (
      await on.deps.db
        .selectFrom('orders')
        .select('status')
        .where('provider_order_id', '=', order.id)
        .executeTakeFirstOrThrow()
    ).status
  return { order, student, verify, enrolled, status }
}

const notMoney: [string, Partial<RazorpayPayment>, number, string][] = [
  ['refunded', { status: 'refunded', amount_refunded: 49_900, refund_status: 'full' }, 409, 'payment_refunded'],
  ['refunded in part', { amount_refunded: 100, refund_status: 'partial' }, 409, 'payment_refunded'],
  ['in another currency', { currency: 'USD' }, 400, 'amount_mismatch'],
  ['with another amount', { amount: 100 }, 400, 'amount_mismatch'],
  ['only authorized', { status: 'authorized' }, 409, 'payment_pending'],
  ['failed', { status: 'failed' }, 400, 'payment_not_verified'],
]

describe('a payment that Razorpay calls', () => {
  test.each(notMoney)('%s enrols no one, by any endpoint', async (_what, changes, status, code) => {
    const { order, verify, enrolled } = await openOrder(app)
    const payment = books.pay(order.id, changes)
    await expectProblem(verify(payment.id), status, code)
    await sendWebhook(app, { orderId: order.id, paymentId: payment.id, amount: order.amount }, { secret })
    app.clock.ms += 120_000
    await reconcileOrders(app.deps)
    expect(await enrolled()).toBe(false)
  })
})

test('refunds made in the provider’s dashboard are recorded, end access with the last one, and send notifications', async () => {
  const { order, student, verify, enrolled, status } = await openOrder(app)
  const payment = books.pay(order.id)
  await verify(payment.id)
  const event = { orderId: order.id, paymentId: payment.id, amount: order.amount }
  const report = () => sendWebhook(app, event, { event: 'refund.processed', secret })
  books.refund(payment.id, 100)
  await report()
  expect([await status(), await enrolled()]).toEqual(['partly_refunded', true])
  books.refund(payment.id, order.amount - 100)
  await report()
  await report()
  await runJobs(app, 'announce-refund')
  const { notifications } = await student.call(api.notifications.list)
  expect([await status(), await enrolled()]).toEqual(['refunded', false])
  expect(notifications.map(({ message }) => message).sort()).toEqual([
    'Your payment of ₹1 for Joins was refunded',
    'Your payment of ₹498 for Joins was refunded',
  ])
})

describe('a webhook of the sandbox', () => {
  test.each([
    ['another currency', { currency: 'USD' }],
    ['another amount', { amount: 100 }],
    ['an amount in words', { amount: 'a lot' }],
  ])('that names %s is refused', async (_what, entity) => {
    const { order, enrolled } = await openOrder(sandbox)
    const event = { orderId: order.id, paymentId: newPaymentId(), amount: order.amount }
    const answer = await sendWebhook(sandbox, event, { entity })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'amount_mismatch'])
    expect(await enrolled()).toBe(false)
  })

  test('about a refunded payment enrols no one', async () => {
    const { order, enrolled } = await openOrder(sandbox)
    const event = { orderId: order.id, paymentId: newPaymentId(), amount: order.amount }
    const entity = { status: 'refunded', amount_refunded: order.amount, refund_status: 'full' }
    expect((await sendWebhook(sandbox, event, { entity })).statusCode).toBe(200)
    expect(await enrolled()).toBe(false)
  })
})
