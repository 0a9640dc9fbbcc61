import type { Findings } from '#ports/search-index.ts'
import type { Found } from './create-engine.ts'

/** Returns what leaves the engine: no scores. */
export function findings({ courses, understood, levelRelaxed, foundByWords }: Found): Findings {
  const { free, minPrice, maxPrice, level, cheap } = understood.filters
  const category = understood.category?.whole ? understood.category.name : null
  return {
    courses,
    filters: { free, minPrice, maxPrice, level, category, cheapestFirst: cheap },
    levelRelaxed,
    readAs: understood.readAs,
    foundByWords,
  }
}
