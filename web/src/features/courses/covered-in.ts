import type { Lecture } from '@virtual-courses/contract'

/** Words that say nothing of a subject, and the beginnings of others; those of one or two letters are left out in any case. */
const fillers =
  /^(?:the|and|for|how|why|you|use)$|^(?:with|your|from|into|this|what|when|learn|using|lecture|course|basic|intro)/

/** Returns the words of a text that name its subject, without the endings of English plurals and verbs. */
const subjectOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [])
      .filter((word) => !fillers.test(word))
      .map((word) => word.replace(/(?:ing|e?s|ed)$/, '')),
  )

export type Covering = { lecture: Lecture /** from 1 */; number: number }

/**
 * Returns the lecture that covers a learning point, by its title: it shares two words of the subject at least, and most of its own. Where
 * none does, or two do equally well, there is none: a wrong promise is worse than no hint.
 */
export function coveredIn(point: string, lectures: readonly Lecture[]): Covering | null {
  const wanted = subjectOf(point)
  let best: (Covering & { score: number }) | null = null
  let tied = false
  for (const [index, lecture] of lectures.entries()) {
    const title = subjectOf(lecture.lectureTitle)
    const shared = [...title].filter((word) => wanted.has(word)).length
    if (shared < 2 || shared * 3 < title.size * 2) continue
    const score = shared + shared / title.size
    if (best && score === best.score) tied = true
    else if (!best || score > best.score) {
      best = { lecture, number: index + 1, score }
      tied = false
    }
  }
  return best && !tied ? { lecture: best.lecture, number: best.number } : null
}
