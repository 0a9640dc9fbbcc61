import { api, type Course } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { endSales } from './sales.ts'

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
const inHours = (hours: number) => new Date(app.clock.ms + hours * hour).toISOString()
const setSale = (course: Course, price: number, hours = 48, owner = educator) =>
  owner.call(api.ownOffers.setSale, { params: { courseId: course._id }, body: { price, endsAt: inHours(hours) } })
const get = (course: Course) => app.visitor(api.courses.get, { params: { courseId: course._id } })
const edit = (course: Course, body: { price?: string; title?: string; isPublished?: 'false' }) =>
  educator.call(api.courses.edit, { params: { courseId: course._id }, body })
const rowOf = (course: Course) =>
  app.deps.db
    .selectFrom('courses')
    .select(['price_paise', 'regular_price_paise', 'sale_ends_at', 'struck_price_paise'])
    .where('id', '=', course._id)
    .executeTakeFirstOrThrow()
const changesOf = async (course: Course) =>
  (
    await app.deps.db
      .selectFrom('price_changes')
      .select('price_paise')
      .where('course_id', '=', course._id)
      .orderBy('id')
      .execute()
  ).map(({ price_paise: price }) => price)
/** A course that has cost so much for so many days. */
async function offered(price: number, days: number): Promise<Course> {
  const course = await makeCourse(educator, { price })
  const at = new Date(app.clock.ms - days * day)
  await app.deps.db.updateTable('price_changes').set({ at }).where('course_id', '=', course._id).execute()
  return course
}

describe('a sale', () => {
  test('lowers the price everywhere until its end, and then no one buys at it any more, before its job too', async () => {
    const course = await offered(500, 40)
    const { sale } = await setSale(course, 300)
    expect(sale).toMatchObject({ regularPrice: 500, struckPrice: 500 })
    expect(await get(course)).toMatchObject({ price: 300, sale })
    const list = await app.visitor(api.courses.catalogue, { query: { creator: educator.user._id } })
    expect(list.courses[0]?.price).toBe(300)
    const student = await app.makeUser()
    const body = { courseId: course._id }
    expect(await student.call(api.enrolments.createOrder, { body })).toMatchObject({ amount: 30_000 })
    app.clock.ms += 48 * hour
    const after = await get(course)
    expect([after.price, after.sale]).toEqual([500, undefined])
    expect((await app.visitor(api.offers.quote, { query: body })).price).toBe(500)
    expect((await rowOf(course)).price_paise).toBe(30_000)
    expect(await student.call(api.enrolments.createOrder, { body })).toMatchObject({ amount: 50_000 })
    await endSales(app.deps)
    await endSales(app.deps)
    expect(await rowOf(course)).toEqual({
      price_paise: 50_000,
      regular_price_paise: null,
      sale_ends_at: null,
      struck_price_paise: null,
    })
    expect(await changesOf(course)).toEqual([50_000, 30_000, 50_000])
    const listed = await app.visitor(api.courses.catalogue, { query: { creator: educator.user._id } })
    expect(listed.courses[0]?.price).toBe(500)
  })

  test('shows the lowest price of the days before it, or none', async () => {
    const course = await offered(500, 40)
    await edit(course, { price: '400' })
    app.clock.ms += day
    educator = { ...educator, ...(await relogin()) }
    await edit(course, { price: '900' })
    app.clock.ms += 10 * hour
    expect((await setSale(course, 450)).sale).toMatchObject({ regularPrice: 900, struckPrice: null })
    expect((await setSale(course, 350)).sale).toMatchObject({ regularPrice: 900, struckPrice: 400 })
    // the price of the running sale counts among those of the days before
    expect((await setSale(course, 350, 72)).sale).toMatchObject({ struckPrice: null })
    const fresh = await makeCourse(educator, { price: 5000 })
    expect((await setSale(fresh, 300)).sale).toMatchObject({ regularPrice: 5000, struckPrice: null })
  })

  test('is ended by its educator; the price cannot be changed before', async () => {
    const course = await makeCourse(educator, { price: 500 })
    const params = { courseId: course._id }
    await setSale(course, 300)
    await expectProblem(edit(course, { price: '250' }), 409, 'sale_is_on')
    // the form sends the price that it shows
    expect(await edit(course, { price: '300', title: 'Another title' })).toMatchObject({ price: 300 })
    expect((await educator.call(api.ownOffers.sale, { params })).sale).toMatchObject({ regularPrice: 500 })
    expect(await educator.call(api.ownOffers.endSale, { params })).toEqual({ message: 'Sale ended' })
    expect(await educator.call(api.ownOffers.endSale, { params })).toEqual({ message: 'This course is not on sale' })
    expect([(await get(course)).price, (await educator.call(api.ownOffers.sale, { params })).sale]).toEqual([500, null])
    await edit(course, { price: '250' })
  })

  test('that is over does not hold the price, and an edit before its job keeps the regular one', async () => {
    const course = await makeCourse(educator, { price: 500 })
    await setSale(course, 300, 2)
    app.clock.ms += 2 * hour
    expect(await edit(course, { title: 'Later' })).toMatchObject({ price: 500, title: 'Later' })
    expect(await rowOf(course)).toMatchObject({ price_paise: 50_000, sale_ends_at: null })
    await setSale(course, 300, 2)
    app.clock.ms += 2 * hour
    expect(await edit(course, { price: '450' })).toMatchObject({ price: 450 })
  })

  test('is ended as it was read: one that was set elsewhere stays', async () => {
    const course = await makeCourse(educator, { price: 500 })
    const params = { courseId: course._id }
    const { saleVersion: version } = await setSale(course, 300)
    await setSale(course, 200)
    await expectProblem(educator.call(api.ownOffers.endSale, { params, query: { version } }), 409, 'changed_elsewhere')
    expect(await rowOf(course)).toMatchObject({ price_paise: 20_000 })
    await educator.call(api.ownOffers.endSale, { params })
    expect(await rowOf(course)).toMatchObject({ price_paise: 50_000, sale_ends_at: null })
  })

  test('does not go into a copy', async () => {
    const course = await makeCourse(educator, { price: 500 })
    await setSale(course, 300)
    const copy = await educator.call(api.courses.duplicate, { params: { courseId: course._id } })
    expect([copy.price, copy.sale]).toEqual([500, undefined])
  })

  test('counts only what was on sale', async () => {
    const course = await makeCourse(educator, { price: 500, published: false })
    expect(await changesOf(course)).toEqual([])
    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'true' } })
    await edit(course, { isPublished: 'false' })
    expect(await changesOf(course)).toEqual([50_000, null])
    await expectProblem(setSale(course, 300), 409, 'sale_not_possible')
  })

  test.each([
    ['not below the price', { price: 500 }],
    ['below ₹1', { price: 0.5 }],
    ['a text', { price: '300' }],
    ['3 decimals', { price: 300.001 }],
    ['no price', { price: undefined }],
    ['an end that is none', { endsAt: 'tomorrow' }],
    ['an end too near', { endsAt: '2020-01-01T00:00:00Z' }],
    ['an end too far', { endsAt: '2199-01-01T00:00:00Z' }],
  ])('refuses %s', async (_, changes) => {
    const course = await makeCourse(educator, { price: 500 })
    const answer = await app.server.inject({
      method: 'POST',
      url: api.ownOffers.setSale.path.replace(':courseId', course._id),
      payload: { price: 300, endsAt: inHours(48), ...changes },
      headers: { cookie: educator.cookie },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('is its educator’s own, of a course that costs something', async () => {
    const course = await makeCourse(educator, { price: 500 })
    const other = await app.makeUser('educator')
    const params = { courseId: course._id }
    await expectProblem(setSale(course, 300, 48, other), 404, 'not_found')
    await expectProblem(other.call(api.ownOffers.sale, { params }), 404, 'not_found')
    await expectProblem(other.call(api.ownOffers.endSale, { params }), 404, 'not_found')
    await expectProblem(setSale(await makeCourse(educator, { price: 0 }), 1), 409, 'sale_not_possible')
  })
})

/** Sessions end when the clock moves by days. */
async function relogin(): Promise<Pick<TestUser, 'call' | 'cookie'>> {
  const { email } = educator.user
  const answer = await app.server.inject({
    method: api.accounts.login.method,
    url: api.accounts.login.path,
    payload: { email, password: 'correct horse battery' },
  })
  const cookie = answer.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  return { cookie, call: app.callAs(cookie) }
}
