import type { SearchResult } from '@virtual-courses/contract'
import { reasonSentence } from './reason-sentences.ts'
import type { FoundCards } from './search-courses.ts'

/** Returns what was found as the answer of the API: each course with its reasons as sentences. */
export const presentResults = ({ courses, filters, levelRelaxed, readAs }: FoundCards): SearchResult[] =>
  courses.map((course) => ({
    ...course,
    reasons: course.reasons.map(reasonSentence),
    filters,
    levelRelaxed,
    readAs,
  }))
