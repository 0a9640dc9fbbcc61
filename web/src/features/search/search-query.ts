import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { maxSearchLength, type SearchFilters } from '@virtual-courses/contract'
import { paths } from '#lib/paths.ts'
import { formatRupees } from '#lib/text/format.ts'
import { categoryNames, levelNames } from '#lib/text/labels.ts'

/** Returns the searched text of an address; "" for none. */
export const readSearch = (search: URLSearchParams): string =>
  (search.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, maxSearchLength).trim()

/** True when the address asks to search for every word, as written. */
export const readAsWritten = (search: URLSearchParams): boolean => search.get('as') === 'written'

/** Returns the address of a search; `asWritten` leaves out that "not" and "or" were read. */
export const searchAddress = (text: string, asWritten = false): string =>
  text === ''
    ? paths.searchWithAi
    : `${paths.searchWithAi}?${new URLSearchParams({ q: text, ...(asWritten && { as: 'written' }) })}`

const isHours = (minutes: number): boolean => minutes >= 60 && minutes % 60 === 0
const atMost = (minutes: number): MessageDescriptor =>
  isHours(minutes)
    ? msg`At most ${plural(minutes / 60, { one: '# hour', other: '# hours' })}`
    : msg`At most ${plural(minutes, { one: '# minute', other: '# minutes' })}`
const atLeast = (minutes: number): MessageDescriptor =>
  isHours(minutes)
    ? msg`At least ${plural(minutes / 60, { one: '# hour', other: '# hours' })}`
    : msg`At least ${plural(minutes, { one: '# minute', other: '# minutes' })}`

/** Returns the filters that the server recognised, as labels: "Free", "Up to ₹500", "At most 2 hours", "Beginner". */
export function filterLabels({
  free,
  minPrice,
  maxPrice,
  minMinutes,
  maxMinutes,
  level,
  category,
  cheapestFirst,
}: SearchFilters): MessageDescriptor[] {
  const labels: MessageDescriptor[] = []
  const [from, to] = [minPrice, maxPrice].map((price) => (price === null ? '' : formatRupees(price)))
  if (free) labels.push(msg({ message: 'Free', context: 'price' }))
  else if (from && to) labels.push(msg`${from} to ${to}`)
  else if (to) labels.push(msg`Up to ${to}`)
  else if (from) labels.push(msg`From ${from}`)
  if (minMinutes !== null) labels.push(atLeast(minMinutes))
  if (maxMinutes !== null) labels.push(atMost(maxMinutes))
  if (level) labels.push(levelNames[level])
  if (category) labels.push(categoryNames[category])
  if (cheapestFirst) labels.push(msg`Cheapest first`)
  return labels
}
