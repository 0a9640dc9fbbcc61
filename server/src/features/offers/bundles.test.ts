import { api, type BundleInput, type Course, offerLimits } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy, confirmation, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let courses: Course[]
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  courses = []
  for (const [title, price] of [
    ['One', 500],
    ['Two', 300],
    ['Three', 200],
  ] as const)
    courses.push(await makeCourse(educator, { title, price }))
})
afterAll(() => app.close())

test('coupons and bundles of an educator are bounded by their number, those that have ended included', async () => {
  const other = await app.makeUser('educator')
  const course = await makeCourse(other, { price: 500 })
  await sql`insert into coupons (id, educator_id, code, kind, value, for_all, created_at, disabled_at)
    select 'many' || n, ${other.user._id}, 'MANY-' || n, 'percent', 5, true, now(), now()
    from generate_series(2, ${offerLimits.coupons}::int) as n`.execute(app.deps.db)
  await sql`insert into bundles (id, educator_id, title, price_paise, created_at, updated_at, removed_at)
    select 'many' || n, ${other.user._id}, 'Many', 100, now(), now(), now() from generate_series(2, ${offerLimits.bundles}::int) as n`.execute(
    app.deps.db,
  )
  const coupon = (code: string) =>
    other.call(api.ownOffers.createCoupon, { body: { code, kind: 'percent', value: 10 } })
  const both = await Promise.allSettled([coupon('LAST-ONE'), coupon('LAST-TWO')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expectProblem(coupon('ONE-MORE'), 400, 'invalid_input')
  const second = await makeCourse(other, { price: 500 })
  const body = { title: 'Two', price: 600, courseIds: [course._id, second._id], isPublished: false }
  await other.call(api.ownOffers.createBundle, { body })
  await expectProblem(other.call(api.ownOffers.createBundle, { body }), 400, 'invalid_input')
})

type Input = Partial<z.input<typeof BundleInput>>
const bodyOf = (input: Input = {}) => ({
  title: 'All three',
  price: 600,
  courseIds: courses.map(({ _id }) => _id),
  isPublished: true,
  ...input,
})
const makeBundle = (input: Input = {}) => educator.call(api.ownOffers.createBundle, { body: bodyOf(input) })
const order = (buyer: TestUser, bundleId: string, coupon?: string) =>
  buyer.call(api.enrolments.createOrder, { body: { bundleId, ...(coupon !== undefined && { coupon }) } })
const enrolledIn = async (buyer: TestUser) => {
  const answers = courses.map(({ _id }) => buyer.call(api.enrolments.enrolled, { params: { courseId: _id } }))
  return (await Promise.all(answers)).map(({ enrolled }) => enrolled)
}
const itemsOf = async (buyer: TestUser) =>
  (
    await app.deps.db
      .selectFrom('order_items')
      .innerJoin('orders', 'orders.id', 'order_items.order_id')
      .innerJoin('courses', 'courses.id', 'order_items.course_id')
      .select(['courses.title', 'order_items.list_paise', 'order_items.amount_paise'])
      .where('orders.user_id', '=', buyer.user._id)
      .where('orders.bundle_id', 'is not', null)
      .where('orders.status', '<>', 'expired')
      .orderBy('order_items.list_paise', 'desc')
      .execute()
  ).map(({ title, list_paise: list, amount_paise: amount }) => [title, list, amount])

describe('buying a bundle', () => {
  test('enrols in all of its courses, each with its share of the price', async () => {
    const bundle = await makeBundle()
    const student = await app.makeUser()
    const made = await order(student, bundle._id)
    expect(made).toMatchObject({ amount: 60_000, listAmount: 100_000, enrolled: false })
    await student.call(api.enrolments.verifyPayment, { body: confirmation(made.id) })
    expect(await enrolledIn(student)).toEqual([true, true, true])
    expect(await itemsOf(student)).toEqual([
      ['One', 50_000, 30_000],
      ['Two', 30_000, 18_000],
      ['Three', 20_000, 12_000],
    ])
    await expectProblem(order(student, bundle._id), 409, 'already_enrolled')
    const page = await student.call(api.offers.bundle, { params: { bundleId: bundle._id } })
    expect([page.complete, page.price, page.courses.map(({ enrolled }) => enrolled)]).toEqual([
      true,
      0,
      [true, true, true],
    ])
  })

  test('leaves out what the buyer has, with its share', async () => {
    const bundle = await makeBundle()
    const student = await app.makeUser()
    await buy(student, courses[0]?._id ?? '')
    const page = await student.call(api.offers.bundle, { params: { bundleId: bundle._id } })
    expect([page.price, page.alone, page.complete]).toEqual([300, 500, false])
    expect(await student.call(api.offers.quote, { query: { bundleId: bundle._id } })).toMatchObject({
      list: 500,
      price: 300,
    })
    expect(await order(student, bundle._id)).toMatchObject({ amount: 30_000, courseId: courses[1]?._id })
  })

  test('an open order is resumed, also by "Make Payment", and not taken for one of its first course', async () => {
    const bundle = await makeBundle()
    const student = await app.makeUser()
    const first = await order(student, bundle._id)
    expect(await order(student, bundle._id)).toEqual(first)
    expect(await student.call(api.enrolments.createOrder, { body: { courseId: null } })).toEqual(first)
    const single = await student.call(api.enrolments.createOrder, { body: { courseId: courses[0]?._id ?? '' } })
    expect([single.amount, single.id === first.id]).toEqual([50_000, false])
  })

  test('a changed price replaces the open order', async () => {
    const bundle = await makeBundle()
    const student = await app.makeUser()
    await order(student, bundle._id)
    const body = bodyOf({ price: 800 })
    await educator.call(api.ownOffers.editBundle, { params: { bundleId: bundle._id }, body })
    expect(await order(student, bundle._id)).toMatchObject({ amount: 80_000 })
  })

  test("takes the site's coupons and no educator's", async () => {
    const bundle = await makeBundle()
    const own = await educator.call(api.ownOffers.createCoupon, { body: { code: 'MINE', kind: 'percent', value: 50 } })
    const row = await app.deps.db.selectFrom('coupons').selectAll().where('id', '=', own._id).executeTakeFirstOrThrow()
    await app.deps.db
      .insertInto('coupons')
      .values({ ...row, id: 'site', code: 'SITE', educator_id: null })
      .execute()
    const student = await app.makeUser()
    await expectProblem(order(student, bundle._id, 'MINE'), 409, 'coupon_elsewhere')
    expect(await order(student, bundle._id, 'SITE')).toMatchObject({ amount: 30_000, coupon: 'SITE' })
    expect(await itemsOf(student)).toEqual([
      ['One', 50_000, 15_000],
      ['Two', 30_000, 9000],
      ['Three', 20_000, 6000],
    ])
  })

  test('is for students, and not for its educator', async () => {
    const bundle = await makeBundle()
    await expectProblem(order(educator, bundle._id), 403, 'own_course')
    await expectProblem(order(await app.makeUser('educator'), bundle._id), 403, 'only_students_enroll')
    await expectProblem(order(await app.makeUser(), 'x'), 404, 'not_found')
  })

  test('nothing of a draft or a removed bundle can be bought; its paid courses stay', async () => {
    const draft = await makeBundle({ isPublished: false })
    const student = await app.makeUser()
    await expectProblem(order(student, draft._id), 404, 'not_found')
    const params = { bundleId: draft._id }
    await expectProblem(app.visitor(api.offers.bundle, { params }), 404, 'not_found')
    expect(await educator.call(api.offers.bundle, { params })).toMatchObject({ isPublished: false })
    expect(await educator.call(api.ownOffers.removeBundle, { params })).toEqual({ message: 'Bundle removed' })
    await expectProblem(educator.call(api.ownOffers.removeBundle, { params }), 404, 'not_found')
    await expectProblem(educator.call(api.offers.bundle, { params }), 404, 'not_found')
  })

  test('nothing remains to be seen when all of its courses are off sale', async () => {
    const owner = await app.makeUser('educator')
    const own = [await makeCourse(owner, { price: 100 }), await makeCourse(owner, { price: 100 })]
    const body = bodyOf({ price: 150, courseIds: own.map(({ _id }) => _id) })
    const { _id: bundleId } = await owner.call(api.ownOffers.createBundle, { body })
    for (const { _id } of own)
      await owner.call(api.courses.edit, { params: { courseId: _id }, body: { isPublished: 'false' } })
    const params = { bundleId }
    await expectProblem(app.visitor(api.offers.bundle, { params }), 404, 'not_found')
    for (const viewer of [owner, await app.makeUser('admin')])
      expect(await viewer.call(api.offers.bundle, { params })).toMatchObject({ courses: [], complete: false })
  })

  test('bundles go with the account of their educator', async () => {
    const owner = await app.makeUser('educator')
    const own = [await makeCourse(owner, { price: 100 }), await makeCourse(owner, { price: 100 })]
    const body = bodyOf({ price: 150, courseIds: own.map(({ _id }) => _id), description: 'By Asha, of Pune' })
    const { _id: bundleId } = await owner.call(api.ownOffers.createBundle, { body })
    const admin = await app.makeUser('admin')
    await admin.call(api.admin.deleteUser, { params: { userId: owner.user._id } })
    await expectProblem(admin.call(api.offers.bundle, { params: { bundleId } }), 404, 'not_found')
    const row = await app.deps.db.selectFrom('bundles').selectAll().where('id', '=', bundleId).executeTakeFirst()
    expect(row).toMatchObject({ description: '', is_published: false })
  })

  test('admins find the bundles of everyone, see drafts and remove one with a reason', async () => {
    const draft = await makeBundle({ title: 'Odd promises', isPublished: false })
    const admin = await app.makeUser('admin')
    const find = (query: object) => admin.call(api.adminOffers.bundles, { query })
    expect((await find({ text: 'odd prom' })).bundles).toMatchObject([
      { _id: draft._id, courses: 3, isPublished: false },
    ])
    const params = { bundleId: draft._id }
    expect(await admin.call(api.offers.bundle, { params })).toMatchObject({ title: 'Odd promises' })
    const body = { reason: 'It promises a job.' }
    expect(await admin.call(api.adminOffers.removeBundle, { params, body })).toEqual({ message: 'Bundle removed' })
    await expectProblem(admin.call(api.adminOffers.removeBundle, { params, body }), 404, 'not_found')
    expect((await find({ text: 'odd prom' })).bundles).toEqual([])
    const [entry] = (await admin.call(api.admin.audit, { query: { limit: 1 } })).entries
    expect(entry).toMatchObject({
      action: 'bundle-removed',
      subject: 'Odd promises',
      detail: 'Bundle removed: It promises a job.',
    })
    await expectProblem(educator.call(api.adminOffers.removeBundle, { params, body }), 403, 'forbidden')
    for (const query of [{ limit: 0 }, { limit: 101 }, { text: 'x'.repeat(101) }, { cursor: 'no page' }])
      await expectProblem(find(query), 400, 'invalid_input')
    for (const reason of ['', ' ', 'x'.repeat(501)])
      await expectProblem(admin.call(api.adminOffers.removeBundle, { params, body: { reason } }), 400, 'invalid_input')
  })

  test('a course that is taken off sale leaves with its share', async () => {
    const fourth = await makeCourse(educator, { title: 'Four', price: 1000 })
    const bundle = await makeBundle({ courseIds: [fourth._id, ...courses.map(({ _id }) => _id)], price: 1000 })
    await educator.call(api.courses.edit, { params: { courseId: fourth._id }, body: { isPublished: 'false' } })
    const page = await app.visitor(api.offers.bundle, { params: { bundleId: bundle._id } })
    expect([page.price, page.alone, page.courses.length]).toEqual([500, 1000, 3])
  })
})

describe('bundles of an educator', () => {
  test('are listed for their owner with their drafts, and named on the pages of their courses', async () => {
    const owner = await app.makeUser('educator')
    const own = [await makeCourse(owner, { price: 100 }), await makeCourse(owner, { price: 100 })]
    const courseIds = own.map(({ _id }) => _id)
    const body = bodyOf({ title: 'A pair', price: 150, courseIds })
    const bundle = await owner.call(api.ownOffers.createBundle, { body })
    expect((await owner.call(api.ownOffers.ownBundles)).bundles).toEqual([bundle])
    const params = { courseId: courseIds[1] ?? '' }
    expect((await app.visitor(api.offers.bundlesOf, { params })).bundles).toEqual([
      { _id: bundle._id, title: 'A pair', price: 150, alone: 200, courses: 2 },
    ])
    await owner.call(api.ownOffers.editBundle, {
      params: { bundleId: bundle._id },
      body: { ...body, isPublished: false, courseIds: courseIds.toReversed() },
    })
    expect((await app.visitor(api.offers.bundlesOf, { params })).bundles).toEqual([])
    const [edited] = (await owner.call(api.ownOffers.ownBundles)).bundles
    expect(edited?.courses.map(({ _id }) => _id)).toEqual(courseIds.toReversed())
    const other = await app.makeUser('educator')
    const foreign = { params: { bundleId: bundle._id }, body }
    await expectProblem(other.call(api.ownOffers.editBundle, foreign), 404, 'not_found')
    await expectProblem(other.call(api.ownOffers.createBundle, { body }), 404, 'not_found')
    await expectProblem(other.call(api.ownOffers.removeBundle, { params: foreign.params }), 404, 'not_found')
  })

  test.each<[string, () => object]>([
    ['no title', () => ({ title: ' ' })],
    ['a long title', () => ({ title: 'x'.repeat(151) })],
    ['one course', () => ({ courseIds: [courses[0]?._id] })],
    ['a course twice', () => ({ courseIds: [courses[0]?._id, courses[0]?._id] })],
    ['21 courses', () => ({ courseIds: Array.from({ length: 21 }, (_, at) => `c${at}`) })],
    ['a price that saves nothing', () => ({ price: 1000 })],
    ['no price', () => ({ price: 0 })],
    ['a price of 3 decimals', () => ({ price: 99.999 })],
    ['a text as price', () => ({ price: '99' })],
    ['a text as state', () => ({ isPublished: 'true' })],
    ['no description but a number', () => ({ description: 5 })],
  ])('refuses %s', async (_, input) => {
    const { path: url } = api.ownOffers.createBundle
    const payload = { ...bodyOf(), ...input() }
    const answer = await app.server.inject({ method: 'POST', url, payload, headers: { cookie: educator.cookie } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('are read one by one by their educator alone', async () => {
    const bundle = await makeBundle({ title: 'Alone' })
    const readAs = (user: TestUser, bundleId = bundle._id) =>
      user.call(api.ownOffers.ownBundle, { params: { bundleId } })
    expect(await readAs(educator)).toEqual(bundle)
    await expectProblem(readAs(await app.makeUser('educator')), 404, 'not_found')
    await expectProblem(readAs(educator, 'unknown'), 404, 'not_found')
  })

  test('are not published with a draft in them', async () => {
    const draft = await makeCourse(educator, { published: false })
    const courseIds = [draft._id, courses[0]?._id ?? '']
    await expectProblem(makeBundle({ courseIds }), 400, 'invalid_input')
    expect(await makeBundle({ courseIds, isPublished: false })).toMatchObject({ isPublished: false })
  })
})
