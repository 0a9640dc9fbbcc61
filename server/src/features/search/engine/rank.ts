import type { LexicalHit } from './lexical-index.ts'
import type { SearchableCourse } from './searchable-course.ts'
import type { Tuning } from './tuning.ts'
import type { Understood } from './understand.ts'
import type { Wish } from './wishes.ts'

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
  /** what people mean who say it so */
  wish: Wish
  courses: ReadonlyMap<string, SearchableCourse>
  tuning: Tuning
}

/** With what follows from it. */
type Weighed = Evidence & {
  /** the most that a course has of what is asked for, 0 to 1 */
  covered: number
  /** 0 to 1: how sure the search is one of the wishes that are taught here */
  wished: number
}

/** All courses that have to do with the search, the best first; none when it is about something else. */
export function rank(evidence: Evidence): Ranked[] {
  const { understood, hits, likeness, courses, tuning } = evidence
  if (understood.concepts.length === 0) return listAll(evidence)
  const covered = Math.max(0, ...[...hits.values()].map(({ coverage }) => coverage))
  const wished = wishStrength(evidence, covered)
  if (!isAboutCourses({ ...evidence, covered, wished })) return []
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
  const named = understood.concepts.every(({ topic, weak }) => topic || weak)
  const byWish = wished * (1 - (named ? 1 : tuning.wordsBeforeWishes) * covered)
  // Beside a wish that is clear, words that the courses have by chance say little.
  add(lexical, tuning.lexicalWeight * (byWish > 0 ? Math.min(1, 2 * covered) : 1))
  const wishes = byWish > 0 ? [...evidence.wish.courses] : []
  add(
    wishes.map(([id, value]) => ({ id, value })),
    tuning.wishWeight * byWish,
  )
  const nearest = Math.max(0, ...likeness.values())
  const trust = Math.min(1, Math.max(tuning.leastTrust, 1 + (nearest - evidence.offTopic) / tuning.distrust))
  // The fewer of the words the courses have, the more must their meaning tell.
  add(meaning, (tuning.meaningWeight + tuning.meaningWithoutWords * (1 - covered)) * trust)
  return [...scores]
    .map(([id, score]) => ({
      id,
      score: score * preference(courses.get(id), understood, tuning),
      words: [...(hits.get(id)?.concepts ?? [])].flatMap((place) => understood.concepts[place]?.words ?? []),
      byMeaning: (hits.get(id)?.concepts.size ?? 0) === 0,
    }))
    .sort((a, b) => b.score - a.score)
}

function wishStrength({ understood, wish, offTopic, tuning }: Evidence, covered: number): number {
  const margin = understood.elsewhere ? tuning.wishMarginElsewhere : tuning.wishMargin
  if (wish.courses.size === 0 || wish.likeness - offTopic < margin) return 0
  // A thing that is named outright and that no course has is no wish for another thing.
  if (understood.concepts.length === 1 && covered === 0) return 0
  return Math.min(1, Math.max(0, wish.likeness - tuning.leastWish) / tuning.sureWish)
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
function isAboutCourses(evidence: Weighed): boolean {
  const { understood, likeness, asSpoken, offTopic, covered, wished, tuning } = evidence
  const { concepts, elsewhere } = understood
  if (concepts.every(({ strange }) => strange)) return false
  if (understood.goods && (elsewhere || isBeyondPrices(evidence))) return false
  if (isMissingWhatItNames(evidence)) return false
  const nearest = Math.max(asSpoken, ...likeness.values())
  if (offTopic >= tuning.surelyOff && offTopic - nearest >= tuning.farOff) return false
  // Words of shops and news make the others doubtful, unless all together are what a course is called.
  const isName = concepts.length > 1 && covered >= tuning.nameCoverage
  const coverage = covered * (elsewhere && !isName ? tuning.elsewhere : 1)
  if (coverage >= tuning.sureCoverage) return true
  // What is learned elsewhere: here is nothing of it, or at least something that helps.
  if (concepts.every(({ topic }) => topic) && !elsewhere) {
    if (coverage >= tuning.topicCoverage) return true
    if (concepts.length === 1) return false
  }
  if (wished > 0) return true
  if (likeness.size === 0) return covered >= tuning.coverageWithoutMeaning
  if (nearest < tuning.leastLikeness && coverage < tuning.coverageOfUnlike) return false
  return nearest - offTopic >= tuning.margin - tuning.marginByCoverage * coverage
}

/** A short search for a thing with a name of its own that no course has, nor what helps with it. */
function isMissingWhatItNames({ understood: { concepts }, hits, covered, tuning }: Weighed): boolean {
  const telling = concepts.filter(({ weak }) => !weak)
  if (telling.length > tuning.fewConcepts || covered >= tuning.enoughElse) return false
  const found = new Set([...hits.values()].flatMap(({ parts }) => [...parts]))
  return concepts.some(({ alone }, place) => alone && !found.has(place))
}

/** "iphone under 50000": no course costs a third of it, so it is about another thing. */
function isBeyondPrices({ understood: { filters }, courses, tuning }: Evidence): boolean {
  if (filters.maxPrice === null) return false
  const dearest = Math.max(0, ...[...courses.values()].map(({ pricePaise }) => (pricePaise ?? 0) / 100))
  return dearest > 0 && filters.maxPrice >= dearest * tuning.beyondPrices
}
