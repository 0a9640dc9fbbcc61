import type { api, ReplyOf } from '@virtual-courses/contract'
import { cacheVersion } from '#core/events/cache-invalidation.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Page } from '#core/keyset.ts'
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
import { findCreatorsNamed } from './text-filters.ts'

type CatalogueReply = ReplyOf<typeof api.courses.catalogue>
type Query = Omit<CatalogueQuery, 'rank' | 'creators'>

/**
 * Returns a function that reads pages of the catalogue. With a text, `rankText` returns the matching courses in order; where it cannot,
 * titles and names are matched, the newest first. Counts by category are cached with the version at which they were read and used only with
 * rows of that version, so they are exact.
 */
export function catalogueLister(
  { db }: Pick<FeatureDeps, 'db'>,
  rankText: RankText,
): (wanted: Query, from: () => RankingClient) => Promise<CatalogueReply> {
  let known: CatalogueFacts | undefined

  /** Returns a page with the facts of its version; reads again when the version changed in between. */
  const read = async (query: CatalogueQuery, attempts = 3): Promise<{ page: Page<PageRow>; facts: CatalogueFacts }> => {
    const page = await findPage(db, query)
    const version = page.rows[0]?.version ?? (await cacheVersion(db, 'catalogue'))
    const facts = known?.version === version ? known : await findFacts(db)
    known = facts
    return facts.version === version || attempts === 0 ? { page, facts } : read(query, attempts - 1)
  }

  /** A page that is the whole list gives the number of matches by itself. */
  const count = async (query: CatalogueQuery, { rows, next }: Page<PageRow>): Promise<number> =>
    query.cursor === undefined && next === null ? rows.length : countMatches(db, query)

  return async (wanted, from) => {
    const { text } = wanted
    const [rank, creators] = text
      ? await Promise.all([rankText(text, from()), findCreatorsNamed(db, text)])
      : [null, null]
    const query = { ...wanted, rank, creators: creators?.few ?? null }
    const { page, facts } = await read(query)
    const { rows, next, previous } = page
    const total = needsCounting(query) ? await count(query, page) : sumOf(facts.counts, query.category)
    const courses = rows.map(presentCard)
    return { courses, total, next, previous, categoryCounts: facts.counts, languages: facts.languages }
  }
}

const sumOf = (counts: Record<string, number>, wanted: readonly string[] | undefined): number =>
  Object.entries(counts).reduce((sum, [name, count]) => (!wanted || wanted.includes(name) ? sum + count : sum), 0)
