import { api, type NewCoupon } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { couponSteps, newCode } from '#test/support/sales/coupon-steps.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { reconcileOrders } from '../sales/reconciliation/reconcile-orders.ts'

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

const hour = 3600_000

describe('buying with a coupon', () => {
  test('takes the discount off, and counts the use when it is paid', async () => {
    const course = await makeCourse(educator, { price: 999 })
    const coupon = await makeCoupon({ value: 30, maxUses: 3 })
    const student = await app.makeUser()
    expect(await quote(student.call, course, ` ${coupon.code.toLowerCase()} `)).toEqual({
      list: 999,
      price: 699.3,
      discount: 299.7,
      coupon: coupon.code,
      problem: null,
    })
    const made = await order(student, course, coupon.code)
    expect(made).toMatchObject({ amount: 69_930, listAmount: 99_900, coupon: coupon.code, enrolled: false })
    expect(await usesOf(coupon._id)).toEqual(['reserved'])
    await verify(student, made.id)
    expect([await isEnrolled(student, course), await usesOf(coupon._id)]).toEqual([true, ['used']])
    const [listed] = (await educator.call(api.ownOffers.coupons)).coupons
    expect(listed).toMatchObject({ code: coupon.code, used: 1, reserved: 0, state: 'active' })
    const row = await app.deps.db.selectFrom('order_items').selectAll().where('course_id', '=', course._id).execute()
    expect(row).toMatchObject([{ list_paise: 99_900, amount_paise: 69_930 }])
  })

  test('a price of zero enrols at once', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon({ value: 100 })
    const student = await app.makeUser()
    const made = await order(student, course, coupon.code)
    expect(made).toMatchObject({ amount: 0, listAmount: 49_900, enrolled: true })
    expect([await isEnrolled(student, course), await usesOf(coupon._id)]).toEqual([true, ['used']])
    await expectProblem(order(await app.makeUser(), course, 'NO-SUCH-CODE'), 404, 'coupon_unknown')
  })

  test('a second tab resumes the order, with the code and without; "Make Payment" too', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon({ maxUses: 1 })
    const student = await app.makeUser()
    const first = await order(student, course, coupon.code)
    expect(await order(student, course, coupon.code)).toEqual(first)
    expect(await order(student, course)).toEqual(first)
    expect(await student.call(api.enrolments.createOrder, { body: { courseId: null } })).toEqual(first)
    expect(await quote(student.call, course, coupon.code)).toMatchObject({ problem: null })
    expect(await usesOf(coupon._id)).toEqual(['reserved'])
  })

  test('another code replaces the open order and releases its use', async () => {
    const course = await makeCourse(educator)
    const [one, other] = [await makeCoupon({ maxUses: 1 }), await makeCoupon({ value: 10 })]
    const [student, rival] = [await app.makeUser(), await app.makeUser()]
    const first = await order(student, course, one.code)
    await expectProblem(order(rival, course, one.code), 409, 'coupon_used_up')
    expect(await order(student, course, other.code)).toMatchObject({ amount: 44_910 })
    expect([await usesOf(one._id), await usesOf(other._id)]).toEqual([['released'], ['reserved']])
    expect(await order(rival, course, one.code)).toMatchObject({ amount: 24_950 })
    await expectProblem(verify(student, first.id), 409, 'order_expired')
    expect(await usesOf(one._id)).toEqual(['released', 'reserved'])
  })

  test('removing the coupon replaces the open order by one at the full price, and frees its use for others', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon({ maxUses: 1 })
    const student = await app.makeUser()
    const first = await order(student, course, coupon.code)
    const full = await order(student, course, '')
    expect([full.amount, full.coupon, full.id === first.id]).toEqual([49_900, undefined, false])
    expect(await student.call(api.enrolments.createOrder, { body: { courseId: null } })).toEqual(full)
    expect(await order(await app.makeUser(), course, coupon.code)).toMatchObject({ amount: 24_950 })
    await expectProblem(verify(student, first.id), 409, 'order_expired')
    await verify(student, full.id)
    expect(await usesOf(coupon._id)).toEqual(['released', 'reserved'])
  })

  test('another price replaces the open order, which keeps its coupon', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon({ maxUses: 1 })
    const student = await app.makeUser()
    await order(student, course, coupon.code)
    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { price: '100' } })
    expect(await order(student, course)).toMatchObject({ amount: 5000, listAmount: 10_000, coupon: coupon.code })
    expect(await usesOf(coupon._id)).toEqual(['released', 'reserved'])
  })

  test('a coupon that may not be used any more is left out of the order that replaces an open one', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon()
    const student = await app.makeUser()
    const open = await order(student, course, coupon.code)
    await educator.call(api.ownOffers.disableCoupon, { params: { couponId: coupon._id } })
    expect(await order(student, course)).toEqual(open)
    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { price: '100' } })
    await expectProblem(order(student, course, coupon.code), 409, 'coupon_ended')
    const next = await order(student, course)
    expect([next.amount, next.coupon]).toEqual([10_000, undefined])
  })

  test('an order that expires releases its use', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon({ maxUses: 1 })
    await order(await app.makeUser(), course, coupon.code)
    app.clock.ms += 25 * hour
    await reconcileOrders(app.deps)
    expect(await usesOf(coupon._id)).toEqual(['released'])
  })

  test('a student may use it as often as it says; others are not counted', async () => {
    const coupon = await makeCoupon({ maxUsesPerUser: 1 })
    const [one, other] = [await makeCourse(educator), await makeCourse(educator)]
    const student = await app.makeUser()
    await verify(student, (await order(student, one, coupon.code)).id)
    await expectProblem(order(student, other, coupon.code), 409, 'coupon_used')
    expect(await quote(student.call, other, coupon.code)).toMatchObject({
      price: 499,
      coupon: null,
      problem: 'You have used this coupon as often as you may',
    })
    await order(await app.makeUser(), other, coupon.code)
  })

  test('is refused with a sentence', async () => {
    const course = await makeCourse(educator)
    const student = await app.makeUser()
    const later = await makeCoupon({ startsAt: new Date(app.clock.ms + hour).toISOString() })
    const ending = await makeCoupon({ endsAt: new Date(app.clock.ms + hour / 2).toISOString() })
    const dear = await makeCoupon({ minPrice: 500 })
    const elsewhere = await makeCoupon({ courseIds: [(await makeCourse(educator))._id] })
    const foreign = await makeCoupon({}, await app.makeUser('educator'))
    await expectProblem(order(student, course, later.code), 409, 'coupon_early')
    await expectProblem(order(student, course, dear.code), 409, 'coupon_price')
    await expectProblem(order(student, course, elsewhere.code), 409, 'coupon_elsewhere')
    await expectProblem(order(student, course, foreign.code), 409, 'coupon_elsewhere')
    app.clock.ms += hour / 2
    await expectProblem(order(student, course, ending.code), 409, 'coupon_ended')
    const { problem } = await quote(app.visitor, course, dear.code)
    expect(problem).toBe('This coupon is for purchases of ₹500 or more')
  })

  test('a refunded order has used its coupon', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon({ maxUses: 1 })
    const student = await app.makeUser()
    const { id } = await order(student, course, coupon.code)
    await verify(student, id)
    for (const status of ['refund_pending', 'refunded'] as const)
      await app.deps.db.updateTable('orders').set({ status }).where('provider_order_id', '=', id).execute()
    await expectProblem(order(await app.makeUser(), course, coupon.code), 409, 'coupon_used_up')
  })
})

describe('guessing codes', () => {
  test('is limited for a user over quotes and orders; codes that work count not', async () => {
    const course = await makeCourse(educator)
    const coupon = await makeCoupon()
    const student = await app.makeUser()
    for (let at = 0; at < 25; at++) await quote(student.call, course, coupon.code)
    for (let at = 0; at < 10; at++) await quote(student.call, course, `GUESS-${at}`)
    for (let at = 0; at < 10; at++) await expectProblem(order(student, course, `GUESS-${at}`), 404, 'coupon_unknown')
    const refused = await expectProblem(quote(student.call, course, coupon.code), 429, 'rate_limited')
    expect(refused.message).toBe('You have tried many codes. Please wait a while and try again.')
    await expectProblem(order(student, course, coupon.code), 429, 'rate_limited')
    const answer = await app.server.inject({
      url: `${api.offers.quote.path}?courseId=${course._id}&code=GUESS`,
      headers: { cookie: student.cookie },
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    // without a code nothing is limited
    expect(await order(student, course)).toMatchObject({ amount: 49_900 })
  })
})

describe('coupons of an educator', () => {
  test('are listed for their owner only, and disabled for good', async () => {
    const course = await makeCourse(educator, { title: 'For some' })
    const coupon = await makeCoupon({ kind: 'amount', value: 99.5, courseIds: [course._id, course._id], minPrice: 10 })
    expect(coupon).toMatchObject({
      kind: 'amount',
      value: 99.5,
      minPrice: 10,
      courses: [{ _id: course._id, title: 'For some' }],
      state: 'active',
    })
    const other = await app.makeUser('educator')
    expect((await other.call(api.ownOffers.coupons)).coupons).toEqual([])
    const params = { couponId: coupon._id }
    await expectProblem(other.call(api.ownOffers.disableCoupon, { params }), 404, 'not_found')
    for (const _ of [1, 2])
      expect(await educator.call(api.ownOffers.disableCoupon, { params })).toMatchObject({ state: 'disabled' })
    await expectProblem(order(await app.makeUser(), course, coupon.code), 409, 'coupon_ended')
  })

  test.each([{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { cursor: 'no page' }, { cursor: 'AAAA' }])(
    'are listed by no page %j',
    async (query) => {
      const admin = await app.makeUser('admin')
      await expectProblem(educator.call(api.ownOffers.coupons, { query }), 400, 'invalid_input')
      await expectProblem(admin.call(api.adminOffers.coupons, { query }), 400, 'invalid_input')
      await expectProblem(educator.call(api.ownOffers.ownBundles, { query }), 400, 'invalid_input')
    },
  )

  test('of a course that is none are refused, or none', async () => {
    const bundles = (courseId: string) => app.visitor(api.offers.bundlesOf, { params: { courseId } })
    await expectProblem(bundles('x'.repeat(65)), 400, 'invalid_input')
    expect(await bundles('none')).toMatchObject({ bundles: [] })
  })

  test('are paged, newest first', async () => {
    const made = []
    for (let at = 0; at < 3; at++) made.unshift((await makeCoupon()).code)
    const first = await educator.call(api.ownOffers.coupons, { query: { limit: 2 } })
    const second = await educator.call(api.ownOffers.coupons, { query: { limit: 2, cursor: first.next ?? '' } })
    expect([...first.coupons, ...second.coupons].map(({ code }) => code)).toEqual(made)
    expect(second.next).toBeNull()
  })

  test('have codes of their own, without regard to case', async () => {
    const { code } = await makeCoupon()
    await expectProblem(makeCoupon({ code: code.toLowerCase() }), 409, 'coupon_taken')
    await expectProblem(makeCoupon({ code }, await app.makeUser('educator')), 409, 'coupon_taken')
  })

  test('are for nothing when the courses that they were for are deleted', async () => {
    const [gone, other] = [await makeCourse(educator), await makeCourse(educator)]
    const coupon = await makeCoupon({ value: 100, courseIds: [gone._id] })
    const admin = await app.makeUser('admin')
    const body: z.input<typeof NewCoupon> = { code: newCode(), kind: 'percent', value: 100, courseIds: [gone._id] }
    const sites = await admin.call(api.adminOffers.createCoupon, { body })
    await educator.call(api.courses.remove, { params: { courseId: gone._id } })
    const student = await app.makeUser()
    for (const { code } of [coupon, sites]) await expectProblem(order(student, other, code), 409, 'coupon_elsewhere')
    expect((await educator.call(api.ownOffers.coupons)).coupons).toMatchObject([{ forAll: false, courses: [] }])
  })

  test('begin before their end, however the times are written', async () => {
    const times = { startsAt: '2099-01-01T00:00:00.500Z', endsAt: '2099-01-01T00:00:00Z' }
    await expectProblem(makeCoupon(times), 400, 'invalid_input')
  })

  test('are for courses of their own, which are found by a text in their title', async () => {
    const titles = ['Pottery for all', '100 % Wool', 'Weaving']
    for (const title of titles) await makeCourse(educator, { title, price: 50 })
    await makeCourse(await app.makeUser('educator'), { title: 'Weaving too' })
    const find = (query: object) => educator.call(api.ownOffers.courses, { query })
    const first = await find({ limit: 2 })
    const second = await find({ limit: 2, cursor: first.next ?? '' })
    expect([...first.courses, ...second.courses].map(({ title }) => title)).toEqual(titles.toReversed())
    expect((await find({ text: 'weav' })).courses).toMatchObject([{ title: 'Weaving', price: 50, isPublished: true }])
    expect((await find({ text: '%' })).courses).toMatchObject([{ title: '100 % Wool' }])
    for (const query of [{ limit: 0 }, { limit: 101 }, { text: 'x'.repeat(101) }, { cursor: 'no page' }])
      await expectProblem(find(query), 400, 'invalid_input')
  })

  test('are for courses of their own', async () => {
    const foreign = await makeCourse(await app.makeUser('educator'))
    await expectProblem(makeCoupon({ courseIds: [foreign._id] }), 404, 'not_found')
    await expectProblem(makeCoupon({ courseIds: ['x'] }), 404, 'not_found')
  })

  test.each<[string, object]>([
    ['no code', { code: undefined }],
    ['a short code', { code: 'ABC' }],
    ['a long code', { code: 'A'.repeat(33) }],
    ['spaces in the code', { code: 'AB CD' }],
    ['a code of other letters', { code: 'ÄÖÜÄÖÜ' }],
    ['a kind that is none', { kind: 'gift' }],
    ['0 per cent', { value: 0 }],
    ['101 per cent', { value: 101 }],
    ['half a per cent', { value: 0.5 }],
    ['a text as value', { value: '50' }],
    ['not a number', { value: Number.NaN }],
    ['an amount below ₹1', { kind: 'amount', value: 0.5 }],
    ['an amount of 3 decimals', { kind: 'amount', value: 1.005 }],
    ['an amount beyond all prices', { kind: 'amount', value: 1_000_001 }],
    ['a negative minimum', { minPrice: -1 }],
    ['no uses', { maxUses: 0 }],
    ['half a use', { maxUses: 1.5 }],
    ['too many uses', { maxUses: 100_001 }],
    ['no uses of a student', { maxUsesPerUser: 0 }],
    ['a time that is none', { startsAt: 'tomorrow' }],
    ['an end before the begin', { startsAt: '2099-01-02T00:00:00Z', endsAt: '2099-01-01T00:00:00Z' }],
    ['an end that has passed', { endsAt: '2020-01-01T00:00:00Z' }],
    ['too many courses', { courseIds: Array.from({ length: 51 }, (_, at) => `c${at}`) }],
    ['an id that is none', { courseIds: ['\u0000'] }],
  ])('refuses %s', async (_, terms) => {
    const body = { code: newCode(), kind: 'percent', value: 50, ...terms }
    const { path: url } = api.ownOffers.createCoupon
    const answer = await app.server.inject({ method: 'POST', url, payload: body, headers: { cookie: educator.cookie } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })
})

test.each([
  '',
  'courseId=x&bundleId=y',
  'code=ABCD',
  `courseId=x&code=${'A'.repeat(41)}`,
  `courseId=${'x'.repeat(65)}`,
])('a quote refuses %j', async (query) => {
  const answer = await app.server.inject({ url: `${api.offers.quote.path}?${query}` })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
})

test('a quote of what is not on sale is not found', async () => {
  const draft = await makeCourse(educator, { published: false })
  await expectProblem(quote(app.visitor, draft), 404, 'not_found')
  await expectProblem(quote(educator.call, { ...draft, _id: 'x' }), 404, 'not_found')
  await expectProblem(app.visitor(api.offers.quote, { query: { bundleId: 'x' } }), 404, 'not_found')
})
