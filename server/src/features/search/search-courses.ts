import type { SearchResult } from '@virtual-courses/contract'
import { presentCard } from '../courses/index.ts'
import type { FeatureDeps } from '../deps.ts'
import { indexKeeper } from './keep-index.ts'
import { findCards } from './queries.ts'

export type SearchDeps = Pick<FeatureDeps, 'db' | 'shared' | 'searchIndex' | 'log'>

/**
 * Published courses that fit what somebody typed or said, the best first, each with the reason; none for what is not taught
 * here. Prices and names are those of this moment.
 */
export async function searchCourses(deps: SearchDeps, input: string): Promise<SearchResult[]> {
  await indexKeeper(deps).fresh()
  const { courses, filters, levelRelaxed, readAs } = await deps.searchIndex.search(input)
  const rows = await findCards(
    deps.db,
    courses.map(({ id }) => id),
  )
  const cards = new Map(rows.map((row) => [row.id, presentCard(row)]))
  return courses.flatMap(({ id, words, byMeaning }) => {
    const card = cards.get(id)
    return card ? [{ ...card, match: { words, byMeaning }, filters, levelRelaxed, readAs }] : []
  })
}
