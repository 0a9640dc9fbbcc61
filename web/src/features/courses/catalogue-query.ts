import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type Category,
  type CourseLanguage,
  type CourseLength,
  categories,
  categoryOfSlug,
  courseLanguages,
  courseLengths,
  isPrice,
  type Level,
  levels,
} from '@virtual-courses/contract'
import { placeName, readPlace } from '#lib/list-place.ts'
import { paths } from '#lib/paths.ts'

const sorts = {
  relevance: msg`Most relevant`,
  newest: msg`Newest first`,
  popular: msg`Most popular`,
  rating: msg`Best rated`,
  'price-low': msg`Price: low to high`,
  'price-high': msg`Price: high to low`,
} as const
export type Sort = keyof typeof sorts

/** The default order. */
const defaultSort = (text: string): Sort => (text === '' ? 'newest' : 'relevance')

/** Returns the orders that a list with this text can have, with their names. Relevance needs a text. */
export const sortsFor = (text: string): { value: Sort; label: MessageDescriptor }[] =>
  (Object.keys(sorts) as Sort[]) // keys of a literal object
    .filter((value) => text !== '' || value !== 'relevance')
    .map((value) => ({ value, label: sorts[value] }))

/** The query of the course list. It is in the page's address, so that it survives reloading, sharing and going back. */
export type CatalogueQuery = {
  /** A course matches if it has one of these categories; empty means all. */
  category: Category[]
  level: Level | null
  language: CourseLanguage | null
  length: CourseLength | null
  price: Price | null
  /** rupees, both included */
  minPrice: number | null
  maxPrice: number | null
  /** lowest average rating */
  rating: Rating | null
  text: string
  sort: Sort
  /** where the page begins; "" at the start */
  at: string
}

/** Three columns of four: a page that is not endless on a phone. */
const pageSize = 12
const longestText = 100

const prices = ['free', 'paid'] as const
type Price = (typeof prices)[number]
const ratings = ['3', '4'] as const
type Rating = (typeof ratings)[number]
// keys of literal objects
const languages = Object.keys(courseLanguages) as CourseLanguage[]
const lengths = Object.keys(courseLengths) as CourseLength[]

/** The filters of a list without any. */
const noFilters = {
  category: [],
  level: null,
  language: null,
  length: null,
  price: null,
  minPrice: null,
  maxPrice: null,
  rating: null,
} satisfies Partial<CatalogueQuery>

const isOneOf = <T extends string>(list: readonly T[], value: string | null): value is T =>
  value !== null && (list as readonly string[]).includes(value)

/** Reads the query of an address; unknown and invalid values are ignored. */
export function readCatalogueQuery(search: URLSearchParams): CatalogueQuery {
  const oneOf = <T extends string>(list: readonly T[], name: string): T | null => {
    const value = search.get(name)
    return isOneOf(list, value) ? value : null
  }
  const price = oneOf(prices, 'price')
  const [minPrice, maxPrice] = price === 'free' ? [null, null] : rangeOf(search.get('minPrice'), search.get('maxPrice'))
  const sort = search.get('sort')
  const values = search.getAll('category')
  const text = (search.get('text') ?? '').trim().slice(0, longestText)
  const known = sortsFor(text).map(({ value }) => value)
  return {
    category: categories.filter((category) => values.includes(category)),
    level: oneOf(levels, 'level'),
    language: oneOf(languages, 'language'),
    length: oneOf(lengths, 'length'),
    price,
    minPrice,
    maxPrice,
    rating: oneOf(ratings, 'rating'),
    text,
    sort: isOneOf(known, sort) ? sort : defaultSort(text),
    at: readPlace(search),
  }
}

/** Returns a range of prices; one that is the wrong way round is turned, and what is no amount is left out. */
function rangeOf(lowest: string | null, highest: string | null): [number | null, number | null] {
  const [min = null, max = null] = [lowest, highest].map((text) =>
    text !== null && isPrice(text) ? Number(text) : null,
  )
  return min !== null && max !== null && min > max ? [max, min] : [min, max]
}

/** Returns the search of an address, without defaults: "" or "?category=AI%2FML&sort=popular". */
export function catalogueSearch(query: CatalogueQuery): string {
  const search = new URLSearchParams()
  for (const category of query.category) search.append('category', category)
  for (const name of ['level', 'language', 'length', 'price', 'minPrice', 'maxPrice', 'rating'] as const)
    if (query[name] !== null) search.set(name, String(query[name]))
  if (query.text) search.set('text', query.text)
  if (query.sort !== defaultSort(query.text)) search.set('sort', query.sort)
  if (query.at) search.set(placeName, query.at)
  const text = search.toString()
  return text && `?${text}`
}

/** The addresses of one of the lists of courses. */
export type CataloguePlace = {
  /** path of the whole list, to which forms are sent */
  root: string
  addressOf(query: CatalogueQuery): string
  /** Returns the query of an address; null when it is not of this list. */
  read(location: { pathname: string; search: string }): CatalogueQuery | null
}

/** The list of those who are signed in. */
export const memberCatalogue: CataloguePlace = {
  root: paths.allCourses,
  addressOf: (query) => paths.allCourses + catalogueSearch(query),
  read: ({ pathname, search }) =>
    pathname === paths.allCourses ? readCatalogueQuery(new URLSearchParams(search)) : null,
}

const publicList = new RegExp(`^${paths.publicCourses}(?:/([^/]+))?/?$`)

/** The list that anyone may read. Each category has a path of its own. */
export const publicCatalogue: CataloguePlace = {
  root: paths.publicCourses,
  addressOf(query) {
    const [only, ...others] = query.category
    if (only === undefined || others.length > 0) return paths.publicCourses + catalogueSearch(query)
    return paths.publicCategory(only) + catalogueSearch({ ...query, category: [] })
  },
  read({ pathname, search }) {
    const [path, slug] = publicList.exec(pathname) ?? []
    const category = slug === undefined ? undefined : categoryOfSlug(slug)
    if (path === undefined || category === null) return null
    const query = readCatalogueQuery(new URLSearchParams(search))
    return {
      ...query,
      category: categories.filter((one) => one === category || query.category.includes(one)),
    }
  },
}

/** Whether a list is a part of what its address without a query shows: a filter, a search, an order or a further page. */
export const isNarrowed = (query: CatalogueQuery): boolean =>
  catalogueSearch({ ...query, category: query.category.length === 1 ? [] : query.category }) !== ''

/** Returns the first page of the query with another text. A sort that was chosen stays; the default becomes that of the new text. */
export function withText(query: CatalogueQuery, text: string): CatalogueQuery {
  const isChosen = query.sort !== defaultSort(query.text) && query.sort !== 'relevance'
  return { ...query, text, sort: isChosen ? query.sort : defaultSort(text), at: '' }
}

/** Returns the number of active filters, for the button that hides them. A range of prices is one, with the choice above it. */
export const activeFilters = (query: CatalogueQuery): number =>
  query.category.length +
  [query.level, query.language, query.length, query.rating, query.price ?? query.minPrice ?? query.maxPrice].filter(
    (filter) => filter !== null,
  ).length

/** Returns the first page of the query without filters. */
export const withoutFilters = (query: CatalogueQuery): CatalogueQuery => ({ ...query, ...noFilters, at: '' })

/** The query of the API's catalogue call. */
export const toApiQuery = ({ category, level, text, sort, at, ...query }: CatalogueQuery) => ({
  limit: pageSize,
  ...(at && { cursor: at }),
  sort,
  ...(category.length > 0 && { category }),
  ...(level && { level }),
  ...(query.language && { language: query.language }),
  ...(query.length && { length: query.length }),
  ...(query.price && { price: query.price }),
  ...(query.minPrice !== null && { minPrice: String(query.minPrice) }),
  ...(query.maxPrice !== null && { maxPrice: String(query.maxPrice) }),
  ...(query.rating && { rating: query.rating }),
  ...(text && { text }),
})
