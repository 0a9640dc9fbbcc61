import { api, mostSuggestions } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { suggestionSeconds } from './suggest-courses.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const meera = await app.makeUser('educator', 'Meera Iyer')
  const arjun = await app.makeUser('educator', 'Arjun Rao')
  await app.makeUser('educator', 'Meera Without Courses')
  await app.makeUser('student', 'Meera Student')
  for (const title of ['Learn React', 'React from the start', 'Go for servers', '100% Sure_Things', 'हिन्दी में Python'])
    await makeCourse(meera, { title })
  await makeCourse(meera, { title: 'React in secret', published: false })
  for (let count = 1; count <= 12; count++) await makeCourse(arjun, { title: `Numbers, part ${count}` })
})
afterAll(() => app.close())

const suggest = async (text: string, limit?: number) => {
  const { courses, educators } = await app.visitor(api.courses.suggest, { query: { text, ...(limit && { limit }) } })
  return { titles: courses.map(({ title }) => title), names: educators.map(({ name }) => name) }
}

describe('suggestions', () => {
  test.each([
    ['react', ['React from the start', 'Learn React']],
    ['  START   react ', ['React from the start']],
    // short words are beginnings
    ['go', ['Go for servers']],
    ['ea', []],
    ['re', ['React from the start', 'Learn React']],
    ['eac', ['Learn React', 'React from the start']],
    ['हिन्', ['हिन्दी में Python']],
    // signs of patterns are letters
    ['0%', []],
    ['100%', ['100% Sure_Things']],
    ['e_t', ['100% Sure_Things']],
    ['%%%', []],
    ['___', []],
    ["' or true --", []],
    ['\\\\\\', []],
  ])('for %j are published courses whose title has all words: %j', async (text, titles) => {
    const found = await suggest(text)
    expect(found.titles.toSorted()).toEqual(titles.toSorted())
    if (/^re/.test(text)) expect(found.titles[0]).toBe(titles[0])
  })

  test('name educators with published courses, and no one else', async () => {
    expect(await suggest('meera')).toEqual({ titles: [], names: ['Meera Iyer'] })
    expect(await suggest('iyer me')).toEqual({ titles: [], names: ['Meera Iyer'] })
    expect(await suggest('student')).toEqual({ titles: [], names: [] })
  })

  test('are few, and tell no more than titles and names', async () => {
    expect((await suggest('numbers')).titles).toHaveLength(mostSuggestions)
    expect((await suggest('numbers', 3)).titles).toHaveLength(3)
    const { courses, educators } = await app.visitor(api.courses.suggest, { query: { text: 'ar' } })
    expect(courses.length + educators.length).toBeLessThanOrEqual(mostSuggestions)
    const [one] = (await app.visitor(api.courses.suggest, { query: { text: 'react' } })).courses
    expect(Object.keys(one ?? {}).toSorted()).toEqual(['_id', 'creatorName', 'title'])
    expect(Object.keys(educators[0] ?? {}).toSorted()).toEqual(['_id', 'name'])
  })

  test.each([
    [''],
    ['text=a'],
    ['text=%20a%20'],
    ['text=%00%00a'],
    [`text=${'x'.repeat(101)}`],
    ['text=ab&text=cd'],
    ['text=react&limit=0'],
    ['text=react&limit=9'],
    ['text=react&limit=1.5'],
    ['text=react&limit=many'],
  ])('refuse %j', async (query) => {
    const answer = await app.server.inject({ url: `/api/course/suggest?${query}` })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('are remembered for a short time, and follow what is published after it', async () => {
    const educator = await app.makeUser('educator', 'Late')
    expect((await suggest('brand new')).titles).toEqual([])
    const { _id } = await makeCourse(educator, { title: 'Brand new' })
    expect((await suggest('Brand  NEW')).titles).toEqual([])
    app.clock.ms += suggestionSeconds * 1000
    expect((await suggest('brand new')).titles).toEqual(['Brand new'])
    await educator.call(api.courses.edit, { params: { courseId: _id }, body: { isPublished: 'false' } })
    app.clock.ms += suggestionSeconds * 1000
    expect((await suggest('brand new')).titles).toEqual([])
    const { headers } = await app.server.inject({ url: '/api/course/suggest?text=brand' })
    expect(headers['cache-control']).toBe(`private, max-age=${suggestionSeconds}`)
  })

  test('of a client are limited; what is remembered is not', async () => {
    const from = { remoteAddress: '10.9.0.1' }
    const ask = (text: string) => app.server.inject({ url: `/api/course/suggest?text=${text}`, ...from })
    expect((await ask('servers')).statusCode).toBe(200)
    const { store } = app.deps.limits.suggestions
    const attempts = app.deps.limits.suggestions.attemptsOf('10.9.0.1')
    for (let count = 1; count < 900; count++) await store.consume(attempts)
    const refused = await ask('another')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('servers')).statusCode).toBe(200)
    await expectProblem(app.visitor(api.courses.suggest, { query: { text: '?' } }), 400, 'invalid_input')
  })
})

describe('the own courses', () => {
  test('are found by words of their titles, drafts too, and those of no one else', async () => {
    const educator = await app.makeUser('educator', 'Owner')
    for (const title of ['React at work', '50% Go']) await makeCourse(educator, { title, published: false })
    const titled = async (text: string) =>
      (await educator.call(api.courses.own, { query: { text } })).courses.map(({ title }) => title)
    expect([await titled('REACT'), await titled('%'), await titled('_'), await titled('')]).toEqual([
      ['React at work'],
      ['50% Go'],
      [],
      ['50% Go', 'React at work'],
    ])
    for (const query of [`text=${'x'.repeat(101)}`, 'text=a&text=b']) {
      const answer = await app.server.inject({ url: `/api/course/own?${query}`, headers: { cookie: educator.cookie } })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    }
  })
})
