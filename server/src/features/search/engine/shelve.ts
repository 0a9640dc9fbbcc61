import type { FoundCourse, Reason } from '#ports/search-index.ts'
import type { Model } from '../lexicon/load-lexicon.ts'
import { chosen } from './constants.ts'
import type { Candidate, Judged } from './rank.ts'
import type { SearchableCourse } from './searchable-course.ts'
import type { Understood } from './understand.ts'

type Filters = Understood['filters']
type Level = NonNullable<Filters['level']>
export type Shelved = { courses: FoundCourse[]; levelRelaxed: boolean }

const rupees = (course: SearchableCourse): number | null =>
  course.pricePaise === null ? null : course.pricePaise / 100

/** Price and "free" are never relaxed; a course without a price fits neither. */
export function fitsPrice(course: SearchableCourse, { free, minPrice, maxPrice }: Filters): boolean {
  const price = rupees(course)
  if (free) return price === 0
  if (maxPrice !== null && (price === null || price > maxPrice)) return false
  return minPrice === null || (price !== null && price >= minPrice)
}

const inTitle: Record<Level, RegExp> = {
  Beginner: /\bbeginner\b/i,
  Intermediate: /\bintermediate\b/i,
  Advanced: /\badvanced\b/i,
}

/** Of the stated level, or with its name in the title. */
export const fitsLevel = (course: SearchableCourse, level: Level): boolean =>
  course.level === level || inTitle[level].test(course.title)

/**
 * Returns what is shown of the courses that were judged, and how sure the search is of it. Filters come first, then the level,
 * which gives way where nothing fits it; "cheapest" sorts what fits about as well as the best.
 */
export function shelve(
  { understood, candidates, likely, rare }: Judged & { understood: Understood },
  all: Iterable<SearchableCourse>,
  { thresholds }: Model,
  most?: number,
): Shelved {
  const { filters, category, concepts } = understood
  const tier = likely >= thresholds.sure ? 'sure' : likely >= thresholds.closest || rare ? 'closest' : null
  if (concepts.length === 0 && isStated(filters)) return listAll(all, understood, most ?? 2 * chosen.mostSure)
  // "courses" names nothing that something could be close to.
  if (tier === null || (concepts.length === 0 && tier === 'closest')) return { courses: [], levelRelaxed: false }
  const best = candidates[0]?.likely ?? 0
  // Filters must not bring up what has next to nothing to do with the search.
  let left = candidates.filter(
    ({ course, likely, features }) =>
      fitsPrice(course, filters) && (likely >= chosen.tail * best || (features.complete > 0 && isStated(filters))),
  )
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

const isComplete = ({ features }: Candidate): boolean => features.complete > 0

const isStated = ({ free, cheap, level, levelHint, minPrice, maxPrice }: Filters): boolean =>
  free || cheap || level !== null || levelHint !== null || maxPrice !== null || minPrice !== null

/** "free courses" asks for nothing in particular: everything that passes the filters, in the order of the catalogue. */
function listAll(all: Iterable<SearchableCourse>, { filters }: Understood, most: number): Shelved {
  const { level, levelHint, cheap } = filters
  const wanted = level ?? levelHint
  const passing = [...all].filter((course) => fitsPrice(course, filters) && (!wanted || fitsLevel(course, wanted)))
  if (cheap) passing.sort((a, b) => (rupees(a) ?? Infinity) - (rupees(b) ?? Infinity))
  const reasons: Reason[] = cheap ? [{ kind: 'cheapest' }] : []
  return { courses: passing.slice(0, most).map(({ id }) => ({ id, match: 'sure', reasons })), levelRelaxed: false }
}

const priceOf = ({ course }: Candidate): number => rupees(course) ?? Infinity

/** Sorts those that fit about as well as the best by their price; the others stay behind them. */
function cheapestFirst(candidates: readonly Candidate[]): Candidate[] {
  const best = candidates[0]?.likely ?? 0
  const fitting = candidates.filter(({ likely }) => likely >= chosen.fitting * best)
  return [...fitting.toSorted((a, b) => priceOf(a) - priceOf(b)), ...candidates.filter((one) => !fitting.includes(one))]
}

/** `low` is a price up to which a course is among the cheapest. */
function reasonsFor(candidate: Candidate, low: number): Reason[] {
  const { words, features, course } = candidate
  const phrase = [...new Set(words)].join(' ')
  const reasons: Reason[] = [phrase === '' ? { kind: 'meaning' } : { kind: 'words', phrase }]
  if (features.inHindi > 0) reasons.push({ kind: 'language', language: 'Hindi' })
  if (features.levelHint > 0 && course.level) reasons.push({ kind: 'level', level: course.level })
  if (priceOf(candidate) <= low) reasons.push({ kind: 'cheapest' })
  return reasons
}
