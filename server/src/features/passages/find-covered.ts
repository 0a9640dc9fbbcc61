import { type CoveringLecture, maxCovered } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { findPlayable } from '../video/delivery/index.ts'
import type { FindDeps } from './find-passages.ts'
import { findShown, findTopical } from './finding/passage-queries.ts'
import type { AskedQuestion } from './finding/read-question.ts'
import { hashesOf } from './packing/index-words.ts'

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
  const hashes = [...new Set(readings.flat().map(({ hash }) => hash))]
  if (hashes.length === 0) return []
  const topical = await findTopical(deps.db, hashes, { count: mostCompared, previews: false, courseId })
  const others = topical.filter(({ id }) => !found.has(id))
  const lectureIds = others.map(({ id }) => id)
  const { seen, playable } = await findPlayable(deps.db, { lectureIds }, viewer, deps)
  const shown = new Map((await findShown(deps.db, lectureIds)).map((one) => [one.lectureId, one]))
  const covering = others.flatMap(({ id, said }) => {
    const lecture = shown.get(id)
    if (!lecture || !(seen.has(id) || (playable.has(id) && lecture.isPreviewFree))) return []
    const title = new Set(hashesOf(lecture.lectureTitle))
    const closeness = Math.max(0, ...readings.map((stems) => closenessOf(stems, new Set(said), title)))
    return closeness > 0 ? [{ lecture, closeness }] : []
  })
  covering.sort((a, b) => b.closeness - a.closeness)
  return covering.slice(0, maxCovered).map(({ lecture }) => lecture)
}

/** How much of a question a lecture is about, 0 when that is not enough; what its title names counts double. */
function closenessOf(
  stems: AskedQuestion['readings'][number],
  said: ReadonlySet<number>,
  title: ReadonlySet<number>,
): number {
  const titled = stems.filter(({ hash }) => title.has(hash)).length
  const matched = stems.filter(({ hash }) => title.has(hash) || said.has(hash)).length
  const isAbout = titled === stems.length || matched >= least.stems
  return isAbout && matched >= least.share * stems.length ? (matched + titled) / stems.length : 0
}
