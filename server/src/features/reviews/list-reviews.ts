import type { Review } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { presentReview } from './present.ts'
import { findReviews } from './queries.ts'

/** Longest list that goes out at once; older reviews are counted in the courses' averages. */
const mostReviews = 1000

/** Reviews of published courses, newest first; `commented` leaves out those without words. */
export async function listReviews(
  { db }: Pick<FeatureDeps, 'db'>,
  { limit = mostReviews, commented }: { limit?: number | undefined; commented?: 'true' | undefined },
): Promise<Review[]> {
  return (await findReviews(db, { limit, commented: commented === 'true' })).map(presentReview)
}
