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
} from './catalogue-query.ts'
import { presentCard } from './present.ts'

type Asked = Omit<CatalogueQuery, 'rank'>

export type CataloguePage = { courses: CourseCard[]; total: number; categoryCounts: Record<string, number> }

/**
 * Returns what reads pages of the catalogue, from the database at each call. With a text, `rankText` tells which courses fit it
 * and in which order; where it cannot, the text alone is looked for, and the newest come first. Counts by category and names of
 * creators are remembered with the version that they were read at and used only with rows of the same version, so they are exact
 * and cost one round trip after a change.
 */
export function catalogueLister(
  { db }: Pick<FeatureDeps, 'db'>,
  rankText: RankText,
): (asked: Asked, from: () => RankingClient) => Promise<CataloguePage> {
  let known: CatalogueFacts | undefined

  /** Rows with the facts of their version; read again when a change came in between. */
  const read = async (query: CatalogueQuery, attempts = 3): Promise<{ rows: PageRow[]; facts: CatalogueFacts }> => {
    const rows = await findPage(db, query)
    const version = rows[0]?.version ?? (await cacheVersion(db, 'catalogue'))
    const facts = known?.version === version ? known : await findFacts(db)
    known = facts
    return facts.version === version || attempts === 0 ? { rows, facts } : read(query, attempts - 1)
  }

  /** A page that is not full tells the number by itself, unless it lies behind the end. */
  const count = async (query: CatalogueQuery, found: number): Promise<number> => {
    const isLast = found < query.limit && (found > 0 || query.offset === 0)
    return isLast ? query.offset + found : countMatches(db, query)
  }

  return async (asked, from) => {
    const query = { ...asked, rank: asked.text ? await rankText(asked.text, from()) : null }
    const { rows, facts } = await read(query)
    const total = needsCounting(query) ? await count(query, rows.length) : sumOf(facts.counts, query.category)
    const courses = rows.map((row) => presentCard({ ...row, creator_name: facts.creators.get(row.creator_id) ?? '' }))
    return { courses, total, categoryCounts: facts.counts }
  }
}

const sumOf = (counts: Record<string, number>, wanted: readonly string[] | undefined): number =>
  Object.entries(counts).reduce((sum, [name, count]) => (!wanted || wanted.includes(name) ? sum + count : sum), 0)
