import { api, confirmationFields } from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WebhookCall } from '#ports/payments.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { withdraw } from '#test/support/sales/pay.ts'
import { stripePayments } from '#test/support/services/stripe/stripe-payments.ts'
import { type StripeServer, startStripeServer, stripeKeys } from '#test/support/services/stripe/stripe-server.ts'
import { checkLedger } from '../../ledger/index.ts'
import { compareWithProvider } from './compare-with-provider.ts'
import { readSettlements } from './read-settlements.ts'
import { reconcileOrders } from './reconcile-orders.ts'

// Sales, refunds and the comparison with a provider that has a client secret for each order, paginates by cursors and does not sign
// checkouts.

let app: TestApp
let provider: StripeServer
beforeAll(async () => {
  provider = await startStripeServer()
  const payments = stripePayments({ ...stripeKeys, baseUrl: provider.url, timeoutMs: 2000 })
  app = await createTestApp({ overrides: { payments } })
})
afterEach(async () => {
  provider.fault = undefined
  expect((await checkLedger(app.deps.db, new Date())).problems).toEqual([])
})
afterAll(async () => {
  await app.close()
  provider.close()
})

/** Opens an order of a new student for a new course. */
async function order() {
  const educator = await app.makeUser('educator')
  const { _id: courseId } = await makeCourse(educator, { title: 'Joins', price: 499 })
  const student = await app.makeUser()
  const open = () => student.call(api.enrolments.createOrder, { body: { courseId } })
  const opened = await open()
  const verify = (paymentId = opened.id) =>
    student.call(api.enrolments.verifyPayment, {
      body: confirmationFields({ orderId: opened.id, paymentId, signature: 'none' }),
    })
  const row = () =>
    app.deps.db.selectFrom('orders').selectAll().where('provider_order_id', '=', opened.id).executeTakeFirstOrThrow()
  const enrolled = async () => (await student.call(api.enrolments.enrolled, { params: { courseId } })).enrolled
  const refund = () => withdraw(app, student)
  return { ...opened, student, open, verify, row, enrolled, refund }
}
const post = ({ headers, rawBody }: WebhookCall) =>
  app.server.inject({
    method: 'POST',
    url: api.enrolments.webhook.path,
    headers: { ...headers } as Record<string, string>, // those of the fake
    payload: rawBody,
  })

test('returns the client secret of the order, and the same one when the order is resumed', async () => {
  const { id, open, checkoutDriver, checkoutData } = await order()
  expect(checkoutDriver).toBe('stripe')
  expect(checkoutData?.clientSecret).toMatch(new RegExp(`^${id}_secret_`))
  expect(await open()).toMatchObject({ id, checkoutData })
  provider.fault = 'error'
  await expect(open()).rejects.toMatchObject({ code: 'payment_provider_down' })
})

test('enrols on a confirmation with only the order id, once, and not before the order is paid', async () => {
  const { id, verify, row, enrolled } = await order()
  await expect(verify()).rejects.toMatchObject({ code: 'payment_not_verified' })
  provider.pay(id, 'failed')
  await expect(verify()).rejects.toMatchObject({ code: 'payment_not_verified' })
  const charge = provider.pay(id, 'captured')
  const message = 'Payment successful. You are enrolled!'
  expect(await Promise.all([verify(), verify(), verify(charge.id)])).toEqual([{ message }, { message }, { message }])
  expect(await row()).toMatchObject({ status: 'paid', payment_id: charge.id })
  expect(await enrolled()).toBe(true)
})

test("does not enrol with someone else's payment", async () => {
  const paid = await order()
  const charge = provider.pay(paid.id, 'captured')
  const other = await order()
  await expect(other.verify(charge.id)).rejects.toMatchObject({ code: 'payment_already_used' })
  await expect(other.verify(paid.id)).rejects.toMatchObject({ code: 'payment_already_used' })
  expect(await other.enrolled()).toBe(false)
})

test('books a payment by webhook or reconciliation when the tab was closed', async () => {
  const [reported, unreported] = [await order(), await order()]
  const charge = provider.pay(reported.id, 'captured')
  expect((await post(provider.webhook('charge.succeeded', charge))).json()).toEqual({ message: 'enrolled' })
  expect(await reported.enrolled()).toBe(true)
  provider.pay(unreported.id, 'captured')
  app.clock.ms += 2 * 60_000
  await reconcileOrders(app.deps)
  expect(await unreported.enrolled()).toBe(true)
})

test('refunds, and records what is refunded or disputed at the provider', async () => {
  const [own, byHand, disputed] = [await order(), await order(), await order()]
  const charges = [own, byHand, disputed].map(({ id }) => provider.pay(id, 'captured'))
  for (const one of [own, byHand, disputed]) await one.verify()
  await own.refund()
  await runJobs(app, 'send-refund')
  expect((await own.row()).status).toBe('refunded')
  expect(await own.enrolled()).toBe(false)

  provider.refund(charges[1]?.id ?? '')
  app.clock.ms += 15 * 60_000
  await compareWithProvider(app.deps, { hours: 3, afterSaleHours: 3 })
  expect((await byHand.row()).status).toBe('refunded')

  const dispute = provider.dispute(charges[2]?.id ?? '', 'open')
  expect((await post(provider.webhook('charge.dispute.created', dispute))).json()).toEqual({ message: 'noted' })
  expect((await disputed.row()).status).toBe('disputed')
  provider.dispute(charges[2]?.id ?? '', 'lost')
  await compareWithProvider(app.deps, { hours: 3, afterSaleHours: 3 })
  expect((await disputed.row()).status).toBe('refunded')
})

test('posts the fees and the payouts of a day', async () => {
  const { id, verify, row } = await order()
  const charge = provider.pay(id, 'captured')
  await verify()
  app.clock.ms += 24 * 3600_000
  await readSettlements(app.deps)
  const fee = await app.deps.db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'ledger_entries.transaction_id', 'ledger_transactions.id')
    .select(['amount_paise', 'order_id'])
    .where('ledger_transactions.kind', '=', 'provider-fee')
    .where('account', '=', 'provider_fees')
    .where('order_id', '=', (await row()).id)
    .executeTakeFirst()
  expect(Number(fee?.amount_paise)).toBe(Math.round(charge.amount * 0.03))
})
