import { ApiError, api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { confirmation, paymentKeys } from '#test/support/sales/pay.ts'
import { keepsUse, useCoupon } from './reserve-coupon.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const couponOf = (code: string, maxUses: number | null, value = 50) =>
  educator.call(api.ownOffers.createCoupon, { body: { code, kind: 'percent', value, maxUses } })
const outcomeOf = (call: Promise<{ id: string }>): Promise<string> =>
  call.then(
    ({ id }) => id,
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )
const students = (count: number) => Promise.all(Array.from({ length: count }, () => app.makeUser()))
const order = (student: TestUser, courseId: string, coupon: string) =>
  student.call(api.enrolments.createOrder, { body: { courseId, coupon } })
const countIn = async (couponId: string, state: 'reserved' | 'used') =>
  (
    await app.deps.db
      .selectFrom('coupon_uses')
      .select('order_id')
      .where('coupon_id', '=', couponId)
      .where('state', '=', state)
      .execute()
  ).length

test('fifty students at once get five uses of five, of a discount and of a gift', async () => {
  const course = await makeCourse(educator)
  for (const [code, value, state] of [
    ['HALF-OFF', 50, 'reserved'],
    ['A-GIFT', 100, 'used'],
  ] as const) {
    const coupon = await couponOf(code, 5, value)
    const outcomes = await Promise.all((await students(50)).map((one) => outcomeOf(order(one, course._id, code))))
    expect(outcomes.filter((one) => one === 'coupon_used_up')).toHaveLength(45)
    expect(new Set(outcomes).size).toBe(6)
    expect(await countIn(coupon._id, state)).toBe(5)
  }
})

test('one student in many tabs takes one use', async () => {
  const course = await makeCourse(educator)
  const coupon = await couponOf('TABS', 2)
  const [student] = await students(1)
  if (!student) throw new Error('there is no student')
  const ids = await Promise.all(Array.from({ length: 18 }, () => outcomeOf(order(student, course._id, 'TABS'))))
  expect([new Set(ids).size, await countIn(coupon._id, 'reserved')]).toEqual([1, 1])
})

test('students who change between two codes wait for no circle, and no use is lost', async () => {
  const course = await makeCourse(educator)
  const coupons = [await couponOf('ONE-1', 100), await couponOf('TWO-2', 100)]
  const many = await students(8)
  for (let round = 0; round < 4; round++) {
    const outcomes = await Promise.all(
      many.map((student, at) => outcomeOf(order(student, course._id, (at + round) % 2 === 0 ? 'ONE-1' : 'TWO-2'))),
    )
    expect(outcomes.every((one) => one.startsWith('order_'))).toBe(true)
    expect(await Promise.all(coupons.map(({ _id }) => countIn(_id, 'reserved')))).toEqual([4, 4])
  }
})

test('payment and a replacement of the same order at once book one of them', async () => {
  const course = await makeCourse(educator)
  const coupon = await couponOf('RACE-1', 1)
  await couponOf('RACE-2', null, 10)
  for (const student of await students(4)) {
    const open = await outcomeOf(order(student, course._id, 'RACE-1'))
    if (open === 'coupon_used_up') continue
    await Promise.all([
      student.call(api.enrolments.verifyPayment, { body: confirmation(open) }).catch(() => null),
      outcomeOf(order(student, course._id, 'RACE-2')),
    ])
    const uses = (await countIn(coupon._id, 'reserved')) + (await countIn(coupon._id, 'used'))
    const paid = await student.call(api.enrolments.enrolled, { params: { courseId: course._id } })
    expect(uses).toBe(paid.enrolled ? 1 : 0)
  }
})

test('a new order with a coupon waits for a settlement of another with the same, holding nothing that it needs', async ({
  skip,
}) => {
  skip(!app.database.url, 'the embedded database has one connection')
  const [paid, wanted] = [await makeCourse(educator), await makeCourse(educator)]
  const terms = { code: 'CIRCLE', kind: 'percent' as const, value: 50, maxUses: 100, maxUsesPerUser: 2 }
  const coupon = await educator.call(api.ownOffers.createCoupon, { body: terms })
  const [student] = await students(1)
  if (!student) throw new Error('there is no student')
  const open = await outcomeOf(order(student, paid._id, 'CIRCLE'))
  const { id } = await app.deps.db
    .selectFrom('orders')
    .select('id')
    .where('provider_order_id', '=', open)
    .executeTakeFirstOrThrow()
  const isWaiting = () =>
    app.deps.db
      .selectFrom(sql<{ pid: number }>`pg_locks`.as('locks'))
      .select('pid')
      .where(sql<boolean>`not granted`)
      .executeTakeFirst()
  // the two steps of a settlement, with the new order arriving between them
  const [locked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const settlement = transact(app.deps.db, async (tx) => {
    expect(await keepsUse(tx, id, app.deps.clock.now())).toBe(true)
    locked.resolve()
    await goOn.promise
    await useCoupon(tx, id)
  })
  await locked.promise
  const begun = outcomeOf(order(student, wanted._id, 'CIRCLE'))
  await vi.waitUntil(isWaiting)
  goOn.resolve()
  await settlement
  expect(await begun).toMatch(/^order_/)
  expect(await Promise.all([countIn(coupon._id, 'used'), countIn(coupon._id, 'reserved')])).toEqual([1, 1])
})
