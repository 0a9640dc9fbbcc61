import type { DemoAnnouncement, DemoCheck, DemoOpening } from './types.ts'

/** What opens later: the second half of a course some days after the enrolment, its assignment after what comes before. */
export const openings: readonly DemoOpening[] = [
  { course: 'personal-finance', section: 2, afterDays: 3 },
  { course: 'personal-finance', assignment: true },
]

/** Announcements of educators, which all students of then have received. */
export const announcements: readonly DemoAnnouncement[] = [
  {
    course: 'personal-finance',
    title: 'A table for your plan',
    text: 'Several of you asked how I keep my own plan. The last lesson has a table now: **one sheet**, five lines, no macros. Put your numbers in before you write the assignment.',
    daysAgo: 12,
  },
  {
    course: 'git-teamwork',
    title: 'Answers come on Mondays',
    text: 'I read what you hand in every Monday morning. What comes on Sunday evening is still in time.',
    daysAgo: 5,
  },
]

/** Questions at which a video stops: of the quiz of the course, by their number. */
export const checks: readonly DemoCheck[] = [
  { course: 'personal-finance', lecture: 3, second: 20, question: 2, maySkip: true, tries: 2 },
]
