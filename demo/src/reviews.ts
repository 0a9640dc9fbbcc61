import { building } from './reviews/building.ts'
import { thinking } from './reviews/thinking.ts'
import type { DemoReview } from './types.ts'

export const reviews: readonly DemoReview[] = Object.entries({ ...building, ...thinking }).flatMap(
  ([course, entries]) =>
    entries.map(
      ([student, rating, daysAgo, comment, reply]): DemoReview => ({
        course,
        student,
        rating,
        daysAgo,
        comment,
        reply,
      }),
    ),
)
