import { maxSearchLength, type SearchFilters } from '@virtual-courses/contract'
import { paths } from '#lib/paths.ts'
import { formatRupees } from '#lib/text/format.ts'

/** Returns the searched text of an address; "" for none. */
export const readSearch = (search: URLSearchParams): string =>
  (search.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, maxSearchLength).trim()

/** Returns the address of a search. */
export const searchAddress = (text: string): string =>
  text === '' ? paths.searchWithAi : `${paths.searchWithAi}?${new URLSearchParams({ q: text })}`

/** Returns the filters that the server recognised, as labels: "Free", "Up to ₹500", "Beginner". */
export function filterLabels({ free, minPrice, maxPrice, level, category, cheapestFirst }: SearchFilters): string[] {
  const labels: string[] = []
  if (free) labels.push('Free')
  else if (minPrice !== null && maxPrice !== null) labels.push(`${formatRupees(minPrice)} to ${formatRupees(maxPrice)}`)
  else if (maxPrice !== null) labels.push(`Up to ${formatRupees(maxPrice)}`)
  else if (minPrice !== null) labels.push(`From ${formatRupees(minPrice)}`)
  if (level) labels.push(level)
  if (category) labels.push(category)
  if (cheapestFirst) labels.push('Cheapest first')
  return labels
}
