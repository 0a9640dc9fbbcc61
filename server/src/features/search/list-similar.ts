import type { CourseCard } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { SearchTurn } from '#ports/search-index.ts'
import { presentCard } from '../courses/index.ts'
import { indexKeeper } from './keep-index.ts'
import { findCards, isPublished } from './queries.ts'
import type { SearchDeps } from './search-courses.ts'

const most = 4

/** Published courses that are most like a published one, at most 4. Throws not_found, also for drafts. */
export async function listSimilar(deps: SearchDeps, courseId: string, turn: SearchTurn): Promise<CourseCard[]> {
  if (!(await isPublished(deps.db, courseId))) throw new DomainError('not_found')
  await indexKeeper(deps).fresh()
  const ids = await deps.searchIndex.similar(courseId, most, turn)
  const cards = new Map((await findCards(deps.db, ids)).map((row) => [row.id, presentCard(row)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}
