import { type api, type BodyOf, maxPassages, type ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { SearchTurn } from '#ports/search-index.ts'
import { findCovered } from './find-covered.ts'
import { type FindDeps, findByReading, requireSeen } from './find-passages.ts'
import { readAsked } from './finding/read-question.ts'

type Asking = { viewer: CurrentUser | null; turn: SearchTurn }

/**
 * Searches lectures: passages of those that the viewer may play, and other lectures about it as their courses' pages show them. Throws
 * not_found for a course that they may not see, and `unavailable` when too many search.
 */
export async function searchLectures(
  deps: FindDeps,
  { input, courseId }: BodyOf<typeof api.passages.search>,
  { viewer, turn }: Asking,
): Promise<ReplyOf<typeof api.passages.search>> {
  if (courseId !== undefined) await requireSeen(deps, courseId, viewer)
  const asked = await readAsked(deps, input, turn)
  const { passages, isAnswered, readAs } = await findByReading(
    deps,
    { viewer, question: input, courseId, limit: maxPassages },
    asked,
  )
  const found = new Set(passages.map(({ lectureId }) => lectureId))
  return {
    passages: passages.map(({ id, score: _score, ...passage }) => ({ _id: id, ...passage })),
    covered: await findCovered(deps, { viewer, courseId, found }, asked),
    isAnswered,
    readAs,
  }
}
