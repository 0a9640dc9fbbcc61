import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

const shop = 'https://shop.example'
const publicUrl = 'https://courses.example'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: { ...paymentKeys, CORS_ORIGINS: [shop], publicUrl } })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

describe('the sandbox checkout in a page of another allowed origin', () => {
  const createOrder = async (origin: string) => {
    const course = await makeCourse(educator)
    const { cookie } = await app.makeUser()
    const answer = await app.server.inject({
      method: 'POST',
      url: api.enrolments.createOrder.path,
      headers: { cookie, origin },
      payload: { courseId: course._id },
    })
    return answer.json<{ id: string; checkoutScript: string }>()
  }

  test('is loaded from the server’s address, and from the page’s own origin if that is the server’s', async () => {
    expect((await createOrder(shop)).checkoutScript).toBe(`${publicUrl}/sandbox/checkout.js`)
    expect((await createOrder(publicUrl)).checkoutScript).toBe('/sandbox/checkout.js')
  })

  test('may be framed only by that origin, and posts its result to it', async () => {
    const { id } = await createOrder(shop)
    const page = await app.server.inject(`/sandbox/checkout/${id}`)
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors 'self' ${shop};`)
    expect(page.headers).not.toHaveProperty('x-frame-options')
    expect(page.body).toContain(`["${shop}"].includes(asked)`)
  })
})

describe('verify-payment for a free course, as older clients call it', () => {
  const verify = (who: TestUser, body: object) =>
    who.call(api.enrolments.verifyPayment, { body: body as { razorpay_order_id: string } })
  const enrol = async () => {
    const course = await makeCourse(educator, { price: 0 })
    const student = await app.makeUser()
    const order = await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
    return { course, student, order }
  }

  test.each([
    ['nothing else', {}],
    ['empty fields', { razorpay_payment_id: '', razorpay_signature: '' }],
    ['fields that are null', { razorpay_payment_id: null, razorpay_signature: null, courseId: null }],
    ['invented ones', { razorpay_payment_id: 'pay_AAAAAAAAAAAAAA', razorpay_signature: 'x'.repeat(500) }],
  ])('says that the student is enrolled, with %s', async (_what, fields) => {
    const { student, order } = await enrol()
    const { message } = await verify(student, { razorpay_order_id: order.id, ...fields })
    expect(message).toMatch(/^You are enrolled/)
  })

  test('enrols no one', async () => {
    const { course, order } = await enrol()
    const other = await app.makeUser()
    await expectProblem(verify(other, { razorpay_order_id: order.id, courseId: course._id }), 404, 'not_found')
    await expectProblem(verify(other, { razorpay_order_id: 'free_', courseId: course._id }), 404, 'not_found')
    await expectProblem(verify(other, { razorpay_order_id: `free_${'x'.repeat(200)}` }), 400, 'invalid_input')
    await expectProblem(verify(other, { courseId: course._id }), 400, 'invalid_input')
    expect((await other.call(api.enrolments.enrolled, { params: { courseId: course._id } })).enrolled).toBe(false)
  })

  test('does not accept the order of a paid course as that of a free one', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const order = await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
    const { message } = await expectProblem(verify(student, { razorpay_order_id: order.id }), 400, 'invalid_input')
    expect(message).toBe('The result of the checkout is not complete')
  })
})

describe('a missing field of older clients is named in the message', () => {
  const create = (body: object) =>
    educator.call(api.courses.create, { body: body as { title: string; category: 'Others' } })
  test.each([
    [{ title: 'Knots' }, 'Please choose a category'],
    [{ title: 'Knots', category: '' }, 'Please choose a category'],
    [{ title: 'Knots', category: null }, 'Please choose a category'],
    [{ title: 'Knots', category: 'Sailing' }, 'Please choose a category'],
    [{ category: 'Others' }, 'Course title is required'],
    [{ title: null, category: 'Others' }, 'Course title is required'],
  ])('creating one from %j', async (body, message) => {
    expect((await expectProblem(create(body), 400, 'invalid_input')).message).toBe(message)
  })

  test.each([
    [{ category: '' }, 'Please choose a category'],
    [{ category: 'Sailing' }, 'Please choose a category'],
    [{ level: 'Expert' }, 'Please choose a level'],
    [{ price: '0.5' }, 'The price must be 0, or between ₹1 and ₹10,00,000, with at most 2 decimals'],
  ])('changing one to %j', async (body, message) => {
    const { _id: courseId } = await makeCourse(educator)
    const call = educator.call(api.courses.edit, { params: { courseId }, body: body as { category: 'Others' } })
    expect((await expectProblem(call, 400, 'invalid_input')).message).toBe(message)
  })
})
