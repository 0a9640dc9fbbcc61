import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, confirmation, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
// tests move the clock, and sessions expire
beforeEach(async () => {
  educator = await app.makeUser('educator')
  student = await app.makeUser('student')
})
afterAll(() => app.close())

const day = 24 * 3600_000
const list = async (who: TestUser, query: object = {}) => who.call(api.orders.list, { query })
const refund = (who: TestUser, orderId: string) => who.call(api.orders.refund, { params: { orderId } })
const first = async (who: TestUser) => {
  const [order] = (await list(who)).orders
  if (!order) throw new Error('there is no order')
  return order
}

describe('own purchases', () => {
  test('show what was paid, newest first, page by page', async () => {
    const courses = []
    for (const title of ['One', 'Two', 'Three']) {
      const course = await makeCourse(educator, { title, price: 499.5 })
      await buy(student, course._id)
      courses.push(course)
    }
    const page = await list(student, { limit: 2 })
    expect(page.orders.map(({ title }) => title)).toEqual(['Three', 'Two'])
    const rest = await list(student, { limit: 2, cursor: page.next })
    expect([rest.orders.map(({ title }) => title), rest.next]).toEqual([['One'], null])
    expect(page.orders[0]).toMatchObject({
      status: 'paid',
      amount: 499.5,
      listAmount: 499.5,
      refunded: 0,
      payable: false,
      refunds: [],
      courses: [{ _id: courses[2]?._id, title: 'Three', enrolled: true }],
      refund: { may: true, why: '', watchedPercent: 0 },
    })
    expect((await list(await app.makeUser('student'))).orders).toEqual([])
  })

  test('an open order can be paid until it is too old, its course is withdrawn, or the course was bought with another order', async () => {
    const course = await makeCourse(educator)
    await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
    expect(await first(student)).toMatchObject({ status: 'created', payable: true, refund: { may: false } })
    const publish = (isPublished: 'true' | 'false') =>
      educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished } })
    await publish('false')
    expect(await first(student)).toMatchObject({ status: 'created', payable: false })
    await publish('true')
    app.clock.ms += day
    expect(await first(student)).toMatchObject({ payable: false })
  })

  test('a bundle is one purchase, and is refunded as a whole', async () => {
    const courses = [await makeCourse(educator, { title: 'Part 1' }), await makeCourse(educator, { title: 'Part 2' })]
    const bundleBody = { title: 'Both parts', price: 600, courseIds: courses.map(({ _id }) => _id), isPublished: true }
    const { _id: bundleId } = await educator.call(api.ownOffers.createBundle, { body: bundleBody })
    const { id } = await student.call(api.enrolments.createOrder, { body: { bundleId } })
    expect(await first(student)).toMatchObject({
      title: 'Both parts',
      bundleId,
      status: 'created',
      payable: true,
      amount: 600,
      listAmount: 998,
      courses: [
        { title: 'Part 1', enrolled: false },
        { title: 'Part 2', enrolled: false },
      ],
    })
    await student.call(api.enrolments.verifyPayment, { body: confirmation(id) })
    const { _id, refund: terms } = await first(student)
    expect(terms.may).toBe(true)
    expect((await refund(student, _id)).order.courses).toMatchObject([{ enrolled: false }, { enrolled: false }])
  })

  test('a purchase names its coupon', async () => {
    await educator.call(api.ownOffers.createCoupon, { body: { code: 'HALF-OFF', kind: 'percent', value: 50 } })
    const course = await makeCourse(educator, { price: 400 })
    await student.call(api.enrolments.createOrder, { body: { courseId: course._id, coupon: 'half-off' } })
    const half = { coupon: 'HALF-OFF', amount: 200, listAmount: 400, bundleId: null, payable: true }
    expect(await first(student)).toMatchObject(half)
  })

  test('a free course is a purchase without a refund', async () => {
    const course = await makeCourse(educator, { price: 0 })
    await buy(student, course._id)
    expect(await first(student)).toMatchObject({ status: 'paid', amount: 0, refund: { may: false } })
  })

  test('orders that the provider never opened are left out', async () => {
    const course = await makeCourse(educator)
    await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
    const { _id } = await first(student)
    await app.deps.db
      .updateTable('orders')
      .set({ status: 'failed', provider_order_id: null })
      .where('id', '=', _id)
      .execute()
    expect((await list(student)).orders).toEqual([])
  })

  test.each(['limit=0', 'limit=51', 'cursor=x', 'cursor=!', 'limit=many'])('refuses the query %s', async (query) => {
    const answer = await app.server.inject({
      url: `${api.orders.list.path}?${query}`,
      headers: { cookie: student.cookie },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })
})

describe('a student’s own refund', () => {
  test('ends access and is shown as pending, then as refunded', async () => {
    const course = await makeCourse(educator)
    await buy(student, course._id)
    const { _id } = await first(student)
    const { order, message } = await refund(student, _id)
    expect(message).toMatch(/on its way/)
    expect(order).toMatchObject({
      status: 'refund_pending',
      refunded: 499,
      refunds: [{ amount: 499, status: 'pending', reason: 'withdrawal' }],
      refund: { may: false, until: null },
      courses: [{ enrolled: false }],
    })
    const enrolled = { params: { courseId: course._id } }
    expect(await student.call(api.enrolments.enrolled, enrolled)).toEqual({ enrolled: false })
    await runJobs(app, 'send-refund')
    expect(await first(student)).toMatchObject({ status: 'refunded', refunds: [{ status: 'processed' }] })
    // a second purchase is a new order
    await buy(student, course._id)
    expect((await list(student)).orders.map(({ status }) => status)).toEqual(['paid', 'refunded'])
  })

  test('is made once when two are requested at the same time', async () => {
    await buy(student, (await makeCourse(educator))._id)
    const { _id } = await first(student)
    const answers = await Promise.allSettled([1, 2, 3].map(() => refund(student, _id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await first(student)).refunds).toHaveLength(1)
  })

  test('is refused after the window, and after too much was watched', async () => {
    const course = await makeCourse(educator)
    const lecture = await makeLecture(educator, course._id)
    const text = { params: { lectureId: lecture._id }, body: { text: 'Read me' }, files: {} }
    await educator.call(api.lectures.edit, text)
    await buy(student, course._id)
    const { _id, refund: terms } = await first(student)
    expect(terms).toMatchObject({ may: true, limitPercent: 20 })
    await student.call(api.lectures.content, { params: { lectureId: lecture._id } })
    expect((await first(student)).refund).toMatchObject({ may: false, watchedPercent: 100 })
    expect((await expectProblem(refund(student, _id), 409, 'refund_not_allowed')).message).toMatch(/100 %/)
    const other = await app.makeUser('student')
    await buy(other, course._id)
    const order = await first(other)
    app.clock.ms += 6.9 * day
    expect((await first(other)).refund.may).toBe(true)
    app.clock.ms += 0.2 * day
    // the previous session has expired by then
    const row = await app.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', other.user._id)
      .executeTakeFirst()
    if (row)
      await app.deps.db
        .updateTable('sessions')
        .set({ expires_at: new Date(app.clock.ms + day) })
        .where('id', '=', row.id)
        .execute()
    expect((await expectProblem(refund(other, order._id), 409, 'refund_not_allowed')).message).toMatch(/7 days/)
  })

  test('is possible only for its buyer: other students get 404, educators and admins 403', async () => {
    await buy(student, (await makeCourse(educator))._id)
    const { _id } = await first(student)
    await expectProblem(refund(await app.makeUser('student'), _id), 404, 'not_found')
    await expectProblem(refund(educator, _id), 403, 'forbidden')
    await expectProblem(refund(await app.makeUser('admin'), _id), 403, 'forbidden')
    expect((await first(student)).status).toBe('paid')
  })

  test.each(['x', "' or 1=1 --", '../../etc', '💥', 'a'.repeat(64)])('answers the id %s with 404', async (orderId) => {
    await expectProblem(refund(student, orderId), 404, 'not_found')
  })

  test.each(['\u0000', 'a'.repeat(65)])('refuses a malformed id', async (orderId) => {
    await expectProblem(refund(student, orderId), 400, 'invalid_input')
  })
})
