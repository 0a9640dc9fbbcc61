import type { Level } from '@virtual-courses/contract'
import { courseLanguages } from '@virtual-courses/contract/values/fields'
import type { ReadFilters } from '#ports/search-index.ts'
import { taughtIn } from '../../search/index.ts'
import type { CourseFacts } from '../queries.ts'

/** What someone wants of a course beside its subject. */
export type Limits = Pick<
  ReadFilters,
  'free' | 'minPrice' | 'maxPrice' | 'minMinutes' | 'maxMinutes' | 'level' | 'languages'
>

export const noLimits: Limits = {
  free: false,
  minPrice: null,
  maxPrice: null,
  minMinutes: null,
  maxMinutes: null,
  level: null,
  languages: [],
}

export const states = ({ free, minPrice, maxPrice, minMinutes, maxMinutes, level, languages }: Limits): boolean =>
  free || languages.length > 0 || [minPrice, maxPrice, minMinutes, maxMinutes, level].some((one) => one !== null)

const hasPrice = ({ free, minPrice, maxPrice }: Limits): boolean => free || minPrice !== null || maxPrice !== null
const hasLength = ({ minMinutes, maxMinutes }: Limits): boolean => minMinutes !== null || maxMinutes !== null

/** Returns the limits that were said before without those that were said again: another price takes the place of the first. */
export function notSaidAgain(before: Limits, now: Limits): Limits {
  const { free, minPrice, maxPrice } = hasPrice(now) ? noLimits : before
  const { minMinutes, maxMinutes } = hasLength(now) ? noLimits : before
  return {
    free,
    minPrice,
    maxPrice,
    minMinutes,
    maxMinutes,
    level: now.level === null ? before.level : null,
    languages: now.languages.length === 0 ? before.languages : [],
  }
}

/** Returns all limits of two messages; those of the later one count where both state one. */
export function joined(before: Limits, now: Limits): Limits {
  const kept = notSaidAgain(before, now)
  return {
    free: now.free || kept.free,
    minPrice: now.minPrice ?? kept.minPrice,
    maxPrice: now.maxPrice ?? kept.maxPrice,
    minMinutes: now.minMinutes ?? kept.minMinutes,
    maxMinutes: now.maxMinutes ?? kept.maxMinutes,
    level: now.level ?? kept.level,
    languages: [...now.languages, ...kept.languages],
  }
}

/** Whether a course is within limits, as far as it is known. */
export const isWithin = (course: CourseFacts, limits: Limits): boolean => {
  const { free, minPrice, maxPrice, minMinutes, maxMinutes, level, languages } = limits
  const price = course.price ?? 0
  const minutes = course.seconds === null ? null : course.seconds / 60
  return (
    (!free || price === 0) &&
    price >= (minPrice ?? 0) &&
    price <= (maxPrice ?? price) &&
    (minutes === null || (minutes >= (minMinutes ?? 0) && minutes <= (maxMinutes ?? minutes))) &&
    (level === null || course.level === level) &&
    (languages.length === 0 || languages.includes(taughtIn(course)))
  )
}

const levelWords: Record<Level, string> = {
  Beginner: 'for beginners',
  Intermediate: 'intermediate',
  Advanced: 'advanced',
}

/** Returns limits in words that the search reads as these limits. */
export const limitsText = ({ free, minPrice, maxPrice, minMinutes, maxMinutes, level, languages }: Limits): string =>
  [
    ...(level === null ? [] : [levelWords[level]]),
    ...languages.map((language) => `in ${courseLanguages[language]}`),
    ...(free ? ['free'] : []),
    ...(minPrice === null ? [] : [`above ₹${minPrice}`]),
    ...(maxPrice === null ? [] : [`under ₹${maxPrice}`]),
    ...(minMinutes === null ? [] : [`at least ${minMinutes} minutes`]),
    ...(maxMinutes === null ? [] : [`at most ${maxMinutes} minutes`]),
  ].join(' ')
