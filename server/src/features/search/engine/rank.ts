import type { LexicalHit } from './lexical-index.ts'
import type { SearchableCourse } from './searchable-course.ts'
import type { Tuning } from './tuning.ts'
import type { Understood } from './understand.ts'

export type Ranked = {
  id: string
  score: number
  /** words of the search that the course has */
  words: string[]
  /** found by its meaning: none of the words is in it */
  byMeaning: boolean
}

type Evidence = {
  understood: Understood
  hits: ReadonlyMap<string, LexicalHit>
  likeness: ReadonlyMap<string, number>
  /** likeness of the whole sentence to the nearest course */
  asSpoken: number
  /** likeness of the search to the nearest phrase that is not about learning */
  offTopic: number
  courses: ReadonlyMap<string, SearchableCourse>
  tuning: Tuning
}

/** All courses that have to do with the search, the best first; none when it is about something else. */
export function rank(evidence: Evidence): Ranked[] {
  const { understood, hits, likeness, courses, tuning } = evidence
  if (understood.concepts.length === 0) return listAll(evidence)
  if (!isAboutCourses(evidence)) return []
  const lexical = [...hits].map(([id, hit]) => ({ id, value: hit.score * (0.4 + 0.6 * hit.coverage) }))
  // A course without any of the words is shown for its meaning alone, and must be near.
  const meaning = [...likeness]
    .filter(([id, value]) => value >= (hits.has(id) ? 0 : tuning.nearAlone))
    .map(([id, value]) => ({ id, value }))
  const scores = new Map<string, number>()
  const add = (list: { id: string; value: number }[], weight: number): void => {
    list.sort((a, b) => b.value - a.value)
    const top = list[0]?.value || 1
    list.forEach(({ id, value }, place) => {
      const byRank = tuning.rankOffset / (tuning.rankOffset + place)
      scores.set(id, (scores.get(id) ?? 0) + weight * byRank * (1 - tuning.height + (tuning.height * value) / top))
    })
  }
  add(lexical, tuning.lexicalWeight)
  const nearest = Math.max(0, ...likeness.values())
  const trust = Math.min(1, Math.max(tuning.leastTrust, 1 + (nearest - evidence.offTopic) / tuning.distrust))
  // The fewer of the words the courses have, the more must their meaning tell.
  const missing = 1 - Math.max(0, ...[...hits.values()].map(({ coverage }) => coverage))
  add(meaning, (tuning.meaningWeight + tuning.meaningWithoutWords * missing) * trust)
  return [...scores]
    .map(([id, score]) => ({
      id,
      score: score * preference(courses.get(id), understood, tuning),
      words: [...(hits.get(id)?.concepts ?? [])].flatMap((place) => understood.concepts[place]?.words ?? []),
      byMeaning: (hits.get(id)?.concepts.size ?? 0) === 0,
    }))
    .sort((a, b) => b.score - a.score)
}

/** "free courses" asks for nothing in particular: everything that passes the filters, in the order of the catalogue. */
function listAll({ understood: { filters }, courses }: Evidence): Ranked[] {
  const stated =
    filters.free ||
    filters.cheap ||
    filters.level ||
    filters.levelHint ||
    filters.maxPrice !== null ||
    filters.minPrice !== null
  if (!stated) return []
  return [...courses.keys()].map((id) => ({ id, score: 1, words: [], byMeaning: false }))
}

function preference(course: SearchableCourse | undefined, { filters, category }: Understood, tuning: Tuning): number {
  if (!course) return 0
  let factor = 1
  if (category && course.category === category.name) factor *= tuning.category
  if (filters.levelHint && course.level === filters.levelHint) factor *= tuning.levelHint
  return factor
}

/**
 * Is it about something that is taught here? Words alone are enough when the courses have nearly all of them. Otherwise the
 * nearest course must be nearer in meaning than all that people write about other things; the more words are known, the less so.
 */
function isAboutCourses({ understood, hits, likeness, asSpoken, offTopic, tuning }: Evidence): boolean {
  const { concepts } = understood
  if (concepts.every(({ strange }) => strange)) return false
  const coverage = Math.max(0, ...[...hits.values()].map((hit) => hit.coverage))
  if (coverage >= tuning.sureCoverage) return true
  // What is learned elsewhere: here is nothing of it, or at least something that helps.
  if (concepts.every(({ topic }) => topic)) {
    if (coverage >= tuning.topicCoverage) return true
    if (concepts.length === 1) return false
  }
  if (likeness.size === 0) return coverage >= 0.5
  const nearest = Math.max(asSpoken, ...likeness.values())
  if (nearest < tuning.leastLikeness && coverage < 0.4) return false
  return nearest - offTopic >= tuning.margin - tuning.marginByCoverage * coverage
}
