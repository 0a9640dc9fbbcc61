export type RatingCounters = { sum: number; count: number }

/** The counters of a course after a review: a first one is added, a repeated one takes the place of the same student's old one. */
export const countRating = (counters: RatingCounters, before: number | null, after: number): RatingCounters => ({
  sum: counters.sum - (before ?? 0) + after,
  count: counters.count + (before === null ? 1 : 0),
})
