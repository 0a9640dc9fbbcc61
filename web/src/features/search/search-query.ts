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
export function filterWords({ free, minPrice, maxPrice, level, category, cheapestFirst }: SearchFilters): string[] {
  const words: string[] = []
  if (free) words.push('Free')
  else if (minPrice !== null && maxPrice !== null) words.push(`${formatRupees(minPrice)} to ${formatRupees(maxPrice)}`)
  else if (maxPrice !== null) words.push(`Up to ${formatRupees(maxPrice)}`)
  else if (minPrice !== null) words.push(`From ${formatRupees(minPrice)}`)
  if (level) words.push(level)
  if (category) words.push(category)
  if (cheapestFirst) words.push('Cheapest first')
  return words
}

/** How many reasons a card shows. */
const mostReasons = 2

/** Returns why a course was found as the line of its card, "" without a reason: "Matches “react” · Taught in Hindi". */
export const reasonLine = (reasons: readonly string[]): string => reasons.slice(0, mostReasons).join(' · ')
