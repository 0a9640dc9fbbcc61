import { api, type Course } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { couponSteps, newCode } from '#test/support/sales/coupon-steps.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

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
const { makeCoupon, order, quote, verify, usesOf, isEnrolled } = couponSteps(
  () => app,
  () => educator,
)

describe('uses of open orders', () => {
  const minute = 60_000
  const from = (student: TestUser, course: Course, coupon: string, address: string) =>
    app.server.inject({
      method: 'POST',
      url: api.enrolments.createOrder.path,
      headers: { cookie: student.cookie },
      remoteAddress: address,
      payload: { courseId: course._id, coupon },
    })

  test('are held for a quarter of an hour; later orders take them, and a late payment for none goes back', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon({ maxUses: 1 })
    const [slow, quick] = [await app.makeUser(), await app.makeUser()]
    const first = await order(slow, course, coupon.code)
    await expectProblem(order(quick, course, coupon.code), 409, 'coupon_used_up')
    expect((await quote(quick.call, course, coupon.code)).problem).toMatch(/not paid yet/)
    app.clock.ms += 16 * minute
    expect((await quote(quick.call, course, coupon.code)).problem).toBeNull()
    const second = await order(quick, course, coupon.code)
    await verify(quick, second.id)
    await expectProblem(verify(slow, first.id), 409, 'order_expired')
    expect(await isEnrolled(slow, course)).toBe(false)
    const { status } = await app.deps.db
      .selectFrom('orders')
      .select('status')
      .where('provider_order_id', '=', first.id)
      .executeTakeFirstOrThrow()
    expect(status).toMatch(/refund/)
    expect((await usesOf(coupon._id)).filter((state) => state === 'used')).toHaveLength(1)
  })

  test('are taken by a late payment when one is left, and held again by the order that is resumed', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon({ maxUses: 2 })
    const [late, other, third] = [await app.makeUser(), await app.makeUser(), await app.makeUser()]
    const first = await order(late, course, coupon.code)
    app.clock.ms += 20 * minute
    expect((await order(late, course, coupon.code)).id).toBe(first.id)
    await order(other, course, coupon.code)
    await expectProblem(order(third, course, coupon.code), 409, 'coupon_used_up')
    app.clock.ms += 20 * minute
    await verify(late, first.id)
    expect(await isEnrolled(late, course)).toBe(true)
    // the order of the third takes what is left, so that the other's is replaced by one without a discount
    await order(third, course, coupon.code)
    await expectProblem(order(other, course, coupon.code), 409, 'coupon_used_up')
    expect(await order(other, course)).toMatchObject({ amount: 49_900, listAmount: 49_900 })
  })

  test('of fresh accounts of one client do not keep others out', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon({ maxUses: 20 })
    for (let count = 0; count < 20; count++) {
      const answer = await from(await app.makeUser(), course, coupon.code, '192.0.2.9')
      expect(answer.statusCode).toBe(200)
    }
    for (let count = 0; count < 14; count++)
      expect((await from(await app.makeUser(), course, coupon.code, `198.51.100.${count}`)).statusCode).toBe(200)
    const listed = (await educator.call(api.ownOffers.coupons)).coupons[0]
    expect(listed).toMatchObject({ used: 0, reserved: 20 })
  })

  test('are lost at the next order of the buyer', async () => {
    const [one, two] = [await makeCourse(educator), await makeCourse(educator)]
    const coupon = await makeCoupon({ maxUses: 1 })
    const student = await app.makeUser()
    const first = await order(student, one, coupon.code)
    await order(student, two, coupon.code)
    const { coupons } = await educator.call(api.ownOffers.coupons)
    expect(coupons[0]).toMatchObject({ reserved: 1 })
    await expectProblem(verify(student, first.id), 409, 'order_expired')
  })

  test('one client opens a limited number of orders at the provider', async () => {
    const course = await makeCourse(educator)
    const codes = [(await makeCoupon()).code, (await makeCoupon()).code]
    const student = await app.makeUser()
    const statuses: number[] = []
    for (let count = 0; count < 25; count++)
      statuses.push((await from(student, course, codes[count % 2] ?? '', '192.0.2.10')).statusCode)
    // the last three others; the open one is resumed all the same
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(statuses.slice(20)).toEqual([429, 200, 429, 200, 429])
    const refused = await from(student, course, codes[0] ?? '', '192.0.2.10')
    // the open one is resumed all the same
    expect([refused.statusCode, (await from(student, course, codes[1] ?? '', '192.0.2.10')).statusCode]).toEqual([
      429, 200,
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('begun at the same moment with two codes are open or refused for a moment, never a fault of the provider', async () => {
    const course = await makeCourse(educator)
    const codes = [(await makeCoupon()).code, (await makeCoupon()).code]
    const student = await app.makeUser()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => from(student, course, codes[at % 2] ?? '', '192.0.2.11')),
    )
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.length).toBeLessThan(10)
    for (const { statusCode, headers } of refused) {
      expect(statusCode).toBe(429)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

describe('guessing codes', () => {
  test('by making coupons of own counts as much as at the checkout', async () => {
    const [owner, spy] = [educator, await app.makeUser('educator')]
    const { code } = await makeCoupon({}, owner)
    const make = (one: string) =>
      spy.call(api.ownOffers.createCoupon, { body: { code: one, kind: 'percent', value: 5 } })
    for (let count = 0; count < 20; count++) await expectProblem(make(code), 409, 'coupon_taken')
    await expectProblem(make(newCode()), 429, 'rate_limited')
    await expectProblem(quote(spy.call, await makeCourse(owner), code), 429, 'rate_limited')
    const honest = await app.makeUser('educator')
    for (let count = 0; count < 25; count++) await makeCoupon({}, honest)
  })
})
