import type { api, CourseLanguage, QueryOf } from '@virtual-courses/contract'
import { categories, courseLengths, mostCounted } from '@virtual-courses/contract'
import { CompiledQuery, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keyset, type Order, type Page } from '#core/keyset.ts'
import { nameStatement } from '#core/named-statements.ts'
import type { TextRank } from '#ports/text-ranking.ts'
import { type CardRow, cardColumnsSql } from './queries.ts'
import { paiseOf } from './rules.ts'
import { likeText } from './text-filters.ts'

type CatalogueParams = QueryOf<typeof api.courses.catalogue>
type Sort = NonNullable<CatalogueParams['sort']>

export type CatalogueQuery = CatalogueParams & {
  /** the order of the courses that match the text; null without a text, and when the search has none */
  rank: TextRank | null
  /** ids of creators who have the text in their name; null when they are too many to be listed */
  creators: readonly string[] | null
}

export type PageRow = CardRow & {
  /** the version of the catalogue that the row was read from */
  version: number
}

const columns = `${cardColumnsSql}, (select version from cache_versions where name = 'catalogue') as version`

const newest: Order['keys'] = [
  ['created_at', 'time'],
  ['id', 'text'],
]
/** The average rating as the index has it. */
const averageOf = '(rating_sum::float8 / greatest(rating_count, 1))'

/** Each has an index with the same expressions. */
const orders: Record<Exclude<Sort, 'relevance'>, Order> = {
  newest: { direction: 'desc', keys: newest },
  popular: { direction: 'desc', keys: [['enrolment_count', 'integer'], ...newest] },
  rating: {
    direction: 'desc',
    keys: [[averageOf, 'real'], ['rating_count', 'integer'], ...newest],
  },
  'price-low': { direction: 'asc', keys: [['price_paise', 'integer'], ...newest] },
  'price-high': { direction: 'desc', keys: [['price_paise', 'integer'], ...newest] },
}

/** Whether the counts by category do not give the number of matches. */
export const needsCounting = (query: CatalogueQuery): boolean =>
  Boolean(query.text) || uncounted.some((name) => query[name] !== undefined)

const uncounted = [
  'level',
  'language',
  'length',
  'price',
  'minPrice',
  'maxPrice',
  'rating',
  'creator',
  'exclude',
  'besides',
] as const satisfies (keyof CatalogueParams)[]

/** Returns the order of a query. Without a rank from the search, relevance falls back to the newest first. */
function orderOf({ sort, text, rank }: CatalogueQuery, values: unknown[]): Order {
  const wanted = sort ?? (text ? 'relevance' : 'newest')
  if (wanted !== 'relevance') return orders[wanted]
  if (!rank) return orders.newest
  const ranked = [...rank.sure, ...rank.closest]
  // what the search does not know comes last
  const place = `-coalesce(array_position($${values.push(ranked)}::text[], id), ${ranked.length + 1})`
  return { direction: 'desc', keys: [[place, 'integer'], ...newest] }
}

/**
 * Returns the condition of a query as SQL and pushes its values on `values`. It is text because this is the most frequent query,
 * and building it with the query builder took as long as running it. What a client sends goes into `values` only.
 */
function conditionOf(query: CatalogueQuery, values: unknown[]): string {
  const value = (one: unknown): string => `$${values.push(one)}`
  const wanted = ['is_published']
  if (query.category) wanted.push(`category = any(${value(query.category)}::text[])`)
  if (query.level) wanted.push(`level = ${value(query.level)}`)
  if (query.language) wanted.push(`language = ${value(query.language)}`)
  if (query.length) {
    const [from, to] = courseLengths[query.length]
    wanted.push(`total_seconds >= ${from} and total_seconds < ${to}`)
  }
  if (query.price) wanted.push(query.price === 'free' ? 'price_paise = 0' : 'price_paise > 0')
  if (query.minPrice !== undefined) wanted.push(`price_paise >= ${value(paiseOf(query.minPrice))}::int`)
  if (query.maxPrice !== undefined) wanted.push(`price_paise <= ${value(paiseOf(query.maxPrice))}::int`)
  // averages are shown with one decimal: 3.95 is shown as 4
  if (query.rating !== undefined) wanted.push(`${averageOf} >= ${value(query.rating - 0.05)}::float8`)
  if (query.creator) wanted.push(`creator_id = ${value(query.creator)}`)
  if (query.exclude) wanted.push(`id <> ${value(query.exclude)}`)
  if (query.besides) {
    const one = value(query.besides)
    wanted.push(`creator_id = (select one.creator_id from courses as one where one.id = ${one}) and id <> ${one}`)
  }
  if (query.text) {
    const like = value(likeText(query.text))
    const byName = query.creators
      ? `creator_id = any(${value(query.creators)}::text[])`
      : `exists (select from users where users.id = creator_id and users.name ilike ${like})`
    const found = query.rank ? ` or id = any(${value(query.rank.sure)}::text[])` : ''
    wanted.push(`(title ilike ${like} or sub_title ilike ${like} or ${byName}${found})`)
  }
  return wanted.join(' and ')
}

/** One page of published courses. Throws invalid_input for a cursor of another order. */
export async function findPage(on: Executor, query: CatalogueQuery): Promise<Page<PageRow>> {
  const values: unknown[] = []
  const condition = conditionOf(query, values)
  const page = keyset(orderOf(query, values), query, (value) => `$${values.push(value)}`)
  const text = `select ${columns}, ${page.keys} as page_key from courses
    where ${condition} and ${page.condition} order by ${page.order} limit ${page.limit}`
  // A filter may match nearly all courses or nearly none: then the plan depends on its value.
  if (condition === 'is_published') nameStatement(text, { varies: true })
  return page.pageOf((await on.executeQuery<PageRow & Keyed>(CompiledQuery.raw(text, values))).rows)
}

/** Counts the matches of a query up to `mostCounted`. */
export async function countMatches(on: Executor, query: CatalogueQuery): Promise<number> {
  const values: unknown[] = []
  const matches = `select 1 from courses where ${conditionOf(query, values)} limit ${mostCounted}`
  const text = `select count(*)::int as count from (${matches}) as counted`
  const { rows } = await on.executeQuery<{ count: number }>(CompiledQuery.raw(text, values))
  return rows[0]?.count ?? 0
}

export type CatalogueFacts = {
  version: number
  /** published courses in each category */
  counts: Record<string, number>
  /** languages of published courses */
  languages: CourseLanguage[]
}

/** What all pages of one version of the catalogue share, read in one statement with that version. */
export async function findFacts(on: Executor): Promise<CatalogueFacts> {
  const { rows } = await sql<{
    version: number
    counts: Record<string, number> | null
    languages: CourseLanguage[]
  }>`
    with recursive found as (
      -- goes from one language to the next in the index, however many courses each has
      (select language from courses where is_published order by language limit 1)
      union all
      select (select language from courses where is_published and language > found.language order by language limit 1)
        from found where found.language is not null
    )
    select coalesce((select version from cache_versions where name = 'catalogue'), 0) as version,
      (select json_object_agg(category, courses) from category_counts) as counts,
      array(select language from found where language is not null) as languages`.execute(on)
  const { version = 0, counts, languages = [] } = rows[0] ?? {}
  return {
    version,
    languages,
    counts: { ...Object.fromEntries(categories.map((category) => [category, 0])), ...counts },
  }
}
