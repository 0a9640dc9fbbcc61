import { api, type Course } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderRow } from '#db/schema.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { confirmation, paymentKeys } from '#test/support/sales/pay.ts'
import { isEnrolled } from '../../enrolments/queries.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const rowOf = (providerOrderId: string): Promise<OrderRow> =>
  app.deps.db
    .selectFrom('orders')
    .selectAll()
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirstOrThrow()
const verify = (buyer: TestUser, body: ReturnType<typeof confirmation>) =>
  buyer.call(api.enrolments.verifyPayment, { body })
const order = (buyer: TestUser, courseId: string | null) =>
  buyer.call(api.enrolments.createOrder, { body: { courseId } })

/** Creates courses, a bundle of the first two for ₹300, and a buyer. */
async function makeBundle(prices: readonly number[] = [500, 300, 300]) {
  const courses: Course[] = []
  for (const [index, price] of prices.entries())
    courses.push(await makeCourse(educator, { title: `Course ${index + 1}`, price }))
  const ids = courses.map(({ _id }) => _id)
  const bodyOf = (courseIds: string[]) => ({ title: 'Some', price: 300, courseIds, isPublished: true })
  const { _id: bundleId } = await educator.call(api.ownOffers.createBundle, { body: bodyOf(ids.slice(0, 2)) })
  const edit = (courseIds: string[]) =>
    educator.call(api.ownOffers.editBundle, { params: { bundleId }, body: bodyOf(courseIds) })
  const student = await app.makeUser()
  const start = (buyer = student, coupon?: string) =>
    buyer.call(api.enrolments.createOrder, { body: { bundleId, ...(coupon !== undefined && { coupon }) } })
  const has = async () => {
    const each = ids.map((id) => isEnrolled(app.deps.db, student.user._id, id))
    return (await Promise.all(each)).map(Number).join('')
  }
  return { ids, student, edit, start, has }
}

test('an open order is not resumed once the bundle has other courses, at the same price', async () => {
  const { ids, student, edit, start, has } = await makeBundle()
  const old = await start()
  await edit([ids[0] ?? '', ids[2] ?? ''])
  const now = await start()
  expect([now.amount, now.id === old.id, (await rowOf(old.id)).status]).toEqual([30_000, false, 'expired'])
  await verify(student, confirmation(now.id))
  expect(await has()).toBe('101')
})

test('an open order is resumed although the bundle begins with another course by now', async () => {
  const { ids, student, edit, start } = await makeBundle()
  const old = await start()
  await edit(ids.slice(0, 2).toReversed())
  expect([(await start()).id, (await order(student, null)).id]).toEqual([old.id, old.id])
})

test('"Make Payment" opens an order for the remaining courses when one was bought alone, and the old order expires', async () => {
  const { ids, student, start, has } = await makeBundle()
  const old = await start()
  await verify(student, confirmation((await order(student, ids[1] ?? '')).id))
  const rest = await order(student, null)
  expect([rest.amount, (await rowOf(old.id)).status]).toEqual([18_750, 'expired'])
  await verify(student, confirmation(rest.id))
  expect(await has()).toBe('110')
})

test('"Make Payment" does the same when the first course was bought with another bundle', async () => {
  const { ids, student, start, has } = await makeBundle()
  const old = await start()
  const body = { title: 'Others', price: 400, courseIds: [ids[2] ?? '', ids[0] ?? ''], isPublished: true }
  const { _id: bundleId } = await educator.call(api.ownOffers.createBundle, { body })
  const other = await student.call(api.enrolments.createOrder, { body: { bundleId } })
  await verify(student, confirmation(other.id))
  expect([await has(), (await rowOf(old.id)).status]).toEqual(['101', 'created'])
  const rest = await order(student, null)
  expect([rest.amount, (await rowOf(old.id)).status]).toEqual([11_250, 'expired'])
  await verify(student, confirmation(rest.id))
  expect(await has()).toBe('111')
})

test('the share of a course that was removed before the payment is refunded, and the page says that the other courses are available', async () => {
  const { ids, student, start, has } = await makeBundle()
  const { id } = await start()
  await educator.call(api.courses.remove, { params: { courseId: ids[1] ?? '' } })
  const paid = confirmation(id)
  const success = { message: 'Payment successful. You are enrolled!' }
  expect([await verify(student, paid), await has()]).toEqual([success, '100'])
  // as the page does when a webhook came first: while the partial refund is pending, and after it
  expect(await verify(student, paid)).toEqual(success)
  await runJobs(app, 'send-refund')
  expect(await rowOf(id)).toMatchObject({ status: 'partly_refunded', refunded_paise: 11_250 })
  expect(await verify(student, paid)).toEqual(success)
  const reasons = await app.deps.db.selectFrom('refunds').select('reason').execute()
  expect(reasons.map(({ reason }) => reason)).toEqual(['withdrawn'])
})

test.skipIf(!isWhole)('concurrent gifts and sales of the same courses do not deadlock', async () => {
  const { ids, edit, start } = await makeBundle(Array.from({ length: 12 }, () => 200))
  await edit(ids.toSorted().toReversed())
  const coupon = { code: 'A-GIFT', kind: 'percent' as const, value: 100 }
  await (await app.makeUser('admin')).call(api.adminOffers.createCoupon, { body: coupon })
  const students = await Promise.all(Array.from({ length: 16 }, () => app.makeUser()))
  const paying = students.slice(8)
  const orders = await Promise.all(paying.map((one) => start(one)))
  const gifts = students.slice(0, 8).map((one) => start(one, 'A-GIFT'))
  const sales = paying.map((one, index) => verify(one, confirmation(orders[index]?.id ?? '')))
  expect((await Promise.all(gifts)).map(({ enrolled }) => enrolled)).toEqual(Array(8).fill(true))
  expect(await Promise.all(sales)).toHaveLength(8)
})

test('the history of a gift says that it was paid', async () => {
  const student = await app.makeUser()
  const { id } = await order(student, (await makeCourse(educator, { price: 0 }))._id)
  const events = await app.deps.db
    .selectFrom('order_events')
    .select(['kind', 'details'])
    .where('order_id', '=', id)
    .execute()
  expect(events).toEqual([{ kind: 'status', details: { from: null, to: 'paid' } }])
})
