import type { CourseCard } from '@virtual-courses/contract'
import { cacheVersion } from '#core/cache-invalidation.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { RankingClient, RankText } from '#ports/text-ranking.ts'
import {
  type CatalogueFacts,
  type CatalogueQuery,
  countMatches,
  findFacts,
  findPage,
  needsCounting,
  type PageRow,
} from './catalogue-queries.ts'
import { presentCard } from './present.ts'

type Query = Omit<CatalogueQuery, 'rank'>

export type CataloguePage = { courses: CourseCard[]; total: number; categoryCounts: Record<string, number> }

/**
 * Returns a function that reads pages of the catalogue from the database. With a text, `rankText` returns the courses that match
 * it, in order; where it cannot, titles and names are matched with the text, the newest first. Counts by category and names of
 * creators are cached with the version at which they were read and used only with rows of that version, so they are exact and
 * cost one round trip after a change.
 */
export function catalogueLister(
  { db }: Pick<FeatureDeps, 'db'>,
  rankText: RankText,
): (wanted: Query, from: () => RankingClient) => Promise<CataloguePage> {
  let known: CatalogueFacts | undefined

  /** Returns rows with the facts of their version; reads again when the version changed in between. */
  const read = async (query: CatalogueQuery, attempts = 3): Promise<{ rows: PageRow[]; facts: CatalogueFacts }> => {
    const rows = await findPage(db, query)
    const version = rows[0]?.version ?? (await cacheVersion(db, 'catalogue'))
    const facts = known?.version === version ? known : await findFacts(db)
    known = facts
    return facts.version === version || attempts === 0 ? { rows, facts } : read(query, attempts - 1)
  }

  /** The last page gives the number of matches by itself; a page behind the end does not. */
  const count = async (query: CatalogueQuery, found: number): Promise<number> => {
    const isLast = found < query.limit && (found > 0 || query.offset === 0)
    return isLast ? query.offset + found : countMatches(db, query)
  }

  return async (wanted, from) => {
    const query = { ...wanted, rank: wanted.text ? await rankText(wanted.text, from()) : null }
    const { rows, facts } = await read(query)
    const total = needsCounting(query) ? await count(query, rows.length) : sumOf(facts.counts, query.category)
    const courses = rows.map((row) => presentCard({ ...row, creator_name: facts.creators.get(row.creator_id) ?? '' }))
    return { courses, total, categoryCounts: facts.counts }
  }
}

const sumOf = (counts: Record<string, number>, wanted: readonly string[] | undefined): number =>
  Object.entries(counts).reduce((sum, [name, count]) => (!wanted || wanted.includes(name) ? sum + count : sum), 0)
