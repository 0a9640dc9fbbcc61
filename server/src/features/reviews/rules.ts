export type RatingCounters = { sum: number; count: number }

/** The counters of a course after a review; `before` are the stars of the same student's review that it replaces. */
export const countRating = (counters: RatingCounters, before: number | null, after: number): RatingCounters => ({
  sum: counters.sum - (before ?? 0) + after,
  count: counters.count + (before === null ? 1 : 0),
})

/** How many reviews have 1, 2, 3, 4 and 5 stars, in this order. */
export const starCounts = (rows: readonly { rating: number; count: number }[]): number[] =>
  [1, 2, 3, 4, 5].map((stars) => rows.find(({ rating }) => rating === stars)?.count ?? 0)

/** The counters of a course without one of its ratings. */
export const uncountRating = (counters: RatingCounters, rating: number): RatingCounters => ({
  sum: counters.sum - rating,
  count: counters.count - 1,
})
