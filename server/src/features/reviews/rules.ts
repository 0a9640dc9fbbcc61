/** The numbers of a course's reviews with 1, 2, 3, 4 and 5 stars. */
export type RatingCounts = readonly number[]

/** The counts after a review changed: `before` are its stars until now, `after` from now on; null where there is no review. */
export const countRating = (counts: RatingCounts, before: number | null, after: number | null): number[] =>
  counts.map((count, at) => count + (after === at + 1 ? 1 : 0) - (before === at + 1 ? 1 : 0))

/** Number and sum of the ratings. */
export const sumUp = (counts: RatingCounts): { count: number; sum: number } => ({
  count: counts.reduce((total, count) => total + count, 0),
  sum: counts.reduce((total, count, at) => total + count * (at + 1), 0),
})
