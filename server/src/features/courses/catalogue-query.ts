import type { api, QueryOf } from '@virtual-courses/contract'
import { categories } from '@virtual-courses/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Executor } from '#db/executor.ts'

export type CatalogueQuery = QueryOf<typeof api.courses.catalogue>

/** Text for LIKE: its wildcards stand for themselves. */
const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Filters whose number of results the counts by category do not tell. */
export const needsCounting = (query: CatalogueQuery): boolean =>
  query.level !== undefined || query.creator !== undefined || query.exclude !== undefined || Boolean(query.text)

const filtered = (on: Executor, query: CatalogueQuery) =>
  on
    .selectFrom('courses')
    .innerJoin('users', 'users.id', 'courses.creator_id')
    .where((where) => {
      const wanted: Expression<SqlBool>[] = [where('courses.is_published', '=', true)]
      if (query.category) wanted.push(where('courses.category', 'in', query.category))
      if (query.level) wanted.push(where('courses.level', '=', query.level))
      if (query.creator) wanted.push(where('courses.creator_id', '=', query.creator))
      if (query.exclude) wanted.push(where('courses.id', '<>', query.exclude))
      if (query.text) {
        const like = likeText(query.text)
        wanted.push(
          where.or([
            where('courses.title', 'ilike', like),
            where('courses.sub_title', 'ilike', like),
            where('users.name', 'ilike', like),
          ]),
        )
      }
      return where.and(wanted)
    })

const orders = {
  newest: sql`courses.created_at desc, courses.id desc`,
  popular: sql`courses.enrolment_count desc, courses.created_at desc, courses.id desc`,
  rating: sql`courses.rating_sum::float8 / nullif(courses.rating_count, 0) desc nulls last, courses.rating_count desc,
    courses.created_at desc, courses.id desc`,
  'price-low': sql`courses.price_paise, courses.created_at desc, courses.id desc`,
  'price-high': sql`courses.price_paise desc, courses.created_at desc, courses.id desc`,
} as const

/** One page of cards; each row tells the version of the catalogue that it was read from. */
export const findPage = (on: Executor, query: CatalogueQuery) =>
  filtered(on, query)
    .select([
      'courses.id',
      'courses.title',
      'courses.sub_title',
      'courses.category',
      'courses.level',
      'courses.price_paise',
      'courses.thumbnail_id',
      'courses.creator_id',
      'courses.rating_sum',
      'courses.rating_count',
      'courses.enrolment_count',
      'courses.lecture_count',
      'users.name as creator_name',
      sql<number>`(select version from cache_versions where name = 'catalogue')`.as('version'),
    ])
    .orderBy(orders[query.sort])
    .limit(query.limit)
    .offset(query.offset)
    .execute()

export async function countMatches(on: Executor, query: CatalogueQuery): Promise<number> {
  const { count } = await filtered(on, query)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type CategoryCounts = { version: number; counts: Record<string, number> }

/** Published courses in each category, and the version of the catalogue in which it is so. */
export async function countCategories(on: Executor): Promise<CategoryCounts> {
  const { rows } = await sql<{ version: number; category: string | null; count: number }>`
    select coalesce(cache_versions.version, 0) as version, published.category, published.count
    from (select 'catalogue' as name) as wanted
    left join cache_versions using (name)
    left join (
      select category, count(*)::int as count from courses where is_published group by category
    ) as published on true`.execute(on)
  const counts: Record<string, number> = Object.fromEntries(categories.map((category) => [category, 0]))
  for (const { category, count } of rows) if (category !== null) counts[category] = count
  return { version: rows[0]?.version ?? 0, counts }
}
