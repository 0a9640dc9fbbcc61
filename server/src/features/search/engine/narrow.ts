import type { Ranked } from './rank.ts'
import type { SearchableCourse } from './searchable-course.ts'
import type { Tuning } from './tuning.ts'
import type { Understood } from './understand.ts'
import { wordsOf } from './words-of.ts'

type Narrowed = { courses: Ranked[]; levelRelaxed: boolean; cheapLimit: number | null }
type Filters = Understood['filters']

const rupees = (course: SearchableCourse): number | null =>
  course.pricePaise === null ? null : course.pricePaise / 100

/** Price and "free" are never relaxed; a course without a price fits neither. */
function fits(course: SearchableCourse, filters: Pick<Filters, 'free' | 'minPrice' | 'maxPrice'>): boolean {
  const price = rupees(course)
  if (filters.free) return price === 0
  if (filters.maxPrice !== null && (price === null || price > filters.maxPrice)) return false
  return filters.minPrice === null || (price !== null && price >= filters.minPrice)
}

/** Of the stated level, or with its name in the title. */
const fitsLevel = (course: SearchableCourse, level: NonNullable<Filters['level']>): boolean =>
  course.level === level || wordsOf(course.title).includes(level.toLowerCase())

/** Prices up to which a course is cheap, for this catalogue: the lower third of those that cost something, 500 rupees at least. */
function cheapestThird(courses: ReadonlyMap<string, SearchableCourse>, part: number): number {
  const prices = [...courses.values()].map(rupees).filter((price) => price !== null && price > 0) as number[] // null was sorted out
  prices.sort((a, b) => a - b)
  return Math.max(500, prices[Math.floor(prices.length * part)] ?? 0)
}

/** What is shown of the ranked courses: filters, then the tail cut. */
export function narrow(
  ranked: readonly Ranked[],
  understood: Understood,
  courses: ReadonlyMap<string, SearchableCourse>,
  tuning: Tuning,
): Narrowed {
  const { filters, category, concepts } = understood
  const of = (one: Ranked): SearchableCourse | undefined => courses.get(one.id)
  const passing = (list: readonly Ranked[], test: (course: SearchableCourse) => boolean): Ranked[] =>
    list.filter((one) => {
      const course = of(one)
      return course !== undefined && test(course)
    })
  const best = ranked[0]?.score ?? 0
  // Filters must not bring up what has next to nothing to do with the search.
  const related = (list: readonly Ranked[]): Ranked[] => list.filter(({ score }) => score >= best * tuning.tail)
  let left = passing(related(ranked), (course) => fits(course, filters))
  if (category?.whole) {
    const inside = passing(left, (course) => course.category === category.name)
    if (inside.length > 0) left = inside
  }
  let cheapLimit: number | null = null
  if (filters.cheap && !filters.free) {
    const limit = cheapestThird(courses, tuning.cheap)
    const cheap = passing(left, (course) => (rupees(course) ?? Number.POSITIVE_INFINITY) <= limit)
    if (cheap.length > 0) {
      left = cheap
      cheapLimit = limit
    }
  }
  let levelRelaxed = false
  if (filters.level) {
    const { level } = filters
    const exact = passing(left, (course) => fitsLevel(course, level))
    // Of the level, but about something else: then the level gives way.
    const near = exact.some(({ score, byMeaning }) => !byMeaning || score >= tuning.levelNear * (left[0]?.score ?? 0))
    levelRelaxed = left.length > 0 && !near
    if (!levelRelaxed) left = exact
  }
  const asked = concepts.length > 0 && !category?.whole
  const top = left[0]?.score ?? 0
  const shown = asked ? left.filter(({ score }) => score >= top * tuning.tail) : left
  return { courses: shown.slice(0, asked ? tuning.most : tuning.most * 2), levelRelaxed, cheapLimit }
}
