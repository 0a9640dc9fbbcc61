import type { api, Category, Level, QueryOf } from '@virtual-courses/contract'
import { categories } from '@virtual-courses/contract'
import { CompiledQuery, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { TextRank } from '#ports/text-ranking.ts'
import { likeText } from './queries.ts'

type CatalogueParams = QueryOf<typeof api.courses.catalogue>
type Sort = NonNullable<CatalogueParams['sort']>

export type CatalogueQuery = CatalogueParams & {
  /** the order of the courses that match the text; null without a text, and when the search has none */
  rank: TextRank | null
}

export type PageRow = {
  id: string
  title: string
  sub_title: string
  category: Category | null
  level: Level | null
  price_paise: number | null
  thumbnail_id: string | null
  creator_id: string
  rating_sum: number
  rating_count: number
  enrolment_count: number
  lecture_count: number
  /** the version of the catalogue that the row was read from */
  version: number
}

const columns = `id, title, sub_title, category, level, price_paise, thumbnail_id, creator_id,
  rating_sum, rating_count, enrolment_count, lecture_count,
  (select version from cache_versions where name = 'catalogue') as version`

const orders: Record<Exclude<Sort, 'relevance'>, string> = {
  newest: 'created_at desc, id desc',
  popular: 'enrolment_count desc, created_at desc, id desc',
  rating: `rating_sum::float8 / nullif(rating_count, 0) desc nulls last, rating_count desc, created_at desc, id desc`,
  'price-low': 'price_paise, created_at desc, id desc',
  'price-high': 'price_paise desc, created_at desc, id desc',
}

/** Whether the counts by category do not give the number of matches. */
export const needsCounting = (query: CatalogueQuery): boolean =>
  query.level !== undefined || query.creator !== undefined || query.exclude !== undefined || Boolean(query.text)

/** Returns the ORDER BY of a query. Without a rank from the search, relevance falls back to the newest first. */
function orderOf({ sort, text, rank }: CatalogueQuery, values: unknown[]): string {
  const wanted = sort ?? (text ? 'relevance' : 'newest')
  if (wanted !== 'relevance') return orders[wanted]
  if (!rank) return orders.newest
  return `array_position($${values.push([...rank.sure, ...rank.closest])}::text[], id), ${orders.newest}`
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
  if (query.creator) wanted.push(`creator_id = ${value(query.creator)}`)
  if (query.exclude) wanted.push(`id <> ${value(query.exclude)}`)
  if (query.text) {
    const like = value(likeText(query.text))
    const byName = `exists (select 1 from users where users.id = courses.creator_id and users.name ilike ${like})`
    const found = query.rank ? ` or id = any(${value(query.rank.sure)}::text[])` : ''
    wanted.push(`(title ilike ${like} or sub_title ilike ${like} or ${byName}${found})`)
  }
  return wanted.join(' and ')
}

/** One page of published courses. */
export async function findPage(on: Executor, query: CatalogueQuery): Promise<PageRow[]> {
  const values: unknown[] = []
  const condition = conditionOf(query, values)
  const order = orderOf(query, values)
  const slice = `limit $${values.push(query.limit)} offset $${values.push(query.offset)}`
  const text = `select ${columns} from courses where ${condition} order by ${order} ${slice}`
  return (await on.executeQuery<PageRow>(CompiledQuery.raw(text, values))).rows
}

export async function countMatches(on: Executor, query: CatalogueQuery): Promise<number> {
  const values: unknown[] = []
  const text = `select count(*)::int as count from courses where ${conditionOf(query, values)}`
  const { rows } = await on.executeQuery<{ count: number }>(CompiledQuery.raw(text, values))
  return rows[0]?.count ?? 0
}

export type CatalogueFacts = {
  version: number
  /** published courses in each category */
  counts: Record<string, number>
  /** names of the creators of published courses, by their ids */
  creators: ReadonlyMap<string, string>
}

/** What all pages of one version of the catalogue share, read in one statement with that version. */
export async function findFacts(on: Executor): Promise<CatalogueFacts> {
  const { rows } = await sql<{
    version: number
    counts: Record<string, number> | null
    creators: Record<string, string> | null
  }>`
    select coalesce((select version from cache_versions where name = 'catalogue'), 0) as version,
      (
        select json_object_agg(category, count) from (
          select category, count(*) as count from courses where is_published group by category
        ) as published
      ) as counts,
      (
        select json_object_agg(id, name) from users
        where id in (select creator_id from courses where is_published)
      ) as creators`.execute(on)
  const { version = 0, counts, creators } = rows[0] ?? {}
  return {
    version,
    counts: { ...Object.fromEntries(categories.map((category) => [category, 0])), ...counts },
    creators: new Map(Object.entries(creators ?? {})),
  }
}
