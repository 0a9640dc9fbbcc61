import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

const create = (who: TestUser, body: object) =>
  who.call(api.adminOffers.createCoupon, { body: { code: 'DIWALI-20', kind: 'percent', value: 20, ...body } })
const newest = async () => (await admin.call(api.admin.audit, { query: { limit: 1 } })).entries[0]

test('a coupon of the site is for courses of all educators, is audited, and is disabled', async () => {
  const coupon = await create(admin, { maxUses: 2 })
  expect(await newest()).toMatchObject({
    action: 'coupon-created',
    subject: 'DIWALI-20',
    detail: 'Coupon of the site made: 20 % off.',
  })
  for (const _ of [1, 2]) {
    const course = await makeCourse(await app.makeUser('educator'), { price: 100 })
    const student = await app.makeUser()
    const body = { courseId: course._id, coupon: 'diwali-20' }
    expect(await student.call(api.enrolments.createOrder, { body })).toMatchObject({ amount: 8000 })
  }
  const params = { couponId: coupon._id }
  expect((await admin.call(api.adminOffers.coupons)).coupons).toMatchObject([
    { reserved: 2, used: 0, state: 'used-up' },
  ])
  expect(await admin.call(api.adminOffers.disableCoupon, { params })).toMatchObject({ state: 'disabled' })
  expect(await newest()).toMatchObject({ action: 'coupon-disabled', subject: 'DIWALI-20' })
  await admin.call(api.adminOffers.disableCoupon, { params })
  expect((await admin.call(api.admin.audit)).total).toBe(2)
})

test("educators' coupons are not the site's, and the other way round", async () => {
  const educator = await app.makeUser('educator')
  const body = { code: 'MY-OWN', kind: 'percent', value: 20 } as const
  const own = await educator.call(api.ownOffers.createCoupon, { body })
  await expectProblem(admin.call(api.adminOffers.disableCoupon, { params: { couponId: own._id } }), 404, 'not_found')
  const sites = await create(admin, { code: 'OF-SITE' })
  await expectProblem(educator.call(api.ownOffers.disableCoupon, { params: { couponId: sites._id } }), 404, 'not_found')
  await expectProblem(create(admin, { code: 'MY-OWN' }), 409, 'coupon_taken')
})

test.each<[string, object]>([
  ['no percentage', { value: 101 }],
  ['no code', { code: '' }],
  ['a course that is none', { courseIds: 'all' }],
])('refuses %s', async (_, body) => {
  await expectProblem(create(admin, body), 400, 'invalid_input')
})

test('refuses courses that do not exist', async () => {
  await expectProblem(create(admin, { code: 'NOWHERE', courseIds: ['x'] }), 404, 'not_found')
})
