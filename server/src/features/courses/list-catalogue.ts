import type { CourseCard } from '@virtual-courses/contract'
import type { FeatureDeps } from '../deps.ts'
import {
  type CatalogueQuery,
  type CategoryCounts,
  countCategories,
  countMatches,
  findPage,
  needsCounting,
} from './catalogue-query.ts'
import { presentCard } from './present.ts'

export type CataloguePage = { courses: CourseCard[]; total: number; categoryCounts: Record<string, number> }

/**
 * Pages of the catalogue, read from the database at each call. The counts by category are remembered with the version that
 * they were read at and used only with rows of the same version, so they are exact and cost one round trip after a change.
 */
export function catalogueLister({ db }: Pick<FeatureDeps, 'db'>): (query: CatalogueQuery) => Promise<CataloguePage> {
  let known: CategoryCounts | undefined
  return async (query) => {
    const rows = await findPage(db, query)
    const version = rows[0]?.version
    if (known === undefined || known.version !== version) known = await countCategories(db)
    const { counts } = known
    const total = needsCounting(query) ? await totalOf(query, rows.length) : sumOf(counts, query.category)
    return { courses: rows.map(presentCard), total, categoryCounts: counts }
  }

  /** A page that is not full tells the number by itself, unless it lies behind the end. */
  async function totalOf(query: CatalogueQuery, found: number): Promise<number> {
    const isLast = found < query.limit && (found > 0 || query.offset === 0)
    return isLast ? query.offset + found : countMatches(db, query)
  }
}

const sumOf = (counts: Record<string, number>, wanted: readonly string[] | undefined): number =>
  Object.entries(counts).reduce((sum, [name, count]) => (!wanted || wanted.includes(name) ? sum + count : sum), 0)
