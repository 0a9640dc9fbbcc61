import type { Model } from '../lexicon/load-lexicon.ts'
import { chosen } from './constants.ts'
import {
  findCandidates,
  headIn,
  type Matched,
  matchWords,
  type Prominence,
  type Weighed,
  weighConcepts,
} from './find-candidates.ts'
import type { Surroundings } from './intents.ts'
import { fields, type InvertedIndex } from './inverted-index.ts'
import type { SearchableCourse } from './searchable-course.ts'
import { searchLimits, type Understood } from './understand.ts'
import type { VectorIndex } from './vector-index.ts'
import { type CourseFeatures, logistic, type SearchFeatures, weigh } from './weights.ts'

export type Candidate = {
  slot: number
  course: SearchableCourse
  features: CourseFeatures
  /** words of the search that the course has */
  words: string[]
  covered: number
  score: number
  /** how likely it is that the course is what is asked for, 0 to 1 */
  likely: number
}

/** Vectors of the texts of a search; none for a text that there is not. */
export type QueryVectors = Record<keyof Understood['texts'], readonly Float32Array[]>

export type Evidence = {
  understood: Understood
  vectors: QueryVectors
  surroundings: Surroundings
  /** how much a course is about what the nearest intents lead to */
  intents: ReadonlyMap<number, number>
  passes?: ((slot: number) => boolean) | undefined
}

export type Shelves = {
  index: InvertedIndex
  vectors: VectorIndex | null
  courses: ReadonlyMap<number, SearchableCourse>
  /** slots in use are below this */
  slots: number
  isHindi: (slot: number) => boolean
}

export type Judged = {
  /** the best first; also those that do not pass the filters */
  candidates: Candidate[]
  features: SearchFeatures
  /** how likely it is that the catalogue has what is asked for, 0 to 1 */
  likely: number
  /** a course has a word that is rare in the catalogue */
  rare: boolean
}

/** Returns what the weights of the ranking make of a concept by its role and the fields where a course has it; above 0. */
export function prominenceOf({ ranking }: Model): Prominence {
  const weightOf = (name: string): number => Math.max(0, ranking[name] ?? 0)
  const table = (anywhere: string, byField: readonly string[]): number[] =>
    Array.from({ length: 1 << fields.length }, (_, mask) =>
      byField.reduce(
        (sum, name, field) => sum + ((mask >> field) & 1) * weightOf(name),
        weightOf(anywhere) || Number.EPSILON,
      ),
    )
  const tables = {
    head: table('headAnywhere', Object.values(headIn)),
    modifier: table('modifierAnywhere', ['modifierInTitle']),
    context: table('contextAnywhere', ['contextInTitle']),
    weak: table('weakAnywhere', ['weakInTitle']),
    related: table('relatedAnywhere', ['relatedInTitle']),
  }
  return (role, mask) => tables[role][mask] ?? 0
}

/** Gathers the courses that have to do with a search, measures them and puts them in order. */
export function judge(evidence: Evidence, shelves: Shelves, model: Model, prominence: Prominence): Judged {
  const { understood, vectors: queries, intents, passes } = evidence
  const { index, vectors } = shelves
  const concepts = weighConcepts(understood.concepts, index)
  const slots = findCandidates(concepts, index, prominence, shelves.slots, searchLimits.candidates, passes)
  for (const query of Object.values(queries).flat())
    for (const slot of vectors?.near(query, searchLimits.candidates) ?? []) slots.add(slot)
  const byIntent = [...intents].sort(([, a], [, b]) => b - a).slice(0, searchLimits.candidates)
  for (const [slot] of byIntent) slots.add(slot)
  const meanings = new Map(
    [...slots].filter((slot) => vectors?.has(slot)).map((slot) => [slot, meaningOf(slot, queries, vectors)]),
  )
  // A course that was published a moment ago has no vectors yet; it must not come last for that.
  const meanMeaning = meanOf([...meanings.values()])
  const measured = [...slots].flatMap((slot): (Candidate & { matched: Matched })[] => {
    const course = shelves.courses.get(slot)
    if (!course) return []
    const matched = matchWords(concepts, slot, index)
    const features = { ...matched.features, ...(meanings.get(slot) ?? meanMeaning) }
    features.intent = intents.get(slot) ?? 0
    features.category = understood.category?.name === course.category ? 1 : 0
    features.levelHint = understood.filters.levelHint !== null && understood.filters.levelHint === course.level ? 1 : 0
    features.inHindi = understood.filters.inHindi && shelves.isHindi(slot) ? 1 : 0
    const score = weigh(features, model.ranking)
    const words = matched.concepts.flatMap((place) => concepts[place]?.words ?? [])
    const likely = logistic(model.relevance.slope * score + model.relevance.offset)
    return [{ slot, course, features, words, covered: matched.covered, score, likely, matched }]
  })
  measured.sort((a, b) => b.score - a.score || a.slot - b.slot)
  const features = measureSearch(evidence, concepts, measured, index)
  return {
    candidates: measured,
    features,
    likely: logistic(weigh(features, model.acceptance)),
    rare: measured.some(({ matched }) => matched.concepts.some((place) => isRare(concepts[place], index))),
  }
}

function meaningOf(slot: number, { subject, whole, request, sentences }: QueryVectors, vectors: VectorIndex | null) {
  const cosines = (queries: readonly Float32Array[]) => queries.flatMap((query) => vectors?.cosines(slot, query) ?? [])
  const greatest = (all: ReturnType<typeof cosines>): number => Math.max(...all.map((one) => one.greatest))
  const [said, about, asked] = [cosines([...whole, ...sentences]), cosines(subject), cosines(request)]
  const none = [{ greatest: 0, mean: 0 }]
  const bySubject = about.length > 0 ? about : said.length > 0 ? said : none
  const bySentence = said.length > 0 ? said : bySubject
  return {
    subjectCosine: greatest(bySubject),
    subjectMeanCosine: bySubject.reduce((sum, one) => sum + one.mean, 0) / bySubject.length,
    sentenceCosine: greatest(bySentence),
    storyCosine: bySentence.reduce((sum, one) => sum + one.greatest, 0) / bySentence.length,
    requestCosine: greatest(asked.length > 0 ? asked : bySentence),
  }
}

type Meaning = ReturnType<typeof meaningOf>

const meanOf = (all: readonly Meaning[]): Meaning => {
  const mean = (name: keyof Meaning): number => all.reduce((sum, one) => sum + one[name], 0) / Math.max(1, all.length)
  return {
    subjectCosine: mean('subjectCosine'),
    subjectMeanCosine: mean('subjectMeanCosine'),
    sentenceCosine: mean('sentenceCosine'),
    storyCosine: mean('storyCosine'),
    requestCosine: mean('requestCosine'),
  }
}

function isRare(concept: Weighed | undefined, index: InvertedIndex): boolean {
  if (!concept || concept.weak) return false
  const courses = Math.min(...concept.same[0].map(index.count))
  return courses > 0 && courses <= chosen.rareCourses
}

function measureSearch(
  { understood, surroundings }: Evidence,
  concepts: readonly Weighed[],
  candidates: readonly (Candidate & { matched: Matched })[],
  { has }: InvertedIndex,
): SearchFeatures {
  const most = (value: (candidate: Candidate) => number): number =>
    candidates.reduce((greatest, one) => Math.max(greatest, value(one)), 0)
  const share = (test: (concept: Weighed) => boolean): number =>
    concepts.reduce((sum, one) => sum + (test(one) ? one.importance : 0), 0)
  // The context of a search is nothing that a course must have.
  const asked = share(({ role }) => role !== 'context') || 1
  const subjectCosine = most(({ features }) => features.subjectCosine)
  const sentenceCosine = most(({ features }) => Math.max(features.sentenceCosine, features.requestCosine))
  const anyHas = (names: Weighed['same'] | Weighed['related']): boolean => names.some((name) => name.every(has))
  return {
    bias: 1,
    covered: most(({ covered }) => covered) / asked,
    coveredInTitle: most(({ features }) => features.headInTitle + features.modifierInTitle) / asked,
    coveredByRelated: most(({ covered, features }) => covered + features.relatedAnywhere) / asked,
    contextCovered: most(({ features }) => features.contextAnywhere),
    subjectCosine,
    sentenceCosine,
    offTopicCosine: surroundings.offTopic,
    margin: Math.max(subjectCosine, sentenceCosine) - surroundings.offTopic,
    intent: surroundings.intent,
    untaughtIntent: surroundings.untaught,
    strange: share(({ strange }) => strange),
    missingTopic: share(({ topic, same, related }) => topic && !anyHas(same) && !anyHas(related)),
    commerce: understood.commerce,
    teaching: understood.teaching,
    brevity: 1 / Math.max(1, concepts.length),
    score: candidates[0]?.score ?? 0,
  }
}
