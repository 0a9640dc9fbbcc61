import type { CompletionRule } from '@virtual-courses/contract'
import { needOf } from './entry-needs.ts'

/** Of courses whose educator has set nothing: every entry counts, and students tick lectures as they always could. */
export const defaultRule: CompletionRule = {
  videos: true,
  videoPercent: 90,
  byHand: true,
  texts: true,
  quizzes: true,
  assignments: true,
}

/** The part of a completion rule that says whether entries of a need count. */
export const parts = { video: 'videos', text: 'texts', quiz: 'quizzes', assignment: 'assignments' } as const

/** What of an entry decides whether it counts. */
export type Countable = {
  kind: string
  videoId: string | null
  /** a quiz that has no question: no one can do it (`isEmptyQuiz`) */
  isEmpty: boolean
}

/** Whether an entry counts towards completing its course. What no one can do holds no one up. */
export const counts = ({ isEmpty, ...entry }: Countable, rule: CompletionRule): boolean =>
  !isEmpty && rule[parts[needOf(entry)]]
