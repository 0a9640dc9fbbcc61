import { api, type Course, deletionWord } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import { type Payments, ProviderDown } from '#ports/payments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { confirmation, newPaymentId, paymentKeys, sendWebhook } from '#test/support/sales/pay.ts'
import { isEnrolled } from '../../enrolments/queries.ts'
import { moveOrder } from '../queries.ts'
import { reconcileOrders } from '../reconciliation/reconcile-orders.ts'
import { nextStatuses } from '../rules.ts'
import { startPurchase } from './start-purchase.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
// tests move the clock, and sessions expire
beforeEach(async () => {
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const hour = 3600_000
const day = 24 * hour

const createOrder = (buyer: TestUser, courseId: string | null) =>
  buyer.call(api.enrolments.createOrder, { body: { courseId } })
const verify = (buyer: TestUser, result: ReturnType<typeof confirmation>) =>
  buyer.call(api.enrolments.verifyPayment, { body: result })
const enrolled = (user: TestUser, course: Course) => isEnrolled(app.deps.db, user.user._id, course._id)
const setPrice = (course: Course, price: string) =>
  educator.call(api.courses.edit, { params: { courseId: course._id }, body: { price } })
const messagesOf = async (user: TestUser) =>
  (await user.call(api.notifications.list)).notifications.map(({ message }) => message)
const rowOf = (providerOrderId: string): Promise<OrderRow> =>
  app.deps.db
    .selectFrom('orders')
    .selectAll()
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirstOrThrow()
const ordersOf = (course: Course) =>
  app.deps.db.selectFrom('orders').selectAll().where('course_id', '=', course._id).orderBy('created_at').execute()
const refund = () => runJobs(app, 'send-refund').then(() => runJobs(app, 'announce-refund'))
const approve = async (orderId: string) => {
  const payload = { outcome: 'approve', faults: { drop: true } }
  await app.server.inject({ method: 'POST', url: `/sandbox/checkout/${orderId}/act`, payload })
}

describe('one open order for each buyer and course', () => {
  const providerOrders = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from sandbox_orders`.execute(app.deps.db)).rows[0]
      ?.count

  test('fifty create-order calls at once make one order at the provider, and all get its id', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const before = (await providerOrders()) ?? 0
    const orders = await Promise.all(Array.from({ length: 50 }, () => createOrder(student, course._id)))
    expect([(await providerOrders()) ?? 0, (await ordersOf(course)).length]).toEqual([before + 1, 1])
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
  })

  test('the database allows at most one', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await rowOf((await createOrder(student, course._id)).id)
    const copy = { ...order, id: 'another', provider_order_id: 'order_another' }
    await expect(app.deps.db.insertInto('orders').values(copy).execute()).rejects.toThrow(/orders_one_open/)
    await expect(
      sql`update orders set status = 'cancelled' where id = ${order.id}`.execute(app.deps.db),
    ).rejects.toThrow(/cannot become cancelled/)
  })

  test('a changed price expires the open order; a payment of it is refunded and not booked at the old price', async () => {
    const course = await makeCourse(educator, { title: 'Dearer', price: 100 })
    const student = await app.makeUser()
    const old = await createOrder(student, course._id)
    await setPrice(course, '250')
    const order = await createOrder(student, null)
    expect([order.amount, (await rowOf(old.id)).status]).toEqual([25_000, 'expired'])
    await expectProblem(verify(student, confirmation(old.id)), 409, 'order_expired')
    await refund()
    expect([await enrolled(student, course), (await rowOf(old.id)).status]).toEqual([false, 'refunded'])
    expect(await messagesOf(student)).toEqual(['Your payment of ₹100 for Dearer was refunded: the order had expired'])
    await verify(student, confirmation(order.id))
    expect(await enrolled(student, course)).toBe(true)
  })

  test('a course that became free is enrolled, and its open order expires', async () => {
    const course = await makeCourse(educator, { price: 100 })
    const student = await app.makeUser()
    const old = await createOrder(student, course._id)
    await setPrice(course, '0')
    expect(await createOrder(student, course._id)).toMatchObject({ amount: 0, enrolled: true })
    expect((await rowOf(old.id)).status).toBe('expired')
  })
})

describe('opening an order at a provider', () => {
  let provider: TestApp
  let open: Payments['createOrder']
  let asked = 0
  beforeAll(async () => {
    const payments: Payments = {
      ...app.deps.payments,
      createOrder: (order) => {
        asked++
        return open(order)
      },
    }
    provider = await createTestApp({ config: paymentKeys, overrides: { payments } })
  })
  afterAll(() => provider.close())
  const world = async () => {
    asked = 0
    const course = await makeCourse(await provider.makeUser('educator'))
    const student = await provider.makeUser()
    const { agreement } = await provider.visitor(api.sitePages.agreement)
    const body = { courseId: course._id, agreed: agreement }
    const create = () => student.call(api.enrolments.createOrder, { body })
    const statuses = async () =>
      (await provider.deps.db.selectFrom('orders').select('status').where('course_id', '=', course._id).execute()).map(
        ({ status }) => status,
      )
    return { create, statuses }
  }
  let count = 0
  const newOrder = async () => ({ id: `order_${String(++count).padStart(14, 'B')}` })

  test('that fails is reported to all waiting requests, and the next attempt opens another one', async () => {
    const { create, statuses } = await world()
    open = () => Promise.reject(new ProviderDown('down'))
    await Promise.all([1, 2, 3].map(() => expectProblem(create(), 502, 'payment_provider_down')))
    expect(new Set(await statuses())).toEqual(new Set(['failed']))
    open = newOrder
    expect((await create()).id).toMatch(/^order_/)
    await reconcileOrders(provider.deps)
    provider.clock.ms += 8 * day
    await reconcileOrders(provider.deps)
    expect(await statuses()).toEqual(['expired'])
  })

  test('is taken over from a process that died, and the provider order of that process is not used', async () => {
    const { create, statuses } = await world()
    let late: (order: { id: string }) => void = () => {}
    open = () => new Promise((resolve) => (late = resolve))
    const first = create()
    await expect.poll(() => asked).toBe(1)
    open = newOrder
    provider.clock.ms += 20_000
    const { id } = await create()
    late(await newOrder())
    expect([(await first).id, (await create()).id, asked, await statuses()]).toEqual([id, id, 2, ['created']])
  })

  test('gives all requests the order at the new price when the price changes meanwhile', async () => {
    asked = 0
    const owner = await provider.makeUser('educator')
    const course = await makeCourse(owner, { price: 100 })
    const student = await provider.makeUser()
    const create = () => student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
    let late: (order: { id: string }) => void = () => {}
    open = () => new Promise((resolve) => (late = resolve))
    const first = create()
    await expect.poll(() => asked).toBe(1)
    open = newOrder
    await owner.call(api.courses.edit, { params: { courseId: course._id }, body: { price: '300' } })
    const second = await create()
    late(await newOrder())
    expect([second.amount, (await first).id, (await first).amount]).toEqual([30_000, second.id, 30_000])
  })
})

describe('an order expires after 24 hours', () => {
  test('and a new one is opened at the current price', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const old = await createOrder(student, course._id)
    app.clock.ms += day - hour
    expect((await createOrder(student, null)).id).toBe(old.id)
    app.clock.ms += hour
    await expectProblem(createOrder(student, null), 400, 'nothing_to_pay')
    expect((await createOrder(student, course._id)).id).not.toBe(old.id)
    expect((await rowOf(old.id)).status).toBe('expired')
  })

  test('and a payment confirmed after that is refunded once, with a notification', async () => {
    const course = await makeCourse(educator, { title: 'Too late', price: 499 })
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    app.clock.ms += day
    const result = confirmation(order.id)
    await expectProblem(verify(student, result), 409, 'order_expired')
    await expectProblem(verify(student, result), 409, 'order_expired')
    expect((await rowOf(order.id)).status).toBe('refund_pending')
    await refund()
    await expectProblem(verify(student, result), 409, 'payment_refunded')
    expect([(await rowOf(order.id)).status, await enrolled(student, course)]).toEqual(['refunded', false])
    expect(await messagesOf(student)).toEqual(['Your payment of ₹499 for Too late was refunded: the order had expired'])
  })

  test('and each payment that a webhook reports after that is refunded', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    app.clock.ms += 60 * day
    const payments = [newPaymentId(), newPaymentId()]
    for (const paymentId of payments) {
      const answer = await sendWebhook(app, { orderId: order.id, paymentId, amount: order.amount })
      expect([answer.statusCode, answer.json().message]).toEqual([200, 'refunding'])
    }
    await refund()
    const books = await app.deps.payments.fetchPaymentsOfOrder(order.id)
    expect([books.map(({ status }) => status), await enrolled(student, course)]).toEqual([
      ['refunded', 'refunded'],
      false,
    ])
  })

  test('is marked by the reconciliation, which finds late payments for a week and refunds them', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    app.clock.ms += day
    await reconcileOrders(app.deps)
    expect((await rowOf(order.id)).status).toBe('expired')
    await approve(order.id)
    app.clock.ms += 5 * day
    await reconcileOrders(app.deps)
    await refund()
    expect([(await rowOf(order.id)).status, await enrolled(student, course)]).toEqual(['refunded', false])
  })

  test('but a payment made shortly before that is found in time', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    app.clock.ms += day - 15 * 60_000
    await reconcileOrders(app.deps)
    await approve(order.id)
    app.clock.ms += 10 * 60_000
    await reconcileOrders(app.deps)
    expect(await enrolled(student, course)).toBe(true)
  })
})

describe('a payment that comes after a deletion', () => {
  const leave = (who: TestUser) =>
    who.call(api.ownAccount.deleteAccount, { body: { confirm: deletionWord, current: 'correct horse battery' } })

  test('of the account is refunded and enrols no one; a request that had begun opens no order', async () => {
    const [course, free] = [await makeCourse(educator), await makeCourse(educator, { price: 0 })]
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    await leave(student)
    await approve(order.id)
    app.clock.ms += 2 * 60_000
    await reconcileOrders(app.deps)
    await runJobs(app, 'send-refund')
    expect([(await rowOf(order.id)).status, await enrolled(student, course)]).toEqual(['refunded', false])
    const buyer = { id: student.user._id, role: 'student' as const }
    for (const { _id } of [course, free])
      await expect(startPurchase(app.deps, buyer, '10.0.0.1', { courseId: _id })).rejects.toMatchObject({
        code: 'unauthenticated',
      })
  })

  test('of the educator is refunded, and the payer is notified', async () => {
    const course = await makeCourse(educator, { title: 'Given up' })
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    await leave(educator)
    const { message } = await expectProblem(verify(student, confirmation(order.id)), 409, 'order_expired')
    expect(message).toBe('This course was withdrawn before it was paid. Your payment is being refunded.')
    await refund()
    expect([(await rowOf(order.id)).status, await enrolled(student, course)]).toEqual(['refunded', false])
    expect(await messagesOf(student)).toEqual([
      'Your payment of ₹499 for Given up was refunded: the course was withdrawn',
    ])
  })

  test('at the same moment as the deletion does not enrol anyone in a deleted course', async () => {
    for (let round = 0; round < 5; round++) {
      const [course, student] = [await makeCourse(educator), await app.makeUser()]
      const order = await createOrder(student, course._id)
      const paid = { orderId: order.id, paymentId: newPaymentId(), amount: order.amount }
      const [, answer] = await Promise.all([leave(student), sendWebhook(app, paid)])
      const { status } = await rowOf(order.id)
      expect([answer.json().message, status]).toBeOneOf([
        ['enrolled', 'paid'],
        ['refunding', 'refund_pending'],
      ])
    }
  })
})

describe('the status of an order', () => {
  test('changes only as the rules allow', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    await verify(student, confirmation(order.id))
    const paid = await rowOf(order.id)
    const move = (from: OrderRow['status'], to: OrderRow['status']) =>
      transact(app.deps.db, (tx) => moveOrder(tx, { id: paid.id, status: from }, { to, at: new Date() }))
    await expect(move('paid', 'created')).rejects.toThrow('An order that is paid cannot become created')
    await expect(move('paid', 'expired')).rejects.toThrow(/cannot become expired/)
    await expect(move('created', 'expired')).rejects.toThrow(/is not created any more/)
    expect(await rowOf(order.id)).toEqual(paid)
  })

  test('is checked by the same rules in the database', async () => {
    const row = await rowOf((await createOrder(await app.makeUser(), (await makeCourse(educator))._id)).id)
    const statuses = Object.keys(nextStatuses) as OrderRow['status'][] // the keys of the table
    const allowed: string[] = []
    for (const from of statuses)
      for (const to of statuses.filter((one) => one !== from)) {
        const id = `${from} ${to}`
        const user_id = educator.user._id
        await app.deps.db
          .insertInto('orders')
          .values({ ...row, id, user_id, provider_order_id: null, status: from })
          .execute()
        const change = app.deps.db.updateTable('orders').set({ status: to }).where('id', '=', id).execute()
        await change.then(
          () => allowed.push(id),
          (error: Error) => expect(error.message).toMatch('cannot become'),
        )
        await app.deps.db.deleteFrom('orders').where('id', '=', id).execute()
      }
    expect(new Set(allowed)).toEqual(
      new Set(statuses.flatMap((from) => nextStatuses[from].map((to) => `${from} ${to}`))),
    )
  })

  test('does not change when a payment fails, so that the buyer may try again', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    const failed = { orderId: order.id, paymentId: newPaymentId(), amount: order.amount }
    await sendWebhook(app, failed, { event: 'payment.failed', entity: { status: 'failed' } })
    expect((await createOrder(student, course._id)).id).toBe(order.id)
    await verify(student, confirmation(order.id))
    expect(await enrolled(student, course)).toBe(true)
  })
})

test('a price of less than ₹1 from before the minimum cannot be ordered, and is not changed', async () => {
  const course = await makeCourse(educator, { price: 10 })
  await sql`update courses set price_paise = 50, price_below_minimum = true where id = ${course._id}`.execute(
    app.deps.db,
  )
  const { message } = await expectProblem(createOrder(await app.makeUser(), course._id), 400, 'price_out_of_range')
  expect(message).toMatch(/below ₹1/)
  const params = { courseId: course._id }
  expect((await educator.call(api.courses.edit, { params, body: { subTitle: 'New' } })).price).toBe(0.5)
  await expectProblem(educator.call(api.courses.edit, { params, body: { price: '0.99' } }), 400, 'invalid_input')
  expect((await educator.call(api.courses.duplicate, { params })).price).toBeNull()
  expect((await setPrice(course, '1')).price).toBe(1)
  await expect(sql`update courses set price_paise = 50 where id = ${course._id}`.execute(app.deps.db)).rejects.toThrow(
    /courses_minimum_price/,
  )
})
