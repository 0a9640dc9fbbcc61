import type { Level, SearchResult } from '@virtual-courses/contract'
import type { Reason } from '#ports/search-index.ts'
import type { FoundCards } from './search-courses.ts'

const goodFor: Record<Level, string> = {
  Beginner: 'Good for beginners',
  Intermediate: 'Good with some experience',
  Advanced: 'Good for advanced learners',
}

/** Returns a reason as a short sentence for people. */
export function reasonSentence(reason: Reason): string {
  switch (reason.kind) {
    case 'words':
      return `Matches “${reason.phrase}”`
    case 'meaning':
      return 'Close in meaning to your search'
    case 'language':
      return `Taught in ${reason.language}`
    case 'level':
      return goodFor[reason.level]
    case 'cheapest':
      return 'Among the cheapest'
  }
}

/** Returns what was found as the answer of the API: each course with its reasons as sentences. */
export const presentResults = ({ courses, filters, levelRelaxed, readAs }: FoundCards): SearchResult[] =>
  courses.map((course) => ({
    ...course,
    reasons: course.reasons.map(reasonSentence),
    filters,
    levelRelaxed,
    readAs,
  }))
