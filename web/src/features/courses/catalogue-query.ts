import { type Category, categories, type Level, levels } from '@virtual-courses/contract'
import { placeName, readPlace } from '#lib/list-place.ts'

const sorts = {
  relevance: 'Most relevant',
  newest: 'Newest first',
  popular: 'Most popular',
  rating: 'Best rated',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
} as const
export type Sort = keyof typeof sorts

/** The default order. */
const defaultSort = (text: string): Sort => (text === '' ? 'newest' : 'relevance')

/** Returns the orders that a list with this text can have, with their names. Relevance needs a text. */
export const sortsFor = (text: string): { value: Sort; label: string }[] =>
  (Object.keys(sorts) as Sort[]) // keys of a literal object
    .filter((value) => text !== '' || value !== 'relevance')
    .map((value) => ({ value, label: sorts[value] }))

/** The query of the course list. It is in the page's address, so that it survives reloading, sharing and going back. */
export type CatalogueQuery = {
  /** A course matches if it has one of these categories; empty means all. */
  category: Category[]
  level: Level | null
  text: string
  sort: Sort
  /** where the page begins; "" at the start */
  at: string
}

const pageSize = 24
const longestText = 100

const isOneOf = <T extends string>(list: readonly T[], value: string | null): value is T =>
  value !== null && (list as readonly string[]).includes(value)

/** Reads the query of an address; unknown and invalid values are ignored. */
export function readCatalogueQuery(search: URLSearchParams): CatalogueQuery {
  const level = search.get('level')
  const sort = search.get('sort')
  const values = search.getAll('category')
  const text = (search.get('text') ?? '').trim().slice(0, longestText)
  const known = sortsFor(text).map(({ value }) => value)
  return {
    category: categories.filter((category) => values.includes(category)),
    level: isOneOf(levels, level) ? level : null,
    text,
    sort: isOneOf(known, sort) ? sort : defaultSort(text),
    at: readPlace(search),
  }
}

/** Returns the search of an address, without defaults: "" or "?category=AI%2FML&sort=popular". */
export function catalogueSearch(query: CatalogueQuery): string {
  const search = new URLSearchParams()
  for (const category of query.category) search.append('category', category)
  if (query.level) search.set('level', query.level)
  if (query.text) search.set('text', query.text)
  if (query.sort !== defaultSort(query.text)) search.set('sort', query.sort)
  if (query.at) search.set(placeName, query.at)
  const text = search.toString()
  return text && `?${text}`
}

/** Returns the first page of the query with another text. A sort that was chosen stays; the default becomes that of the new text. */
export function withText(query: CatalogueQuery, text: string): CatalogueQuery {
  const isChosen = query.sort !== defaultSort(query.text) && query.sort !== 'relevance'
  return { ...query, text, sort: isChosen ? query.sort : defaultSort(text), at: '' }
}

/** Returns the number of active filters, for the button that hides them. */
export const activeFilters = (query: CatalogueQuery): number => query.category.length + (query.level ? 1 : 0)

/** The query of the API's catalogue call. */
export const toApiQuery = ({ category, level, text, sort, at }: CatalogueQuery) => ({
  limit: pageSize,
  ...(at && { cursor: at }),
  sort,
  ...(category.length > 0 && { category }),
  ...(level && { level }),
  ...(text && { text }),
})
