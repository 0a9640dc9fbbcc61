import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { english } from '#core/languages/language.ts'
import type { Reason } from '#ports/search-index.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { foundAs, scriptedSearchIndex } from '#test/support/services/scripted-search-index.ts'
import { reasonSentence } from './search-courses.ts'

const search = scriptedSearchIndex()
let app: TestApp
let ids: string[]
beforeAll(async () => {
  app = await createTestApp({ overrides: { searchIndex: search } })
  const educator = await app.makeUser('educator')
  const courses = await Promise.all(['One', 'Two', 'Three'].map((title) => makeCourse(educator, { title, price: 100 })))
  ids = courses.map(({ _id }) => _id)
})
afterAll(() => app.close())

const find = (input: string) => app.visitor(api.ai.search, { body: { input } })

test('the answer keeps the order and the tiers of the search, and says why in sentences', async () => {
  const [one = '', two = '', three = ''] = ids
  const reasons: Reason[] = [
    { kind: 'words', phrase: 'make websites' },
    { kind: 'language', language: 'hi' },
  ]
  search.found = [{ id: two, match: 'sure', reasons }, ...foundAs('closest', three, one)]
  search.filters = { cheapestFirst: true }
  expect(await find('make websites')).toMatchObject([
    { title: 'Two', match: 'sure', reasons: ['Matches “make websites”', 'Taught in Hindi'] },
    { title: 'Three', match: 'closest', reasons: [] },
    { title: 'One', match: 'closest', reasons: [] },
  ])
  for (const { filters } of await find('make websites')) expect(filters.cheapestFirst).toBe(true)
})

test.each<[Reason, string]>([
  [{ kind: 'words', phrase: 'react hooks' }, 'Matches “react hooks”'],
  [{ kind: 'meaning' }, 'Close in meaning to your search'],
  [{ kind: 'language', language: 'hi' }, 'Taught in Hindi'],
  [{ kind: 'level', level: 'Beginner' }, 'Good for beginners'],
  [{ kind: 'level', level: 'Intermediate' }, 'Good with some experience'],
  [{ kind: 'level', level: 'Advanced' }, 'Good for advanced learners'],
  [{ kind: 'cheapest' }, 'Among the cheapest'],
])('%j is said as "%s"', (reason, sentence) => expect(reasonSentence(reason, english)).toBe(sentence))
