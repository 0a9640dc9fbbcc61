import type { SearchResult } from '@virtual-courses/contract'
import type { Findings, SearchTurn } from '#ports/search-index.ts'
import { presentCard } from '../courses/index.ts'
import type { FeatureDeps } from '../deps.ts'
import { indexKeeper } from './keep-index.ts'
import { findCards } from './queries.ts'

export type SearchDeps = Pick<FeatureDeps, 'db' | 'shared' | 'searchIndex' | 'log'>

/**
 * Published courses that fit what somebody typed or said, the best first, each with the reason; none for what is not taught
 * here. Prices and names are those of this moment.
 */
export async function searchCourses(deps: SearchDeps, input: string, turn: SearchTurn): Promise<SearchResult[]> {
  return present(deps, await find(deps, input, turn))
}

/**
 * The same with the help of a language model, where the site has one: `read` tells the subjects of a search whose words lead to
 * no course. Prices, "free" and levels stay as they were stated.
 */
export async function searchWithModel(
  deps: SearchDeps,
  input: string,
  turn: SearchTurn,
  read: (input: string) => Promise<string | null>,
): Promise<SearchResult[]> {
  const found = await find(deps, input, turn)
  const subjects = found.foundByWords ? null : await read(input)
  if (subjects === null) return present(deps, found)
  const again = await find(deps, input, turn, subjects)
  return present(deps, again.courses.length > 0 ? { ...again, readAs: subjects } : found)
}

async function find(deps: SearchDeps, input: string, turn: SearchTurn, subjects?: string): Promise<Findings> {
  await indexKeeper(deps).fresh()
  return deps.searchIndex.search(input, turn, subjects)
}

async function present(deps: SearchDeps, findings: Findings): Promise<SearchResult[]> {
  const { courses, filters, levelRelaxed, readAs } = findings
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
