import { api, type Course, type QueryInput, type ReplyOf } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { foundAs, scriptedSearchIndex } from '#test/support/services/scripted-search-index.ts'

const search = scriptedSearchIndex()
let app: TestApp
let educator: TestUser
let react: Course
let hooks: Course
let pages: Course
let knots: Course

beforeAll(async () => {
  app = await createTestApp({ overrides: { searchIndex: search } })
  educator = await app.makeUser('educator', 'Rea Actova')
  react = await publish('Modern React', 300, 'Web Development', 'Advanced')
  hooks = await publish('Hooks and State', 100, 'Web Development', 'Beginner')
  pages = await publish('Web Pages by Hand', 200, 'UI UX Designing', 'Beginner')
  knots = await publish('Knots for Sailors', 50, 'Others', 'Beginner')
})
afterAll(() => app.close())
beforeEach(async () => {
  Object.assign(app.deps.limits, createLimits(memoryStore()))
  Object.assign(search, { found: [], filters: {}, state: 'ready', asked: [] })
  // What is remembered belongs to the courses as they are: a change forgets it.
  await edit(knots, { description: `Knots, as of ${app.clock.ms}` })
})

async function publish(title: string, price: number, category: Course['category'], level: Course['level']) {
  const course = await makeCourse(educator, { title, price })
  return edit(course, { ...(category && { category }), ...(level && { level }) })
}
const edit = (course: Course, body: Parameters<typeof educator.call<typeof api.courses.edit>>[1]['body']) =>
  educator.call(api.courses.edit, { params: { courseId: course._id }, body })
type Query = QueryInput<typeof api.courses.catalogue>
/** The pages of one course each, with the total that each shows. */
async function onPages(text: string) {
  const pages: [title: string | undefined, total: number][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: Query = { text, limit: 1, ...(cursor && { cursor }) }
    const page: ReplyOf<typeof api.courses.catalogue> = await app.visitor(api.courses.catalogue, { query })
    pages.push([page.courses[0]?.title, page.total])
    cursor = page.next
  }
  return pages
}
const list = async (query: Query) => {
  const { courses, total } = await app.visitor(api.courses.catalogue, { query })
  return { titles: courses.map(({ title }) => title), total }
}
const titles = async (query: Query) => (await list(query)).titles

describe('with a text', () => {
  test('lists the sure results of the search in order, then courses that only have the words, and no closest ones', async () => {
    search.found = [...foundAs('sure', pages._id, hooks._id), ...foundAs('closest', knots._id)]
    expect(await list({ text: 'react' })).toEqual({
      titles: ['Web Pages by Hand', 'Hooks and State', 'Modern React'],
      total: 3,
    })
    expect(await titles({ text: 'react', sort: 'relevance' })).toEqual(await titles({ text: 'react' }))
  })

  test('ranks a course with the words by the search, even when the search is not sure of it', async () => {
    search.found = [...foundAs('sure', hooks._id), ...foundAs('closest', react._id)]
    const named = await publish('React by the Sea', 10, 'Others', 'Beginner')
    try {
      expect(await titles({ text: 'react' })).toEqual(['Hooks and State', 'Modern React', 'React by the Sea'])
    } finally {
      await educator.call(api.courses.remove, { params: { courseId: named._id } })
    }
  })

  test("an educator's name finds their courses", async () => {
    expect(await titles({ text: 'actova' })).toHaveLength(4)
  })

  test('sorts the same courses by another order when one is chosen', async () => {
    search.found = foundAs('sure', pages._id, hooks._id)
    expect(await titles({ text: 'react', sort: 'price-low' })).toEqual([
      'Hooks and State',
      'Web Pages by Hand',
      'Modern React',
    ])
    expect(await titles({ text: 'react', sort: 'newest' })).toEqual([
      'Web Pages by Hand',
      'Hooks and State',
      'Modern React',
    ])
  })

  test('filters, counts and pages work with this order', async () => {
    search.found = foundAs('sure', hooks._id, pages._id, react._id)
    expect(await list({ text: 'react', category: ['Web Development'] })).toEqual({
      titles: ['Hooks and State', 'Modern React'],
      total: 2,
    })
    expect(await titles({ text: 'react', level: 'Beginner' })).toEqual(['Hooks and State', 'Web Pages by Hand'])
    expect(await titles({ text: 'react', exclude: hooks._id })).toEqual(['Web Pages by Hand', 'Modern React'])
    expect(await onPages('react')).toEqual([
      ['Hooks and State', 3],
      ['Web Pages by Hand', 3],
      ['Modern React', 3],
    ])
  })

  test('a draft that the search still knows is not shown', async () => {
    const draft = await makeCourse(educator, { published: false })
    search.found = foundAs('sure', draft._id, 'gone', hooks._id)
    expect(await titles({ text: 'state' })).toEqual(['Hooks and State'])
  })

  test('the pages of one order ask the search once, until a course changes', async () => {
    search.found = foundAs('sure', hooks._id, pages._id)
    expect(await onPages('paged')).toHaveLength(2)
    expect(search.asked).toMatchObject([{ input: 'paged', options: { most: 200 } }])
    search.found = foundAs('sure', pages._id)
    await edit(knots, { subTitle: `Ropes at ${app.clock.ms}` })
    expect(await titles({ text: 'paged' })).toEqual(['Web Pages by Hand'])
  })
})

describe('without a text', () => {
  test.each([{}, { sort: 'newest' }, { sort: 'relevance' }, { text: '' }] as const)(
    '%j lists the newest first and asks no search',
    async (query) => {
      expect((await titles(query))[0]).toBe('Knots for Sailors')
      expect(search.asked).toEqual([])
    },
  )
})

describe('matches the words alone when the search has no ranking', () => {
  test.each(['loading', 'overloaded', 'broken'] as const)('%s', async (state) => {
    Object.assign(search, { state, found: foundAs('sure', knots._id) })
    expect(await list({ text: 'react' })).toEqual({ titles: ['Modern React'], total: 1 })
    expect(await list({ text: 'rea', sort: 'relevance' })).toMatchObject({ total: 4 })
    search.state = 'ready'
    expect(await titles({ text: 'react' })).toEqual(['Knots for Sailors', 'Modern React'])
  })

  test('slow: after a second and a half', async () => {
    search.state = 'slow'
    const started = performance.now()
    expect(await titles({ text: 'react' })).toEqual(['Modern React'])
    expect(performance.now() - started).toBeLessThan(4000)
    expect(search.asked[0]?.turn.signal?.aborted).toBe(true)
  })

  test('a client that has searched too often; another one is not affected', async () => {
    search.found = foundAs('sure', knots._id)
    for (let count = 0; count < 600; count++) await app.deps.limits.searchesByClient.consume('10.3.0.1')
    const from = async (remoteAddress: string) => {
      const answer = await app.server.inject({ url: '/api/course/catalogue?text=react', remoteAddress })
      return answer.json<{ courses: Course[] }>().courses.map(({ title }) => title)
    }
    expect(await from('10.3.0.1')).toEqual(['Modern React'])
    expect(await from('10.3.0.2')).toEqual(['Knots for Sailors', 'Modern React'])
    // What is remembered costs nothing.
    expect(await from('10.3.0.1')).toEqual(['Knots for Sailors', 'Modern React'])
  })

  test('more than two lists of one client at the same time', async () => {
    search.state = 'slow'
    const many = await Promise.all(['a', 'b', 'c', 'd'].map((text) => list({ text: `react ${text}` })))
    expect(many).toHaveLength(4)
    expect(search.asked).toHaveLength(2)
  })
})

test('a reader who leaves cancels the search', async () => {
  search.state = 'slow'
  const { promise: asked, resolve } = Promise.withResolvers<AbortSignal | undefined>()
  const before = search.search
  search.search = (input, turn, options) => {
    resolve(turn.signal)
    return before(input, turn, options)
  }
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const left = new AbortController()
  const answer = fetch(`${address}/api/course/catalogue?text=react`, { signal: left.signal }).catch(() => 'left')
  const signal = await asked
  search.search = before
  const started = performance.now()
  left.abort()
  expect(await answer).toBe('left')
  await expect.poll(() => signal?.aborted).toBe(true)
  expect(performance.now() - started).toBeLessThan(1000)
})
