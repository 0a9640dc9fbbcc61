import { api, type CourseLanguage, type QueryInput } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'

type Query = QueryInput<typeof api.courses.catalogue>

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator')
  const make = async (
    title: string,
    price: number,
    facts: { seconds: number; stars?: number[] },
    language: CourseLanguage = 'en',
  ) => {
    const { _id } = await makeCourse(educator, { title, price })
    await educator.call(api.courses.edit, { params: { courseId: _id }, body: { language } })
    const { seconds, stars = [0, 0, 0, 0, 0] } = facts
    // what hours of video and many students would make of the counters
    await app.deps.db
      .updateTable('courses')
      .set({
        total_seconds: seconds,
        rating_counts: stars,
        rating_count: stars.reduce((sum, count) => sum + count, 0),
        rating_sum: stars.reduce((sum, count, index) => sum + count * (index + 1), 0),
      })
      .where('id', '=', _id)
      .execute()
  }
  await make('Free and short', 0, { seconds: 3599 })
  await make('Cheap', 99.5, { seconds: 3600, stars: [0, 0, 1, 19, 0] }, 'hi') // 3.95, shown as 4
  await make('Fair', 500, { seconds: 10_799, stars: [0, 1, 19, 0, 0] }, 'ta') // 2.95, shown as 3
  await make('Dear', 100_000, { seconds: 10_800, stars: [0, 0, 6, 94, 0] }) // 3.94, shown as 3.9
  await make('Without videos', 500, { seconds: 0, stars: [0, 0, 0, 0, 1] })
})
afterAll(() => app.close())

const list = async (query: Query) => {
  const { courses, total, languages } = await app.visitor(api.courses.catalogue, { query })
  return { titles: courses.map(({ title }) => title).toSorted(), total, languages }
}

describe('filters of the catalogue', () => {
  test.each<[Query, string[]]>([
    [{ price: 'free' }, ['Free and short']],
    [{ price: 'paid' }, ['Cheap', 'Dear', 'Fair', 'Without videos']],
    [{ minPrice: '99.5', maxPrice: '500' }, ['Cheap', 'Fair', 'Without videos']],
    [{ minPrice: '99.51', maxPrice: '499.99' }, []],
    [{ minPrice: '0', maxPrice: '0' }, ['Free and short']],
    [{ minPrice: '500.01' }, ['Dear']],
    [{ maxPrice: '99.5', price: 'paid' }, ['Cheap']],
    [{ rating: '4' }, ['Cheap', 'Without videos']],
    [{ rating: '3' }, ['Cheap', 'Dear', 'Fair', 'Without videos']],
    [{ length: 'short' }, ['Free and short']],
    [{ length: 'medium' }, ['Cheap', 'Fair']],
    [{ length: 'long' }, ['Dear']],
    [{ language: 'hi' }, ['Cheap']],
    [{ language: 'ur' }, []],
    [{ language: 'en', rating: '4', price: 'paid', level: 'Beginner' }, ['Without videos']],
  ])('%j finds %j, in every order', async (query, titles) => {
    for (const sort of ['newest', 'price-low', 'rating'] as const) {
      expect(await list({ ...query, sort })).toMatchObject({ titles, total: titles.length })
    }
    // page by page it is the same list
    const pages: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof app.visitor<typeof api.courses.catalogue>>> = await app.visitor(
        api.courses.catalogue,
        { query: { ...query, limit: 1, sort: 'price-high', ...(cursor && { cursor }) } },
      )
      pages.push(...page.courses.map(({ title }) => title))
      cursor = page.next
    }
    expect(pages.toSorted()).toEqual(titles)
  })

  test.each([
    'minPrice=-1',
    'minPrice=1e3',
    'minPrice=%20',
    'minPrice=',
    'minPrice=0x10',
    'minPrice=1.005',
    'maxPrice=1000000.01',
    'maxPrice=99999999999999999999',
    'maxPrice=NaN',
    'minPrice=500&maxPrice=100',
    'minPrice=1&minPrice=2',
    'price=cheap',
    'rating=5.5',
    'rating=-4',
    'rating=4&rating=3',
    'length=forever',
    'length=toString',
    'language=klingon',
    'language=__proto__',
    'language=EN',
    "language=en'%20or%20true--",
  ])('refuses %s', async (search) => {
    const answer = await app.server.inject(`/api/course/catalogue?${search}`)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('languages are those of published courses, at once', async () => {
    expect((await list({})).languages.toSorted()).toEqual(['en', 'hi', 'ta'])
    const { _id } = await makeCourse(educator, { title: 'In Urdu' })
    const params = { courseId: _id }
    const edited = await educator.call(api.courses.edit, { params, body: { language: 'ur' } })
    expect(edited.language).toBe('ur')
    expect((await list({ language: 'ur' })).titles).toEqual(['In Urdu'])
    expect((await list({})).languages).toContain('ur')
    const copy = await educator.call(api.courses.duplicate, { params })
    expect(copy.language).toBe('ur')
    await educator.call(api.courses.remove, { params })
    expect((await list({})).languages).not.toContain('ur')
    const wrong = educator.call(api.courses.edit, { params: { courseId: copy._id }, body: { language: 'xx' as 'ur' } })
    await expectProblem(wrong, 400, 'invalid_input')
  })

  test('the length of a course follows its videos, in the same transaction', async () => {
    const course = await makeCourse(educator, { title: 'Growing' })
    const seconds = async () => (await app.visitor(api.courses.get, { params: { courseId: course._id } })).totalSeconds
    expect(await seconds()).toBe(0)
    const lectures = [await makeLecture(educator, course._id), await makeLecture(educator, course._id)]
    const lengths: number[] = []
    for (const { _id } of lectures) lengths.push((await uploadVideo(educator, _id)).durationSeconds ?? 0)
    const [first = 0, second = 0] = lengths
    expect(first).toBeGreaterThan(0)
    expect(await seconds()).toBe(first + second)
    await educator.call(api.lectures.remove, { params: { lectureId: lectures[0]?._id ?? '' } })
    expect(await seconds()).toBe(second)
    const listed = (await educator.call(api.courses.published)).find(({ _id }) => _id === course._id)
    expect(listed).toMatchObject({ totalSeconds: second, language: 'en' })
    const copy = await educator.call(api.courses.duplicate, { params: { courseId: course._id } })
    expect(copy.totalSeconds).toBe(second)
    await educator.call(api.courses.remove, { params: { courseId: copy._id } })
    expect(await seconds()).toBe(second)
  })
})
