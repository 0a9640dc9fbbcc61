import type { DemoProgress } from './types.ts'

/** The main student's shelf: one course in the middle, one begun, one done, and one that is new. */
export const progress: readonly DemoProgress[] = [
  { course: 'web-from-zero', student: 'aarav-mehta', completed: 3, seconds: 12, daysAgo: 1 },
  { course: 'personal-finance', student: 'aarav-mehta', completed: 1, seconds: 0, daysAgo: 9 },
  { course: 'css-layout', student: 'aarav-mehta', completed: 5, seconds: 0, daysAgo: 27 },
]
