import type { Findings } from '#ports/search-index.ts'
import type { Found } from './create-engine.ts'

/** What leaves the engine: no scores, and "cheap" as the price that it was taken for. */
export function findings({ courses, understood, levelRelaxed, cheapLimit, foundByWords }: Found): Findings {
  const { free, minPrice, maxPrice, level } = understood.filters
  return {
    courses: courses.map(({ id, words, byMeaning }) => ({ id, words, byMeaning })),
    filters: {
      free,
      minPrice,
      maxPrice: maxPrice ?? cheapLimit,
      level,
      category: understood.category?.whole ? understood.category.name : null,
    },
    levelRelaxed,
    readAs: understood.readAs,
    foundByWords,
  }
}
