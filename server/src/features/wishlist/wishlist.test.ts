import { api, Course } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator', 'Meera Iyer')
})
beforeEach(async () => {
  student = await app.makeUser()
})
afterAll(() => app.close())

const add = (courseId: string, who = student) => who.call(api.wishlist.add, { body: { courseId } })
const remove = (courseId: string, who = student) => who.call(api.wishlist.remove, { body: { courseId } })
const onWishlist = async (who = student): Promise<string[]> => {
  const { wishlist } = await who.call(api.wishlist.list)
  const { courseIds } = await who.call(api.wishlist.ids)
  expect(courseIds).toEqual(wishlist.map(({ _id }) => _id))
  const { courses } = await who.call(api.wishlist.page, {})
  expect(courses.map(({ _id }) => _id)).toEqual(courseIds)
  return courseIds
}
const publish = (course: Course, isPublished: 'true' | 'false') =>
  educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished } })

test('lists complete courses, last added first; adding twice and removing a missing one are no errors', async () => {
  const [first, second] = [await makeCourse(educator, { title: 'First' }), await makeCourse(educator)]
  await makeLecture(educator, first._id, 'Opening')
  expect(await add(first._id)).toEqual({ message: 'Added to wishlist' })
  await add(second._id)
  await add(first._id)
  expect(await onWishlist()).toEqual([second._id, first._id])
  const { wishlist } = await student.call(api.wishlist.list)
  const shown = await student.call(api.courses.get, { params: { courseId: first._id } })
  // lists of courses leave out captions, and what the page of one course shows
  const lectures = shown.lectures.map(({ captions: _, ...lecture }) => lecture)
  expect(wishlist[1]).toEqual({ ...Course.parse(shown), lectures })
  expect(await remove(first._id)).toEqual({ message: 'Removed from wishlist' })
  expect(await remove(first._id)).toEqual({ message: 'Removed from wishlist' })
  expect(await remove('no-such-course')).toEqual({ message: 'Removed from wishlist' })
  expect(await onWishlist()).toEqual([second._id])
})

test('comes in pages of cards that keep their place while courses come and go', async () => {
  const added: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
    const { _id } = await makeCourse(educator, { title })
    added.push(_id)
    await add(_id)
  }
  const page = async (cursor?: string | null) => {
    const read = await student.call(api.wishlist.page, { query: { limit: 2, ...(cursor && { cursor }) } })
    return { ...read, titles: read.courses.map(({ title }) => title) }
  }
  const first = await page()
  const second = await page(first.next)
  expect([first.titles, second.titles]).toEqual([
    ['Five', 'Four'],
    ['Three', 'Two'],
  ])
  expect([first.previous, (await page(second.next)).titles]).toEqual([null, ['One']])
  expect((await page(second.previous)).titles).toEqual(first.titles)
  expect(second.courses[0]).toMatchObject({ creatorName: 'Meera Iyer', lectureCount: 0, reviewCount: 0 })
  expect(second.courses[0]).not.toHaveProperty('lectures')
  await remove(added[3] ?? '')
  expect((await page(first.next)).titles).toEqual(['Three', 'Two'])
  const other = await app.makeUser()
  const foreign = await other.call(api.wishlist.page, { query: { cursor: first.next ?? '' } })
  expect(foreign.courses).toEqual([])
})

test.each([
  ...['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'cursor=', 'cursor=x', `cursor=${'x'.repeat(2000)}`],
  ...['[1]', '[2,"2026-01-01T00:00:00Z","x"]', '[1,7,"x"]', '[1,"0000-01-01T00:00:00Z","x"]'].map(
    (key) => `cursor=${Buffer.from(key).toString('base64url')}`,
  ),
])('a page is refused for ?%s', async (query) => {
  const url = `${api.wishlist.page.path}?${query}`
  const answer = await app.server.inject({ url, headers: { cookie: student.cookie } })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
})

test('the whole list is read thirty times a minute at most, by each student', async () => {
  const [student, another] = [await app.makeUser(), await app.makeUser()]
  for (let time = 0; time < 30; time++) await student.call(api.wishlist.list)
  await expectProblem(student.call(api.wishlist.list), 429, 'rate_limited')
  await another.call(api.wishlist.list)
})

test('is each student’s own', async () => {
  const course = await makeCourse(educator)
  const other = await app.makeUser()
  await add(course._id)
  expect(await onWishlist(other)).toEqual([])
  await remove(course._id, other)
  expect(await onWishlist()).toEqual([course._id])
})

describe('what the student cannot see', () => {
  test('cannot be added: drafts, removed and unknown courses are not_found', async () => {
    const draft = await makeCourse(educator, { published: false })
    const removed = await makeCourse(educator)
    await educator.call(api.courses.remove, { params: { courseId: removed._id } })
    for (const courseId of [draft._id, removed._id, 'no-such-course', '%', 'Ω'.repeat(64)])
      await expectProblem(add(courseId), 404, 'not_found')
    expect(await onWishlist()).toEqual([])
  })

  test('is left out while it is unpublished, and comes back with its publication', async () => {
    const course = await makeCourse(educator)
    await add(course._id)
    await publish(course, 'false')
    expect(await onWishlist()).toEqual([])
    await publish(course, 'true')
    expect(await onWishlist()).toEqual([course._id])
    await publish(course, 'false')
    await remove(course._id)
    await publish(course, 'true')
    expect(await onWishlist()).toEqual([])
  })

  test('vanishes with a course that is deleted', async () => {
    const course = await makeCourse(educator)
    await add(course._id)
    await educator.call(api.courses.remove, { params: { courseId: course._id } })
    expect(await onWishlist()).toEqual([])
    expect(
      await app.deps.db.selectFrom('wishlist_items').selectAll().where('course_id', '=', course._id).execute(),
    ).toEqual([])
  })
})

test('a student keeps a wishlist item for a course that they are enrolled in, unpublished and removed too', async () => {
  const course = await makeCourse(educator, { price: 0 })
  await buy(student, course._id)
  await publish(course, 'false')
  await add(course._id)
  expect(await onWishlist()).toEqual([course._id])
  await educator.call(api.courses.remove, { params: { courseId: course._id } })
  expect(await onWishlist()).toEqual([course._id])
})

describe('refused', () => {
  const calls = [api.wishlist.add, api.wishlist.remove, api.wishlist.list, api.wishlist.page, api.wishlist.ids]

  test.each(calls)('$method $path: no one without a session, no other role', async ({ method, path }) => {
    const payload = method === 'POST' ? { payload: { courseId: 'x' } } : {}
    const answer = await app.server.inject({ method, url: path, ...payload })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
    for (const role of ['educator', 'admin'] as const) {
      const { cookie } = await app.makeUser(role)
      const refused = await app.server.inject({ method, url: path, headers: { cookie }, ...payload })
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
    }
  })

  test.each([
    undefined,
    {},
    { courseId: '' },
    { courseId: null },
    { courseId: 7 },
    { courseId: ['a'] },
    { courseId: { _id: 'a' } },
    { courseId: 'x'.repeat(65) },
    { courseId: 'a\u0000b' },
    [],
    'courseId',
  ])('a body like %j', async (body) => {
    for (const { path } of [api.wishlist.add, api.wishlist.remove]) {
      const answer = await app.server.inject({
        method: 'POST',
        url: path,
        headers: { cookie: student.cookie, 'content-type': 'application/json' },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    }
  })
})

test('clicks at once leave one item or none, and no error', async () => {
  const course = await makeCourse(educator)
  for (let round = 0; round < 10; round++) {
    await Promise.all([add(course._id), add(course._id), remove(course._id), add(course._id), remove(course._id)])
    expect((await onWishlist()).length).toBeLessThanOrEqual(1)
  }
  await add(course._id)
  expect(await onWishlist()).toEqual([course._id])
})

test('adding a course during its removal saves the item or answers not_found, and leaves no row behind', async () => {
  for (let round = 0; round < 10; round++) {
    const course = await makeCourse(educator)
    const [outcome] = await Promise.all([
      add(course._id).then(
        () => 'added',
        (problem: { code?: string }) => problem.code,
      ),
      educator.call(api.courses.remove, { params: { courseId: course._id } }),
    ])
    expect(outcome).toBeOneOf(['added', 'not_found'])
    expect(await onWishlist()).toEqual([])
  }
})
