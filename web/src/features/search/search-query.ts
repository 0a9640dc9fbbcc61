import { maxSearchLength, type SearchFilters } from '@virtual-courses/contract'
import { formatRupees } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'

/** What is searched, as the page's address says; "" for nothing yet. */
export const readSearch = (search: URLSearchParams): string =>
  (search.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, maxSearchLength).trim()

/** The address of a search. */
export const searchAddress = (text: string): string =>
  text === '' ? paths.searchWithAi : `${paths.searchWithAi}?${new URLSearchParams({ q: text })}`

/** What the server has understood as conditions, in words: "Free", "Up to ₹500", "Beginner". */
export function filterWords({ free, minPrice, maxPrice, level, category }: SearchFilters): string[] {
  const words: string[] = []
  if (free) words.push('Free')
  else if (minPrice !== null && maxPrice !== null) words.push(`${formatRupees(minPrice)} to ${formatRupees(maxPrice)}`)
  else if (maxPrice !== null) words.push(`Up to ${formatRupees(maxPrice)}`)
  else if (minPrice !== null) words.push(`From ${formatRupees(minPrice)}`)
  if (level) words.push(level)
  if (category) words.push(category)
  return words
}

/** How many words of a match are named. */
const mostWords = 4

/** Why a course was found, in a line: "Has react, hooks", "Close to what you mean". */
export function matchWords({ words, byMeaning }: { words: readonly string[]; byMeaning: boolean }): string {
  if (words.length > 0) return `Has ${words.slice(0, mostWords).join(', ')}`
  return byMeaning ? 'Close to what you mean' : ''
}
