import type { SearchResult } from '@virtual-courses/contract'
import type { Findings } from '#ports/search-index.ts'
import { presentCard } from '../courses/index.ts'
import type { FeatureDeps } from '../deps.ts'
import { indexKeeper } from './keep-index.ts'
import { findCards } from './queries.ts'
import { readWithModel } from './read-with-model.ts'

export type SearchDeps = Pick<FeatureDeps, 'db' | 'shared' | 'searchIndex' | 'log'>

/**
 * Published courses that fit what somebody typed or said, the best first, each with the reason; none for what is not taught
 * here. Prices and names are those of this moment.
 */
export async function searchCourses(deps: SearchDeps, input: string): Promise<SearchResult[]> {
  return present(deps, await find(deps, input))
}

/**
 * The same with the help of a language model, where the site has one: it is asked what a search is about of whose words no
 * course has any. Prices, "free" and levels stay as they were stated.
 */
export async function searchWithModel(deps: FeatureDeps, input: string): Promise<SearchResult[]> {
  const found = await find(deps, input)
  if (found.courses.some(({ byMeaning }) => !byMeaning)) return present(deps, found)
  const subjects = await readWithModel(deps, input)
  if (subjects === null) return present(deps, found)
  const again = await find(deps, [subjects, ...stated(found)].join(' '))
  return present(deps, again.courses.length > 0 ? { ...again, readAs: subjects } : found)
}

async function find(deps: SearchDeps, input: string): Promise<Findings> {
  await indexKeeper(deps).fresh()
  return deps.searchIndex.search(input)
}

/** The filters of a search in words that say them again. */
function* stated({ filters: { free, minPrice, maxPrice, level } }: Findings): Iterable<string> {
  if (free) yield 'free'
  else if (maxPrice !== null) yield `under ${maxPrice}`
  if (minPrice !== null) yield `above ${minPrice}`
  if (level) yield level.toLowerCase()
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
