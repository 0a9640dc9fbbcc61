import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#features/ledger/index.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, confirmation, paymentKeys } from '#test/support/sales/pay.ts'
import { recordDispute } from '../disputes/disputes.ts'
import { syncRefunds } from './refund-outcomes.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let admin: TestUser
let ids: { one: string; two: string }
let bundleId: string
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  admin = await app.makeUser('admin')
})
beforeEach(async () => {
  student = await app.makeUser()
  const make = async (title: string) => (await makeCourse(educator, { title, price: 1000 }))._id
  ids = { one: await make('One'), two: await make('Two') }
  const body = { title: 'Both', price: 800, courseIds: [ids.one, ids.two], isPublished: true }
  bundleId = (await educator.call(api.ownOffers.createBundle, { body }))._id
})
afterAll(async () => {
  expect((await checkLedger(app.deps.db, new Date())).problems).toEqual([])
  await app.close()
})

const open = (coupon?: string) =>
  student.call(api.enrolments.createOrder, { body: { bundleId, ...(coupon !== undefined && { coupon }) } })
const pay = ({ id }: { id: string }) => student.call(api.enrolments.verifyPayment, { body: confirmation(id) })
const orders = async () => (await student.call(api.orders.list, { query: {} })).orders
const orderOf = async (title: string) => {
  const found = (await orders()).find((one) => one.title === title && one.status !== 'expired')
  if (!found) throw new Error(`there is no order of ${title}`)
  return found
}
const refund = async (title: string) =>
  student.call(api.orders.refund, { params: { orderId: (await orderOf(title))._id } }).then(() => send())
const send = () => runJobs(app, 'send-refund')
const disputeOf = (orderId: string, paymentId: string, amount: number) => ({
  ...{ id: `disp_${orderId}`, paymentId, phase: 'chargeback', reason: 'not known' },
  ...{ amount, deducted: 0, respondBy: null },
})
/** The student's payments minus refunds, and the courses they have. */
const balance = async () => {
  const paid = (await orders()).filter(({ status }) => status !== 'expired' && status !== 'created')
  const rows = await app.deps.db
    .selectFrom('enrolments')
    .select('course_id')
    .where('user_id', '=', student.user._id)
    .execute()
  const has = rows.map(({ course_id: id }) => (id === ids.one ? 'One' : 'Two')).sort()
  return [
    paid.reduce((sum, { amount, refunded, status }) => sum + (status === 'refunded' ? 0 : amount - refunded), 0),
    has,
  ]
}

describe('a course that made a bundle cheaper', () => {
  test('is refunded minus the reduction of the bundle, which is refunded with the bundle', async () => {
    await buy(student, ids.one)
    await pay(await open())
    expect(await balance()).toEqual([1400, ['One', 'Two']])
    expect((await orderOf('One')).refund).toMatchObject({ may: true, amount: 400, stays: 600, staysFor: ['Both'] })
    await refund('One')
    expect(await balance()).toEqual([1000, ['Two']])
    const { status, refund: again } = await orderOf('One')
    expect([status, again.may, again.amount, again.stays]).toEqual(['partly_refunded', false, 0, 0])
    expect(again.why).toMatch(/goes back when you refund the bundle/)
    await expectProblem(refund('One'), 409, 'refund_not_allowed')
    expect(await balance()).toEqual([1000, ['Two']])
    await refund('Both')
    expect(await balance()).toEqual([0, []])
  })

  test('is refunded in full after the bundle', async () => {
    await buy(student, ids.one)
    await pay(await open())
    await refund('Both')
    expect(await balance()).toEqual([1000, ['One']])
    expect((await orderOf('One')).refund).toMatchObject({ may: true, amount: 1000, stays: 0 })
    await refund('One')
    expect(await balance()).toEqual([0, []])
  })

  test('is refunded in full when an admin refunds the bundle', async () => {
    await buy(student, ids.one)
    await pay(await open())
    await refund('One')
    const params = { orderId: (await orderOf('Both'))._id }
    await admin.call(api.adminOrders.refund, { params, body: { reason: 'Asked for' } })
    await send()
    expect(await balance()).toEqual([0, []])
  })

  test.each([
    { bundle: 'refunded in the dashboard of the provider', own: 'paid out' },
    { bundle: 'refunded in the dashboard of the provider', own: 'failed' },
    { bundle: 'lost in a dispute', own: 'paid out' },
    { bundle: 'lost in a dispute', own: 'failed' },
  ] as const)('is refunded in full when the bundle is $bundle: its own refund was $own', async ({ bundle, own }) => {
    await buy(student, ids.one)
    await pay(await open())
    await student.call(api.orders.refund, { params: { orderId: (await orderOf('One'))._id } })
    const { _id: oneId } = await orderOf('One')
    const failed = app.deps.db.updateTable('refunds').set({ status: 'failed', problem: 'no balance' })
    if (own === 'failed') await failed.where('order_id', '=', oneId).execute()
    await send()
    const { _id: orderId, paymentId } = await orderOf('Both')
    if (bundle === 'lost in a dispute')
      for (const status of ['open', 'lost'] as const)
        await recordDispute(app.deps, orderId, { ...disputeOf(orderId, paymentId, 40_000), status })
    else {
      await app.deps.payments.refundPayment({ paymentId, amount: 40_000, key: 'made by hand' })
      await syncRefunds(app.deps, paymentId, orderId)
    }
    if (own === 'failed') {
      const refunds = app.deps.db.selectFrom('refunds').select('id').where('order_id', '=', oneId)
      const { id: refundId } = await refunds.executeTakeFirstOrThrow()
      await admin.call(api.adminOrders.retryRefund, { params: { refundId } })
      await send()
    }
    await send()
    expect(await balance()).toEqual([0, []])
    expect((await orderOf('One')).status).toBe('refunded')
  })

  test('is not refunded before a bundle whose reduction exceeds its price', async () => {
    const body = { code: `LOW${bundleId.slice(0, 6)}`.toUpperCase(), kind: 'percent' as const, value: 90 }
    await educator.call(api.ownOffers.createCoupon, { body: { ...body, courseIds: [ids.one] } })
    const order = await student.call(api.enrolments.createOrder, { body: { courseId: ids.one, coupon: body.code } })
    await pay(order)
    await pay(await open())
    expect(await balance()).toEqual([500, ['One', 'Two']])
    expect((await orderOf('One')).refund.why).toMatch(/“Both” cost you less/)
    await expectProblem(refund('One'), 409, 'refund_not_allowed')
    await refund('Both')
    await refund('One')
    expect(await balance()).toEqual([0, []])
  })

  test('takes the coupon of the bundle into account for the unreduced price', async () => {
    const code = `SITE${bundleId.slice(0, 6)}`.toUpperCase()
    await admin.call(api.adminOffers.createCoupon, { body: { code, kind: 'percent', value: 50 } })
    await buy(student, ids.one)
    await pay(await open(code))
    expect(await balance()).toEqual([1200, ['One', 'Two']])
    await refund('One')
    expect(await balance()).toEqual([500, ['Two']])
  })

  test('expires an open order of the bundle when it is refunded', async () => {
    await buy(student, ids.one)
    const order = await open()
    await refund('One')
    await pay(order).catch(() => {})
    await send()
    expect(await balance()).toEqual([0, []])
    const again = await open()
    expect(again.amount).toBe(80_000)
  })

  test('counts when it was bought between the order of the bundle and its payment', async () => {
    const order = await open()
    // the first course would replace the open order
    await buy(student, ids.two)
    await pay(order)
    await send()
    expect(await balance()).toEqual([1400, ['One', 'Two']])
    await refund('Two')
    expect(await balance()).toEqual([1000, ['One']])
  })

  test('does not block the refund of the bundle while its own is pending, and the rest is refunded afterwards', async () => {
    await buy(student, ids.one)
    await pay(await open())
    const ask = async (title: string) =>
      student.call(api.orders.refund, { params: { orderId: (await orderOf(title))._id } })
    await ask('One')
    await app.deps.db
      .updateTable('refunds')
      .set({ status: 'failed', problem: 'no balance' })
      .where('order_id', '=', (await orderOf('One'))._id)
      .execute()
    await ask('Both')
    await send()
    expect(await balance()).toEqual([600, []])
    const failed = await app.deps.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', (await orderOf('One'))._id)
      .executeTakeFirstOrThrow()
    await admin.call(api.adminOrders.retryRefund, { params: { refundId: failed.id } })
    for (let time = 0; time < 2; time++) await send()
    expect(await balance()).toEqual([0, []])
    expect((await orderOf('One')).status).toBe('refunded')
  })

  test('does not block the refund of the bundle while it is disputed, and the rest is refunded once the dispute is won', async () => {
    await buy(student, ids.one)
    await pay(await open())
    await refund('One')
    const { _id: orderId } = await orderOf('One')
    const { payment_id: paymentId } = await app.deps.db
      .selectFrom('orders')
      .select('payment_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const about = disputeOf(orderId, paymentId ?? '', 60_000)
    await recordDispute(app.deps, orderId, { ...about, status: 'open' })
    await refund('Both')
    expect(await balance()).toEqual([600, []])
    await recordDispute(app.deps, orderId, { ...about, status: 'won' })
    await send()
    expect(await balance()).toEqual([0, []])
  })

  test('refunded at the same moment as the bundle leaves no amount owed to anyone', async () => {
    await buy(student, ids.one)
    await pay(await open())
    const two = await Promise.all([orderOf('One'), orderOf('Both')])
    await Promise.allSettled(two.map(({ _id: orderId }) => student.call(api.orders.refund, { params: { orderId } })))
    await send()
    for (const title of ['One', 'Both']) await refund(title).catch(() => {})
    expect(await balance()).toEqual([0, []])
  })
})
