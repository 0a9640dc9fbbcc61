import { api, type Course, confirmationFields } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy, confirmation, newPaymentId, paymentKeys, sendWebhook } from '#test/support/sales/pay.ts'
import { reconcileOrders } from '../sales/reconciliation/reconcile-orders.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const createOrder = (buyer: TestUser, courseId: unknown) =>
  buyer.call(api.enrolments.createOrder, { body: { courseId: courseId as string } })
const verify = (buyer: TestUser, result: ReturnType<typeof confirmation>) =>
  buyer.call(api.enrolments.verifyPayment, { body: result })
const enrolled = async (user: TestUser, course: Course) =>
  (await user.call(api.enrolments.enrolled, { params: { courseId: course._id } })).enrolled
const rowsOf = async (course: Course) =>
  (await app.deps.db.selectFrom('enrolments').selectAll().where('course_id', '=', course._id).execute()).length
const countOf = async (course: Course) =>
  (await app.visitor(api.courses.get, { params: { courseId: course._id } })).enrolledCount

describe('create-order', () => {
  test('answers the amount in paise and the public key, and one order for two clicks', async () => {
    const course = await makeCourse(educator, { price: 1299.5 })
    const student = await app.makeUser()
    const [first, second] = await Promise.all([createOrder(student, course._id), createOrder(student, course._id)])
    expect(first).toMatchObject({ amount: 129_950, currency: 'INR', key: 'rzp_sandbox_tests', enrolled: false })
    expect(first.id).toMatch(/^order_/)
    expect([second.id, (await createOrder(student, course._id)).id]).toEqual([first.id, first.id])
  })

  test('takes a whole course object, as older clients send it, and ignores a foreign userId', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const other = await app.makeUser()
    const order = await student.call(api.enrolments.createOrder, {
      body: { courseId: { _id: course._id }, userId: other.user._id },
    })
    await verify(student, confirmation(order.id))
    expect([await enrolled(student, course), await enrolled(other, course)]).toEqual([true, false])
  })

  test('a free course is enrolled at once', async () => {
    const course = await makeCourse(educator, { price: 0 })
    const student = await app.makeUser()
    expect(await createOrder(student, course._id)).toMatchObject({ amount: 0, enrolled: true })
    expect([await enrolled(student, course), await countOf(course)]).toEqual([true, 1])
  })

  test('"Make Payment" resumes the open order, and says so when there is nothing to pay', async () => {
    const owned = await makeCourse(educator, { price: 0 })
    const wanted = await makeCourse(educator, { price: 700 })
    const student = await app.makeUser()
    const toPay = async () => (await student.call(api.enrolments.toPay)).courseId
    await expectProblem(createOrder(student, null), 400, 'nothing_to_pay')
    expect(await toPay()).toBeNull()
    await buy(student, owned._id)
    await expectProblem(createOrder(student, owned._id), 409, 'already_enrolled')
    const order = await createOrder(student, wanted._id)
    expect(await toPay()).toBe(wanted._id)
    expect((await educator.call(api.enrolments.toPay)).courseId).toBeNull()
    expect(await createOrder(student, null)).toMatchObject({ id: order.id, amount: 70_000, courseId: wanted._id })
    expect(await createOrder(student, owned._id)).toMatchObject({ id: order.id })
    await verify(student, confirmation(order.id))
    expect(await toPay()).toBeNull()
  })

  test('refuses who may not buy and what cannot be bought', async () => {
    const course = await makeCourse(educator)
    const draft = await makeCourse(educator, { published: false })
    const student = await app.makeUser()
    const call = (body: unknown) => app.visitor(api.enrolments.createOrder, { body: body as { courseId: string } })
    await expectProblem(call({ courseId: course._id }), 401, 'unauthenticated')
    await expectProblem(createOrder(educator, course._id), 403, 'own_course')
    await expectProblem(createOrder(await app.makeUser('educator'), course._id), 403, 'only_students_enroll')
    await expectProblem(createOrder(await app.makeUser('admin'), course._id), 403, 'only_students_enroll')
    await expectProblem(createOrder(student, draft._id), 404, 'not_found')
    await expectProblem(createOrder(student, 'nothing'), 404, 'not_found')
    await expectProblem(createOrder(student, 12), 400, 'invalid_input')
    await expectProblem(createOrder(student, 'a\u0000b'), 400, 'invalid_input')
    await expectProblem(createOrder(student, 'x'.repeat(65)), 400, 'invalid_input')
  })
})

describe('verify-payment', () => {
  test('refuses forged, foreign, malformed and re-used results, and books nothing', async () => {
    const course = await makeCourse(educator)
    const [student, thief] = [await app.makeUser(), await app.makeUser()]
    const order = await createOrder(student, course._id)
    const result = confirmation(order.id)
    await expectProblem(app.visitor(api.enrolments.verifyPayment, { body: result }), 401, 'unauthenticated')
    await expectProblem(verify(thief, result), 404, 'not_found')
    await expectProblem(
      verify(student, confirmation(order.id, newPaymentId(), 'another secret')),
      400,
      'payment_not_verified',
    )
    await expectProblem(
      verify(student, { ...result, razorpay_payment_id: newPaymentId() }),
      400,
      'payment_not_verified',
    )
    await expectProblem(verify(student, { ...result, razorpay_signature: '' }), 400, 'invalid_input')
    await expectProblem(verify(student, confirmation(order.id, 'not-a-payment')), 400, 'payment_not_verified')
    await expectProblem(verify(student, confirmation('order_AAAAAAAAAAAAAA')), 404, 'not_found')
    expect([await enrolled(student, course), await enrolled(thief, course), await rowsOf(course)]).toEqual([
      false,
      false,
      0,
    ])

    await verify(student, result)
    const second = await makeCourse(educator)
    const next = await createOrder(student, second._id)
    await expectProblem(verify(student, confirmation(next.id, result.razorpay_payment_id)), 409, 'payment_already_used')
    expect(await enrolled(student, second)).toBe(false)
  })

  test('the course in the body does not matter: the order decides', async () => {
    const [paid, onWishlist] = [await makeCourse(educator, { price: 1 }), await makeCourse(educator, { price: 9999 })]
    const student = await app.makeUser()
    const order = await createOrder(student, paid._id)
    await student.call(api.enrolments.verifyPayment, { body: { ...confirmation(order.id), courseId: onWishlist._id } })
    expect([await enrolled(student, paid), await enrolled(student, onWishlist)]).toEqual([true, false])
  })

  test('twenty verifications and notices at once make exactly one enrolment', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    const result = confirmation(order.id)
    const event = { orderId: order.id, paymentId: result.razorpay_payment_id, amount: order.amount }
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2
          ? verify(student, result).then(() => 200)
          : sendWebhook(app, event).then((answer) => answer.statusCode),
      ),
    )
    expect(outcomes).toEqual(Array(20).fill(200))
    expect([await rowsOf(course), await countOf(course)]).toEqual([1, 1])
    const { user } = await student.call(api.accounts.current)
    expect(user.enrolledCourses.map((one) => one._id)).toEqual([course._id])
  })

  test('one payment id raced over two orders pays one of them', async () => {
    const courses = [await makeCourse(educator), await makeCourse(educator)]
    const student = await app.makeUser()
    const orders = await Promise.all(courses.map((course) => createOrder(student, course._id)))
    const paymentId = newPaymentId()
    const outcomes = await Promise.allSettled(orders.map((order) => verify(student, confirmation(order.id, paymentId))))
    expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await Promise.all(courses.map(rowsOf))).sort()).toEqual([0, 1])
  })

  test('a second payment for one enrolment is refunded', async () => {
    const course = await makeCourse(educator, { price: 300 })
    const student = await app.makeUser()
    const second = await createOrder(student, course._id)
    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { price: '310' } })
    const first = await createOrder(student, course._id)
    await verify(student, confirmation(first.id))
    const { message } = await verify(student, confirmation(second.id))
    expect(message).toMatch(/refund/)
    const row = await app.deps.db
      .selectFrom('orders')
      .selectAll()
      .where('provider_order_id', '=', second.id)
      .executeTakeFirstOrThrow()
    expect([row.status, await rowsOf(course)]).toEqual(['refund_pending', 1])
  })
})

describe('webhook', () => {
  test('settles without the browser; repeating changes nothing', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    const event = { orderId: order.id, paymentId: newPaymentId(), amount: order.amount }
    expect((await sendWebhook(app, event)).statusCode).toBe(200)
    expect((await sendWebhook(app, event)).statusCode).toBe(200)
    expect([await enrolled(student, course), await rowsOf(course)]).toEqual([true, 1])
  })

  test('refuses wrong signatures and other amounts; ignores what it does not know', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    const event = { orderId: order.id, paymentId: newPaymentId(), amount: order.amount }
    expect((await sendWebhook(app, event, { secret: 'wrong' })).statusCode).toBe(401)
    expect((await sendWebhook(app, event, { headers: { 'x-razorpay-signature': 'é'.repeat(32) } })).statusCode).toBe(
      401,
    )
    expect((await app.server.inject({ method: 'POST', url: '/api/payment/webhook', payload: {} })).statusCode).toBe(401)
    expect((await sendWebhook(app, { ...event, amount: 1 })).statusCode).toBe(400)
    expect((await sendWebhook(app, { ...event, orderId: 'order_ZZZZZZZZZZZZZZ' })).statusCode).toBe(200)
    expect((await sendWebhook(app, event, { event: 'payment.failed' })).statusCode).toBe(200)
    expect(await enrolled(student, course)).toBe(false)
  })

  test('that the database refuses for another reason than its payment is repeated', async () => {
    const course = await makeCourse(educator)
    const [student, other] = [await app.makeUser(), await app.makeUser()]
    await buy(other, course._id)
    const order = await createOrder(student, course._id)
    const event = { orderId: order.id, paymentId: newPaymentId(), amount: order.amount }
    // the number of the next receipt is there already
    const count = (by: number) => sql`update invoice_counters set last = last + ${by}`.execute(app.deps.db)
    await count(-1)
    expect((await sendWebhook(app, event)).statusCode).toBe(500)
    await count(1)
    expect((await sendWebhook(app, event)).json().message).toBe('enrolled')
    expect(await enrolled(student, course)).toBe(true)
  })
})

describe('a buyer who never comes back', () => {
  test('is enrolled by the reconciliation, once', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    const approved = await app.server.inject({
      method: 'POST',
      url: `/sandbox/checkout/${order.id}/act`,
      payload: { outcome: 'approve', faults: { drop: true } },
    })
    expect(approved.statusCode).toBe(200)
    expect(await enrolled(student, course)).toBe(false)
    app.clock.ms += 61_000
    await reconcileOrders(app.deps)
    await reconcileOrders(app.deps)
    expect([await enrolled(student, course), await rowsOf(course)]).toEqual([true, 1])
  })
})

describe('the sandbox checkout', () => {
  test('shows the amount, signs an approval, declines on request, and knows only its own orders', async () => {
    const course = await makeCourse(educator, { price: 1299 })
    const student = await app.makeUser()
    const order = await createOrder(student, course._id)
    const page = await app.server.inject(`/sandbox/checkout/${order.id}`)
    const headers = { cookie: 'vc_language=hi' }
    const hindi = await app.server.inject({ url: `/sandbox/checkout/${order.id}`, headers })
    expect(hindi.body).toContain('<html lang="hi" dir="ltr">')
    expect(hindi.body).toContain('पेमेंट मंज़ूर करें</button>')
    // without a font of the system, Hindi is drawn by the site's
    const [font = ''] = /\/fonts\/[\w-]+\.woff2/.exec(hindi.body) ?? []
    const file = await app.server.inject(font)
    expect([file.statusCode, file.headers['content-type'], file.body.slice(0, 4)]).toEqual([200, 'font/woff2', 'wOF2'])
    expect(String(hindi.headers['content-security-policy'])).toContain("font-src 'self'")
    expect(page.body).toContain('₹1,299')
    const act = (payload: object, id = order.id) =>
      app.server.inject({ method: 'POST', url: `/sandbox/checkout/${id}/act`, payload })
    expect((await act({ outcome: 'decline' })).json()).toHaveProperty('declined')
    expect((await act({ outcome: 'steal' })).statusCode).toBe(400)
    expect((await act({ outcome: 'approve' }, 'order_unknown')).statusCode).toBe(404)
    expect((await app.server.inject('/sandbox/checkout/order_unknown')).statusCode).toBe(404)
    const approved = (await act({ outcome: 'approve', faults: { duplicates: 2 } })).json()
    await verify(student, confirmationFields(approved.confirmation))
    expect([await enrolled(student, course), await rowsOf(course)]).toEqual([true, 1])
  })
})

describe('courses/enrolled', () => {
  test('is false for an unknown course, and refused to visitors', async () => {
    const student = await app.makeUser()
    expect(await student.call(api.enrolments.enrolled, { params: { courseId: 'nothing' } })).toEqual({
      enrolled: false,
    })
    await expectProblem(app.visitor(api.enrolments.enrolled, { params: { courseId: 'x' } }), 401, 'unauthenticated')
  })

  test.each([
    ['too long', 'x'.repeat(65)],
    ['a zero character', 'a\0b'],
  ])('refuses an id that is %s', async (_, courseId) => {
    const student = await app.makeUser()
    await expectProblem(student.call(api.enrolments.enrolled, { params: { courseId } }), 400, 'invalid_input')
  })
})
