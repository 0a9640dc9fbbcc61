import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { countedQuestion, createUnsureCounter } from '../../search/note-unsure.ts'
import { trimUnsure } from '../../search/unsure-queries.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.makeUser('admin')
  const educator = await app.makeUser('educator')
  const { _id: courseId } = await makeCourse(educator, { title: 'Harmonium for Devotional Songs' })
  await educator.call(api.courses.edit, { params: { courseId }, body: { price: '99', isPublished: 'true' } })
}, 60_000)
afterAll(() => app.close())
beforeEach(async () => {
  Object.assign(app.deps.limits, createLimits(memoryStore()))
  await sql`delete from unsure_searches`.execute(app.deps.db)
})

const list = (state: 'open' | 'idea' = 'open') => admin.call(api.unsureSearches.list, { query: { state } })
const filters = {
  free: false,
  minPrice: null,
  maxPrice: null,
  minMinutes: null,
  maxMinutes: null,
  level: null,
  category: null,
  languages: [],
  cheapestFirst: false,
}
/** Lets so many people ask. */
async function ask(question: string, people: number): Promise<void> {
  const count = createUnsureCounter(app.deps)
  for (let person = 0; person < people; person++) {
    count(question, `person ${person}`, { courses: [], filters })
    await expect
      .poll(async () => {
        const { rows } = await sql<{ askings: number }>`
          select askings from unsure_searches where question = ${countedQuestion(question)}`.execute(app.deps.db)
        return rows[0]?.askings
      })
      .toBeGreaterThanOrEqual(person + 1)
  }
}

test.each([
  ['  How to   Weld?! ', 'how to weld'],
  ['C++ / C# and .NET', 'c++ c# and .net'],
  ['Node.js', 'node.js'],
  ['मधुमक्खी पालन', 'मधुमक्खी पालन'],
  ["the learner's licence", "the learner's licence"],
  ['a', null],
  ['12 34', null],
  ['🎸', null],
  ['write to meera@example.com', null],
  ['call ९८७६५४३२१०', null],
  ['call 98–76–54–32–10', null],
  ['call 98\u200b76,54_32', null],
  ['call 98765 43210', null],
  ['call 987-654-3210', null],
  ['see https://example.com/x', null],
  ['i am a nurse and i want to know how to read a study', null],
  ['x'.repeat(81), null],
])('counts "%s" as %j', (input, question) => expect(countedQuestion(input)).toBe(question))

test('questions are shown when three have asked; each person counts once a day', async () => {
  await ask('beekeeping', 2)
  expect((await list()).searches).toEqual([])
  const count = createUnsureCounter(app.deps)
  count('beekeeping', 'a fourth', { courses: [], filters })
  count('Beekeeping!', 'a fourth', { courses: [], filters })
  await expect.poll(async () => (await list()).searches[0]?.askings).toBe(3)
  const answer = await list()
  expect(answer).toMatchObject({ total: 1, searches: [{ question: 'beekeeping', found: 'nothing', askings: 3 }] })
  expect(JSON.stringify(answer)).not.toContain('fourth')
})

test('a search of a visitor is counted unless it is sure, or only a price leaves nothing', async () => {
  const count = createUnsureCounter(app.deps)
  count('harmonium', 'one', { courses: [{ match: 'sure' }, { match: 'closest' }], filters })
  count('harmonium cheap', 'one', { courses: [], filters: { ...filters, maxPrice: 1 } })
  count('harmonium short', 'one', { courses: [], filters: { ...filters, maxMinutes: 10 } })
  await app.visitor(api.ai.search, { body: { input: 'Beekeeping for the balcony' } })
  const questions = async () =>
    (await sql<{ question: string }>`select question from unsure_searches`.execute(app.deps.db)).rows
  await expect.poll(questions).toEqual([{ question: 'beekeeping for the balcony' }])
})

test('a synonym takes effect at once, and takes the question off the list', async () => {
  await ask('squeezebox', 3)
  const [search] = (await list()).searches
  const params = { searchId: search?._id ?? '' }
  const { message } = await admin.call(api.unsureSearches.addSynonym, { params, body: { means: 'harmonium' } })
  expect(message).toContain('squeezebox')
  expect((await list()).searches).toEqual([])
  expect((await admin.call(api.admin.settings)).settings.lexicon).toBe('harmonium = squeezebox')
  await expect
    .poll(async () => (await app.visitor(api.ai.search, { body: { input: 'squeezebox' } }))[0]?.title, {
      timeout: 10_000,
    })
    .toBe('Harmonium for Devotional Songs')
  const { entries } = await admin.call(api.admin.audit, { query: {} })
  expect(entries[0]).toMatchObject({ action: 'settings-changed' })
})

test('a question becomes an idea for a course, goes back, and is put aside', async () => {
  await ask('glass blowing', 3)
  const [search] = (await list()).searches
  const params = { searchId: search?._id ?? '' }
  const questions = async (state: 'open' | 'idea') => (await list(state)).searches.map(({ question }) => question)
  await admin.call(api.unsureSearches.sort, { params, body: { state: 'idea' } })
  expect([await questions('open'), await questions('idea')]).toEqual([[], ['glass blowing']])
  await admin.call(api.unsureSearches.sort, { params, body: { state: 'open' } })
  expect(await questions('open')).toEqual(['glass blowing'])
  await admin.call(api.unsureSearches.sort, { params, body: { state: 'done' } })
  expect([await questions('open'), await questions('idea')]).toEqual([[], []])
  await admin.call(api.unsureSearches.sort, { params, body: { state: 'done' } })
  const { entries } = await admin.call(api.admin.audit, { query: { action: 'search-sorted' } })
  expect(entries.map(({ subject, detail }) => [subject, detail])).toEqual([
    ['glass blowing', 'Put aside.'],
    ['glass blowing', 'Back on the list.'],
    ['glass blowing', 'Noted as an idea for a course.'],
  ])
})

test('old questions go, those that few have asked sooner; and the rows are bounded', async () => {
  const day = 24 * 3600_000
  const now = new Date('2026-06-01T00:00:00Z')
  const add = (question: string, askings: number, days: number) =>
    sql`
    insert into unsure_searches (id, question, found, askings, first_asked_at, last_asked_at)
    values (${question}, ${question}, 'nothing', ${askings}, ${now}, ${new Date(now.getTime() - days * day)})`.execute(
      app.deps.db,
    )
  await add('rare and recent', 1, 29)
  await add('rare and old', 1, 31)
  await add('frequent', 3, 100)
  await add('frequent and old', 3, 181)
  await sql`insert into unsure_searches (id, question, found, askings, first_asked_at, last_asked_at)
    select 'many-' || n, 'many ' || n, 'nothing', 2, ${now}, ${now} from generate_series(1, 5000) as n`.execute(
    app.deps.db,
  )
  await trimUnsure(app.deps.db, now)
  const { rows } = await sql<{ all: number; names: string[] }>`
    select count(*)::int as all, array_agg(question) filter (where question not like 'many%') as names from unsure_searches`.execute(
    app.deps.db,
  )
  expect(rows[0]).toEqual({ all: 5000, names: ['frequent'] })
})

describe('hostile', () => {
  const post = (url: string, payload: object) =>
    app.server.inject({ method: 'POST', url, payload, headers: { cookie: admin.cookie } })

  test.each([
    ['sort', {}],
    ['sort', { state: 'gone' }],
    ['sort', { state: ['idea'] }],
    ['synonym', {}],
    ['synonym', { means: '' }],
    ['synonym', { means: '   ' }],
    ['synonym', { means: 7 }],
    ['synonym', { means: 'a = b' }],
    ['synonym', { means: 'a > b' }],
    ['synonym', { means: 'a, b' }],
    ['synonym', { means: '# a' }],
    ['synonym', { means: 'a\nb = c' }],
    ['synonym', { means: 'x'.repeat(81) }],
  ])('%s refuses %j', async (act, body) => {
    await ask('glass blowing', 3)
    const [search] = (await list()).searches
    expect((await post(`/api/admin/searches/${search?._id}/${act}`, body)).statusCode).toBe(400)
    expect((await list()).total).toBe(1)
  })

  test.each(['unknown', "' or '1'='1", '%00', '..%2f'])('there is no question %s', async (id) => {
    expect((await post(`/api/admin/searches/${id}/sort`, { state: 'idea' })).statusCode).toBeGreaterThanOrEqual(400)
    expect((await post(`/api/admin/searches/${id}/synonym`, { means: 'x' })).statusCode).toBeGreaterThanOrEqual(400)
  })

  test.each(['state=done', 'state=', 'limit=0', 'limit=101', 'cursor=x'])('the list refuses %s', async (query) => {
    const answer = await app.server.inject({ url: `/api/admin/searches?${query}`, headers: { cookie: admin.cookie } })
    expect(answer.statusCode).toBe(400)
  })

  test('a question that fewer have asked cannot be reached', async () => {
    await ask('private matter', 1)
    const { rows } = await sql<{ id: string }>`select id from unsure_searches`.execute(app.deps.db)
    expect((await post(`/api/admin/searches/${rows[0]?.id}/sort`, { state: 'idea' })).statusCode).toBe(404)
  })

  test('a lexicon that is full takes no further line', async () => {
    await ask('glass blowing', 3)
    const [search] = (await list()).searches
    const line = `a = ${'b '.repeat(234)}c`
    await admin.call(api.admin.saveSettings, { body: { lexicon: Array.from({ length: 42 }, () => line).join('\n') } })
    const answer = await post(`/api/admin/searches/${search?._id}/synonym`, { means: 'x'.repeat(80) })
    expect(answer.json()).toMatchObject({ code: 'wrong_lexicon' })
    expect((await list()).total).toBe(1)
  })
})
