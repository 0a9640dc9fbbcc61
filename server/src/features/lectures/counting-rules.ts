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

/** Whether an entry counts towards completing its course. */
export const counts = (entry: { kind: string; videoId: string | null }, rule: CompletionRule): boolean =>
  rule[parts[needOf(entry)]]
