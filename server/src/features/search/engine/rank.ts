import type { FoundCourse, IndexedCourse, Reason } from '#ports/search-index.ts'
import {
  findCandidates,
  headIn,
  maskOfNames,
  matchWords,
  type Prominence,
  type Weighed,
  weighConcepts,
} from './find-candidates.ts'
import { fields, type InvertedIndex, maskFor } from './inverted-index.ts'
import { meaningOf, meanOf, type QueryVectors, type Surroundings, type VectorIndex } from './meaning.ts'
import {
  type CourseFeatures,
  chosen,
  logistic,
  type Model,
  type SearchFeatures,
  searchLimits,
  weigh,
  withProducts,
} from './parameters.ts'
import type { Asked } from './read-choices.ts'
import type { Understood } from './understand.ts'
import { languages as languageNames } from './words/languages.ts'

/** A course as the engine holds it. */
export type HeldCourse = IndexedCourse & {
  /** levels that its title states */
  titleLevels: readonly Level[]
}

export type Candidate = {
  slot: number
  course: HeldCourse
  features: CourseFeatures
  /** words of the search that the course has */
  words: string[]
  covered: number
  score: number
  /** probability that the course matches the search, 0 to 1 */
  likely: number
  /** which of several alternatives it is about; 0 where there is one subject */
  alternative: number
}

export type Evidence = {
  understood: Asked
  vectors: QueryVectors
  surroundings: Surroundings
  /** how much a course is about what the nearest intents lead to */
  intents: ReadonlyMap<number, number>
  passes?: ((slot: number) => boolean) | undefined
  /** the language of the reader */
  language?: string | undefined
}

export type Shelves = {
  index: InvertedIndex
  vectors: VectorIndex | null
  courses: ReadonlyMap<number, HeldCourse>
  /** slots in use are below this */
  slots: number
}

export type Judged = {
  /** the best first; also those that do not pass the filters */
  candidates: Candidate[]
  features: SearchFeatures
  /** probability that the catalogue has a match, 0 to 1 */
  likely: number
  /** a course has a word that is rare in the catalogue */
  rare: boolean
}

/** Returns what the weights of the ranking make of a concept by its role and the fields where a course has it; above 0. */
export function prominenceOf({ ranking }: Model): Prominence {
  const weightOf = (name: string): number => Math.max(0, ranking[name] ?? 0)
  const table = (anywhere: string, byField: readonly string[]): number[] =>
    Array.from({ length: 1 << fields.length }, (_, mask) => {
      const least = Number.EPSILON + ((mask & maskFor('educator')) === 0 ? 0 : weightOf('educator') / 2)
      if ((mask & ~maskFor('educator', 'spoken')) === 0) return least + chosen.spoken * weightOf(anywhere)
      return byField.reduce(
        (sum, name, field) => sum + ((mask >> field) & 1) * weightOf(name),
        least + weightOf(anywhere),
      )
    })
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
  const slots = findCandidates(concepts, index, {
    prominence,
    slots: shelves.slots,
    most: searchLimits.candidates,
    passes,
  })
  for (const query of Object.values(queries).flat())
    for (const slot of vectors?.near(query, searchLimits.candidates) ?? []) slots.add(slot)
  const byIntent = [...intents].sort(([, a], [, b]) => b - a).slice(0, searchLimits.candidates)
  for (const [slot] of byIntent) slots.add(slot)
  const meanings = new Map(
    [...slots].filter((slot) => vectors?.has(slot)).map((slot) => [slot, meaningOf(slot, queries, vectors)]),
  )
  // A course that was published a moment ago has no vectors yet; it must not come last for that.
  const meanMeaning = meanOf([...meanings.values()])
  const sets = alternativesOf(understood, concepts, index)
  const measured = [...slots].flatMap((slot): Measured[] => {
    const course = shelves.courses.get(slot)
    const unwanted = course ? unwantedIn(understood, course, slot, index) : Infinity
    if (!course || unwanted === Infinity) return []
    const rest = {
      ...(meanings.get(slot) ?? meanMeaning),
      intent: intents.get(slot) ?? 0,
      category: understood.category?.name === course.category ? 1 : 0,
      levelHint: understood.filters.levelHint !== null && understood.filters.levelHint === course.level ? 1 : 0,
      ...languageOf(course, evidence),
    }
    const readings = sets.map((set, alternative) => {
      const matched = matchWords(set, slot, index)
      const features = { ...matched.features, ...rest }
      const found = matched.concepts.flatMap((place) => set[place] ?? [])
      return {
        alternative,
        features,
        found,
        covered: matched.covered,
        score: weigh(features, model.ranking) - unwanted,
      }
    })
    const best = readings.reduce((one, other) => (other.score > one.score ? other : one))
    const words = [...new Set(readings.flatMap(({ found }) => found))].flatMap((concept) => concept.words)
    const likely = logistic(model.relevance.slope * best.score + model.relevance.offset)
    return [{ ...best, slot, course, words, likely }]
  })
  measured.sort((a, b) => b.score - a.score || a.slot - b.slot)
  const features = measureSearch(evidence, sets[0] ?? concepts, measured, index)
  return {
    candidates: sets.length > 1 ? eachFirst(measured) : measured,
    features,
    likely: logistic(weigh(withProducts(features), model.acceptance)),
    rare: measured.some(({ found }) => found.some((concept) => isRare(concept, sets[0] ?? concepts, index))),
  }
}

type Measured = Candidate & { found: readonly Weighed[] }

/** The concepts of each alternative, with those that all of them share; one list for a search of one subject. */
function alternativesOf({ concepts, alternatives }: Asked, whole: Weighed[], index: InvertedIndex): Weighed[][] {
  if (alternatives.length < 2) return [whole]
  const own = new Set(alternatives.flat())
  return alternatives.map((places) =>
    weighConcepts(
      concepts.filter((_, place) => !own.has(place) || places.includes(place)),
      index,
    ),
  )
}

/** The best course of each alternative first, so that every one of them shows. */
function eachFirst(measured: readonly Measured[]): Measured[] {
  const first = measured.filter(
    (one, at) => one.covered > 0 && measured.findIndex(({ alternative }) => alternative === one.alternative) === at,
  )
  return [...first, ...measured.filter((one) => !first.includes(one))]
}

function languageOf({ language }: HeldCourse, { language: own, understood: { languages } }: Evidence) {
  const [named, written] = [languages.named.has(language), languages.written.has(language)]
  const unasked = !named && !written && language !== 'en' && language !== own
  return {
    namedLanguage: Number(named),
    writtenLanguage: Number(written),
    unaskedHindi: Number(unasked && language === 'hi'),
    unaskedLanguage: Number(unasked && language !== 'hi'),
  }
}

/** What a course loses for things that the search does not want; Infinity where it is about one of them. */
export function unwantedIn(
  { excluded, notLevel, languages }: Asked,
  course: HeldCourse,
  slot: number,
  index: InvertedIndex,
): number {
  if (languages.unwanted.has(course.language)) return Infinity
  if (notLevel !== null && course.level === notLevel) return Infinity
  const masks = excluded.map(({ same }) => maskOfNames(same, slot, index))
  if (masks.some((mask) => (mask & maskFor('title')) !== 0)) return Infinity
  return masks.reduce((sum, mask) => sum + ((mask & ~maskFor('educator', 'spoken')) === 0 ? 0 : chosen.unwanted), 0)
}

/** A word that lectures only say is rare where the search has no other. */
function isRare(concept: Weighed | undefined, all: readonly Weighed[], index: InvertedIndex): boolean {
  if (!concept || concept.weak || concept.frame >= chosen.framed) return false
  return concept.taught.same.some((name) => {
    const courses = Math.min(...name.map(all.length === 1 ? index.count : index.countWritten))
    return courses > 0 && courses <= chosen.rareCourses
  })
}

function measureSearch(
  { understood, surroundings }: Evidence,
  concepts: readonly Weighed[],
  candidates: readonly Candidate[],
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
    off: understood.off,
    framed: understood.framed,
    educator: most(({ features }) => features.educator),
    titleMatched: candidates[0]?.features.titleMatched ?? 0,
    complete: candidates[0]?.features.complete ?? 0,
    brevity: 1 / Math.max(1, concepts.length),
    score: candidates[0]?.score ?? 0,
  }
}

type Filters = Understood['filters']
type Level = NonNullable<Filters['level']>
export type Shelved = { courses: FoundCourse[]; levelRelaxed: boolean }

const rupees = (course: HeldCourse): number | null => (course.pricePaise === null ? null : course.pricePaise / 100)

/** Does the search limit price or length? These are never relaxed; a course without a price, or of unknown length, fits neither. */
export const isLimited = ({ free, minPrice, maxPrice, minMinutes, maxMinutes }: Filters): boolean =>
  free || [minPrice, maxPrice, minMinutes, maxMinutes].some((limit) => limit !== null)

const isWithin = (value: number | null, least: number | null, most: number | null): boolean =>
  value === null ? least === null && most === null : value >= (least ?? 0) && value <= (most ?? Infinity)

/** Returns whether a course fits the limits of price and length. */
export function fitsLimits(course: HeldCourse, filters: Filters): boolean {
  const { free, minPrice, maxPrice, minMinutes, maxMinutes } = filters
  if (!isWithin(course.minutes, minMinutes, maxMinutes)) return false
  return free ? rupees(course) === 0 : isWithin(rupees(course), minPrice, maxPrice)
}

/** Of the stated level, by what its educator or its title says. */
export const fitsLevel = (course: HeldCourse, level: Level): boolean =>
  course.level === level || course.titleLevels.includes(level)

/**
 * Returns what is shown of the courses that were judged, and how sure the search is of it. Filters come first, then the level,
 * which gives way where nothing fits it; the reader's language decides between what fits alike; "cheapest" sorts what fits about as
 * well as the best.
 */
export function shelve(
  { understood, candidates, likely, rare }: Judged & { understood: Asked },
  all: Iterable<HeldCourse>,
  { thresholds, ranking }: Model,
  { most, language }: { most?: number | undefined; language?: string | undefined } = {},
): Shelved {
  const { filters, category, concepts, languages, excluded } = understood
  const tier = likely >= thresholds.sure ? 'sure' : likely >= thresholds.closest || rare ? 'closest' : null
  if (concepts.length === 0 && (isStated(filters) || excluded.length > 0)) {
    const listed = ownLanguageFirst([...all], language)
    return listAll(listed, understood, most ?? 2 * chosen.mostSure)
  }
  // "courses" names nothing that something could be close to.
  if (tier === null || (concepts.length === 0 && tier === 'closest')) return { courses: [], levelRelaxed: false }
  const best = candidates[0]?.likely ?? 0
  // Filters must not bring up what has next to nothing to do with the search.
  let left = candidates.filter(
    ({ course, likely, features }) =>
      fitsLimits(course, filters) && (likely >= chosen.tail * best || (features.complete > 0 && isStated(filters))),
  )
  // "tamil" is for what has it, and not for other languages that are near
  const subjects = concepts.filter(({ weak }) => !weak)
  const isLanguage = subjects.length > 0 && subjects.every(({ words: [word = ''] }) => languageNames.has(word))
  const named = isLanguage ? left.filter(({ features }) => features.complete > 0) : []
  if (named.length > 0) left = named
  const inside = left.filter(({ course }) => category?.whole && course.category === category.name)
  if (inside.length > 0) left = inside
  let levelRelaxed = false
  if (filters.level) {
    const { level } = filters
    const exact = left.filter(({ course }) => fitsLevel(course, level))
    // Of the level, but about something else: then the level gives way.
    const about = ({ words, likely, features }: Candidate): boolean =>
      words.length > 0 || features.category > 0 || likely >= chosen.fitting * (left[0]?.likely ?? 0)
    levelRelaxed = left.length > 0 && !exact.some(about)
    if (!levelRelaxed) left = exact
  }
  // The price has left only courses about something else.
  const isMissing = candidates.some(isComplete) && !left.some(isComplete)
  const match = isMissing && isStated(filters) ? 'closest' : tier
  const clear = chosen.clear * Math.max(0, ...left.map(({ likely }) => likely))
  // a search that asks for a language has been ranked by it
  if (language !== undefined && languages.named.size + languages.written.size === 0)
    left = liftLanguage(left, language, { clear, lift: chosen.ownLanguage * (ranking.namedLanguage ?? 0) })
  if (languages.named.size > 0) left = inNamedLanguageFirst(left)
  if (filters.cheap) left = cheapestFirst(left)
  const prices = left.map(priceOf).sort((a, b) => a - b)
  const low = filters.cheap ? (prices[Math.floor(prices.length / 2)] ?? 0) : -1
  const shown =
    most ?? (match === 'closest' ? chosen.mostClosest : category?.whole ? 2 * chosen.mostSure : chosen.mostSure)
  return {
    courses: left.slice(0, shown).map((one) => ({
      id: one.course.id,
      match: match === 'sure' && one.likely >= clear ? 'sure' : 'closest',
      reasons: reasonsFor(one, low),
    })),
    levelRelaxed,
  }
}

/** Puts courses in the reader's language before those that fit alike, and never one that is only close before one that is clearly meant. */
function liftLanguage(
  candidates: readonly Candidate[],
  language: string,
  { clear, lift }: { clear: number; lift: number },
): Candidate[] {
  const rank = ({ course, score }: Candidate): number => score + (course.language === language ? lift : 0)
  const isClear = ({ likely }: Candidate): number => Number(likely >= clear)
  return candidates.toSorted((a, b) => isClear(b) - isClear(a) || rank(b) - rank(a))
}

/** Who asks for a language wants it of all courses that have what they search for. */
function inNamedLanguageFirst(candidates: readonly Candidate[]): Candidate[] {
  const isAsked = ({ features }: Candidate): number => Number(features.namedLanguage > 0 && features.complete > 0)
  return candidates.toSorted((a, b) => isAsked(b) - isAsked(a))
}

/** For searches that all courses fit alike. */
const ownLanguageFirst = (courses: readonly HeldCourse[], language: string | undefined): HeldCourse[] =>
  courses.toSorted((a, b) => Number(b.language === language) - Number(a.language === language))

const isComplete = ({ features }: Candidate): boolean => features.complete > 0

/** Whether a search states a price, a length, a level or a hint at one. */
export const isStated = (filters: Filters): boolean =>
  isLimited(filters) || filters.cheap || filters.level !== null || filters.levelHint !== null

/** "free courses" asks for nothing in particular: everything that passes the filters, in the order of the catalogue. */
function listAll(all: Iterable<HeldCourse>, { filters }: Understood, most: number): Shelved {
  const { level, levelHint, cheap } = filters
  const wanted = level ?? levelHint
  const passing = [...all].filter((course) => fitsLimits(course, filters) && (!wanted || fitsLevel(course, wanted)))
  if (cheap) passing.sort((a, b) => (rupees(a) ?? Infinity) - (rupees(b) ?? Infinity))
  const reasons: Reason[] = cheap ? [{ kind: 'cheapest' }] : []
  return { courses: passing.slice(0, most).map(({ id }) => ({ id, match: 'sure', reasons })), levelRelaxed: false }
}

const priceOf = ({ course }: Candidate): number => rupees(course) ?? Infinity

/** Sorts those that fit about as well as the best by their price; the others stay behind them. */
function cheapestFirst(candidates: readonly Candidate[]): Candidate[] {
  const best = Math.max(0, ...candidates.map(({ likely }) => likely))
  const fitting = candidates.filter(({ likely }) => likely >= chosen.fitting * best)
  return [...fitting.toSorted((a, b) => priceOf(a) - priceOf(b)), ...candidates.filter((one) => !fitting.includes(one))]
}

/** `low` is a price up to which a course is among the cheapest. */
function reasonsFor(candidate: Candidate, low: number): Reason[] {
  const { words, features, course } = candidate
  const phrase = [...new Set(words)].join(' ')
  const reasons: Reason[] = [phrase === '' ? { kind: 'meaning' } : { kind: 'words', phrase }]
  if (features.namedLanguage + features.writtenLanguage > 0)
    reasons.push({ kind: 'language', language: course.language })
  if (features.levelHint > 0 && course.level) reasons.push({ kind: 'level', level: course.level })
  if (priceOf(candidate) <= low) reasons.push({ kind: 'cheapest' })
  return reasons
}
