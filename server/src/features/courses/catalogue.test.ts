import { gunzipSync } from 'node:zlib'
import { api, Course, type CourseCard, categories, type ReplyOf } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cacheVersion } from '#core/events/cache-invalidation.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { asListed, makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator', 'Ada Lovelace')
})
afterAll(() => app.close())

const fetchList = (headers: Record<string, string> = {}) =>
  app.server.inject({ url: '/api/course/getpublishedcoures', headers })
/** What the author of a change gets. */
const catalogue = async (author = educator): Promise<Course[]> => (await fetchList({ cookie: author.cookie })).json()
const entry = async (id: string, author = educator) => (await catalogue(author)).find(({ _id }) => _id === id)

describe('getpublishedcoures', () => {
  test('is right immediately after each kind of change, and the same bytes as long as nothing changes', async () => {
    const tag = async () => (await fetchList()).headers.etag
    const tags = new Set([await tag()])
    /** Expects that a change gives visitors a new answer soon, and that the answer then stays. */
    const expectChanged = async (what: string) => {
      await expect.poll(async () => tags.has(await tag()), { message: what, timeout: 10_000 }).toBe(false)
      const now = await tag()
      tags.add(now)
      expect(await tag()).toBe(now)
    }
    const course = await makeCourse(educator, { title: 'Watched by a cache', price: 0 })
    await expectChanged('publish')
    expect(await entry(course._id)).toEqual(Course.parse(course))

    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { title: 'Renamed' } })
    expect((await entry(course._id))?.title).toBe('Renamed')
    await expectChanged('edit')

    const lecture = await makeLecture(educator, course._id)
    expect(await entry(course._id)).toMatchObject({ lectures: [asListed(lecture)], lectureCount: 1 })
    await expectChanged('new lecture')

    const uploaded = await uploadVideo(educator, lecture._id, true)
    expect((await entry(course._id))?.lectures).toEqual([asListed(uploaded)])
    await expectChanged('video')

    const student = await app.makeUser()
    await buy(student, course._id)
    expect((await entry(course._id, student))?.enrolledCount).toBe(1)
    await expectChanged('enrolment')

    await student.call(api.reviews.give, { body: { courseId: course._id, rating: 4, comment: '' } })
    expect(await entry(course._id, student)).toMatchObject({
      averageRating: 4,
      reviewCount: 1,
      reviews: [{ rating: 4 }],
    })
    await expectChanged('review')

    await educator.call(api.lectures.remove, { params: { lectureId: lecture._id } })
    expect(await entry(course._id)).toMatchObject({ lectures: [], lectureCount: 0 })
    await expectChanged('lecture removed')

    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'false' } })
    expect(await entry(course._id)).toBeUndefined()
    await tag()

    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { isPublished: 'true' } })
    expect(await entry(course._id)).toBeDefined()
    await educator.call(api.courses.remove, { params: { courseId: course._id } })
    expect(await entry(course._id)).toBeUndefined()
  })

  test('does not change with drafts, refused edits and reading', async () => {
    const version = () => cacheVersion(app.deps.db, 'catalogue')
    const settled = async () => {
      const { headers } = await fetchList({ cookie: educator.cookie })
      return headers.etag
    }
    await expect.poll(settled, { timeout: 10_000 }).toBeTruthy()
    const before = await settled()
    const counted = await version()
    const draft = await makeCourse(educator, { published: false })
    await makeLecture(educator, draft._id)
    await expectProblem(
      educator.call(api.courses.edit, { params: { courseId: draft._id }, body: { price: '', isPublished: 'true' } }),
      400,
      'course_incomplete',
    )
    await educator.call(api.courses.remove, { params: { courseId: draft._id } })
    expect((await fetchList()).headers.etag).toBe(before)
    expect(await version()).toEqual(counted)
  })

  test('is sent in an accepted encoding, and as 304 when the client has it', async () => {
    await makeCourse(educator)
    const plain = await fetchList()
    const zipped = await fetchList({ 'accept-encoding': 'gzip, br' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
    const known = await fetchList({ 'accept-encoding': 'br, gzip', 'if-none-match': String(zipped.headers.etag) })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
  })

  test('is newest first and shows only what the contract names', async () => {
    const [older, newer] = [await makeCourse(educator), await makeCourse(educator)]
    const list = await catalogue()
    expect(list.slice(0, 2).map(({ _id }) => _id)).toEqual([newer._id, older._id])
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(Object.keys(api.courses.published.reply.element.shape).sort())
  })

  test('stays whole with changes and readers at once', async () => {
    const course = await makeCourse(educator)
    const titles = Array.from({ length: 8 }, (_, index) => `Title ${index}`)
    await Promise.all(
      titles.map(async (title) => {
        await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { title } })
        expect(titles).toContain((await entry(course._id))?.title)
      }),
    )
    const stored = await app.visitor(api.courses.get, { params: { courseId: course._id } })
    expect((await entry(course._id))?.title).toBe(stored.title)
  })
})

describe('catalogue', () => {
  let other: TestUser
  let courses: Course[]
  const page = (query: Parameters<typeof app.visitor<typeof api.courses.catalogue>>[1] & object) =>
    app.visitor(api.courses.catalogue, query)
  const titles = (cards: CourseCard[]) => cards.map(({ title }) => title)

  beforeAll(async () => {
    for (const { _id } of await catalogue()) await educator.call(api.courses.remove, { params: { courseId: _id } })
    other = await app.makeUser('educator', 'Grace Hopper')
    courses = []
    for (const [title, price, owner] of [
      ['Alpha 100%', 300, educator],
      ['Beta_test', 100, educator],
      ['Gamma', 200, other],
      ['Delta', 0, other],
    ] as const)
      courses.push(await makeCourse(owner, { title, price }))
    const [alpha, , gamma, delta] = courses
    await educator.call(api.courses.edit, {
      params: { courseId: alpha?._id ?? '' },
      body: { category: 'AI/ML', level: 'Advanced' },
    })
    const [one, two] = [await app.makeUser(), await app.makeUser()]
    for (const student of [one, two]) await buy(student, delta?._id ?? '')
    await buy(one, gamma?._id ?? '')
    await one.call(api.reviews.give, { body: { courseId: gamma?._id ?? '', rating: 5 } })
    await one.call(api.reviews.give, { body: { courseId: delta?._id ?? '', rating: 3 } })
  })

  test('pages through, with the whole number and the counts of all categories', async () => {
    const first = await page({ query: { limit: 3 } })
    expect(titles(first.courses)).toEqual(['Delta', 'Gamma', 'Beta_test'])
    expect(first.total).toBe(4)
    expect(first.categoryCounts).toEqual({
      ...Object.fromEntries(categories.map((name) => [name, 0])),
      'AI/ML': 1,
      'Web Development': 3,
    })
    const second = await page({ query: { limit: 3, cursor: first.next ?? '' } })
    expect([titles(second.courses), second.total, second.next]).toEqual([['Alpha 100%'], 4, null])
  })

  test.each([
    ['newest', ['Delta', 'Gamma', 'Beta_test', 'Alpha 100%']],
    ['popular', ['Delta', 'Gamma', 'Beta_test', 'Alpha 100%']],
    ['rating', ['Gamma', 'Delta', 'Beta_test', 'Alpha 100%']],
    ['price-low', ['Delta', 'Beta_test', 'Gamma', 'Alpha 100%']],
    ['price-high', ['Alpha 100%', 'Gamma', 'Beta_test', 'Delta']],
  ] as const)('sorts by %s', async (sort, expected) => {
    expect(titles((await page({ query: { sort } })).courses)).toEqual(expected)
    // one by one to the end, and back again
    const seen: string[] = []
    let previous: string | null = null
    for (let cursor: string | null = ''; cursor !== null; ) {
      const one: ReplyOf<typeof api.courses.catalogue> = await page({
        query: { sort, limit: 1, ...(cursor && { cursor }) },
      })
      seen.push(...titles(one.courses))
      cursor = one.next
      previous = one.previous
    }
    expect(seen).toEqual(expected)
    for (; previous !== null; seen.pop()) {
      const one: ReplyOf<typeof api.courses.catalogue> = await page({ query: { sort, limit: 1, cursor: previous } })
      expect(titles(one.courses)).toEqual(seen.slice(-2, -1))
      previous = one.previous
    }
    expect(seen).toEqual(expected.slice(0, 1))
  })

  test('refuses a cursor of another order, and made-up ones', async () => {
    const { next } = await page({ query: { limit: 1 } })
    for (const cursor of [next ?? '', 'x', Buffer.from('[1,null,"a","b"]').toString('base64url')])
      await expectProblem(page({ query: { sort: 'popular', cursor } }), 400, 'invalid_input')
  })

  test('filters by category, level, creator, text and all but one, and counts what it found', async () => {
    const find = async (query: NonNullable<Parameters<typeof page>[0]['query']>) => {
      const { courses: found, total } = await page({ query })
      expect(total).toBe(found.length)
      return titles(found)
    }
    expect(await find({ category: 'AI/ML' })).toEqual(['Alpha 100%'])
    expect(await find({ category: ['AI/ML', 'Others'] })).toEqual(['Alpha 100%'])
    expect(await find({ category: 'Others' })).toEqual([])
    expect(await find({ level: 'Advanced' })).toEqual(['Alpha 100%'])
    expect(await find({ creator: other.user._id })).toEqual(['Delta', 'Gamma'])
    expect(await find({ creator: other.user._id, exclude: courses[3]?._id })).toEqual(['Gamma'])
    expect(await find({ besides: courses[3]?._id })).toEqual(['Gamma'])
    expect(await find({ besides: '0'.repeat(24) })).toEqual([])
    expect(await find({ text: 'gAMMa' })).toEqual(['Gamma'])
    expect(await find({ text: 'hopper' })).toEqual(['Delta', 'Gamma'])
    expect(await find({ text: '%' })).toEqual(['Alpha 100%'])
    expect(await find({ text: '_' })).toEqual(['Beta_test'])
    expect(await find({ text: '\\' })).toEqual([])
    expect(await find({ text: 'nothing like it' })).toEqual([])
  })

  test('counts a filtered list also on its further pages', async () => {
    const query = { creator: other.user._id, limit: 1 }
    expect((await page({ query })).total).toBe(2)
    const { next } = await page({ query })
    expect((await page({ query: { ...query, cursor: next ?? '' } })).total).toBe(2)
  })

  test('counts right immediately after a change', async () => {
    const before = await page({})
    const added = await makeCourse(educator, { title: 'Epsilon' })
    const after = await page({})
    expect([after.total - before.total, after.courses[0]?.title]).toEqual([1, 'Epsilon'])
    expect(after.categoryCounts['Web Development']).toBe(4)
    await educator.call(api.courses.remove, { params: { courseId: added._id } })
    expect(await page({})).toEqual(before)
  })

  test('refuses queries that make no sense', async () => {
    for (const query of [
      { limit: 0 },
      { limit: 101 },
      { cursor: 'a b' },
      { sort: 'best' },
      { category: 'X' },
      { level: 'X' },
      { text: 'x'.repeat(101) },
    ])
      await expectProblem(page({ query: query as { limit: number } }), 400, 'invalid_input')
  })
})
