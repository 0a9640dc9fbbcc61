import type { SearchChoices, SearchResult } from '@virtual-courses/contract'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { Understood } from './result-notes.tsx'

const filters = {
  free: false,
  minPrice: null,
  maxPrice: null,
  minMinutes: null,
  maxMinutes: null,
  level: null,
  category: null,
  cheapestFirst: false,
}
const nothing: SearchChoices = { without: [], notLevel: null, alternatives: [], compared: false }

function shown(choices: Partial<SearchChoices> | null, asWritten = false): string {
  // only what the notes read
  const result = {
    readAs: null,
    filters,
    levelRelaxed: false,
    choices: choices && { ...nothing, ...choices },
  } as SearchResult
  return renderToString(
    inEnglish(
      <MemoryRouter>
        <Understood result={result} query="c not c++" asWritten={asWritten} />
      </MemoryRouter>,
    ),
  ).replaceAll('<!-- -->', '')
}

it('says what was left out, and offers to search for every word', () => {
  const html = shown({ without: ['java', 'rust'], notLevel: 'Beginner' })
  expect(html).toContain('aria-label="How your search was read"')
  expect(html).toContain('without java, rust, or Beginner')
  expect(html).toContain('href="/searchwithai?q=c+not+c%2B%2B&amp;as=written"')
})

it('says what any of is wanted, and what is compared', () => {
  expect(shown({ alternatives: ['java', 'rust'] })).toContain('java or rust')
  expect(shown({ alternatives: ['java', 'rust'], compared: true })).toContain('Compared: java and rust')
})

it('offers to read "not" again after a search as written', () => {
  const html = shown(null, true)
  expect(html).toContain('Searched for every word as written.')
  expect(html).toContain('href="/searchwithai?q=c+not+c%2B%2B"')
})

it('says nothing of a plain search', () => expect(shown(null)).toBe(''))
