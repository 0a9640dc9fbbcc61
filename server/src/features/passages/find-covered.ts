import { type CoveringLecture, maxCovered } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { findPlayable } from '../video/delivery/index.ts'
import type { FindDeps } from './find-passages.ts'
import { findShown, findTopical } from './finding/passage-queries.ts'
import { type AskedQuestion, topicHashes } from './finding/read-question.ts'
import { type Concept, hashTerm, stemsOf } from './packing/terms.ts'

/** Lectures that are compared with a question. */
const mostCompared = 100
/** Part of a question's stems that a lecture is about, and how many of them. One alone must stand in its title. */
const least = { share: 0.6, stems: 2 }

/**
 * Returns published lectures that are about a question and that this viewer has not found passages of, the closest first, with what the page
 * of their course shows of them. It compares titles and the stems that a lecture says most: no answer depends on how something is worded
 * there, or on what is said once.
 */
export async function findCovered(
  deps: FindDeps,
  {
    viewer,
    courseId,
    found,
  }: { viewer: CurrentUser | null; courseId?: string | undefined; found: ReadonlySet<string> },
  { readings }: AskedQuestion,
): Promise<CoveringLecture[]> {
  const hashes = topicHashes(readings)
  if (hashes.length === 0) return []
  const topical = await findTopical(deps.db, hashes, { count: mostCompared, previews: false, courseId })
  const others = topical.filter(({ id }) => !found.has(id))
  const lectureIds = others.map(({ id }) => id)
  const { seen, playable } = await findPlayable(deps.db, { lectureIds }, viewer, deps)
  const shown = new Map((await findShown(deps.db, lectureIds)).map((one) => [one.lectureId, one]))
  const covering = others.flatMap(({ id, said }) => {
    const lecture = shown.get(id)
    if (!lecture || !(seen.has(id) || (playable.has(id) && lecture.isPreviewFree))) return []
    const title = new Set(stemsOf(lecture.lectureTitle).map(hashTerm))
    const closeness = Math.max(0, ...readings.map((concepts) => closenessOf(concepts, new Set(said), title)))
    return closeness > 0 ? [{ lecture, closeness }] : []
  })
  covering.sort((a, b) => b.closeness - a.closeness)
  return covering.slice(0, maxCovered).map(({ lecture }) => lecture)
}

/** How much of a question a lecture is about, 0 when that is not enough; what its title names counts double. */
function closenessOf(concepts: readonly Concept[], said: ReadonlySet<number>, title: ReadonlySet<number>): number {
  const count = (...lists: ReadonlySet<number>[]): number =>
    concepts.filter(({ terms }) => terms.some(({ hash, isSound }) => !isSound && lists.some((list) => list.has(hash))))
      .length
  const titled = count(title)
  const matched = count(title, said)
  const isAbout = titled === concepts.length || matched >= least.stems
  return isAbout && matched >= least.share * concepts.length ? (matched + titled) / concepts.length : 0
}
