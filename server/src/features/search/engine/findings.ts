import type { Findings, Reason } from '#ports/search-index.ts'
import type { Found } from './create-engine.ts'
import type { Ranked } from './rank.ts'

/** What leaves the engine: no scores, and "cheap" as the price that it was taken for. Every course is one that the search is sure of. */
export function findings(
  { courses, understood, levelRelaxed, cheapLimit, foundByWords }: Found,
  most?: number,
): Findings {
  const { free, minPrice, maxPrice, level } = understood.filters
  return {
    courses: courses.slice(0, most).map((one) => ({ id: one.id, match: 'sure', reasons: reasonsFor(one) })),
    filters: {
      free,
      minPrice,
      maxPrice: maxPrice ?? cheapLimit,
      level,
      category: understood.category?.whole ? understood.category.name : null,
      cheapestFirst: false,
    },
    levelRelaxed,
    readAs: understood.readAs,
    foundByWords,
  }
}

function reasonsFor({ words, byMeaning }: Ranked): Reason[] {
  if (words.length > 0) return [{ kind: 'words', phrase: [...new Set(words)].join(' ') }]
  return byMeaning ? [{ kind: 'meaning' }] : []
}
