import type { api, ReplyOf } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireOwnCourse } from '../courses/index.ts'
import { presentReview } from './present.ts'
import { countReviewsOfEducator, findReviewsOfEducator, type OwnReviewQuery } from './queries.ts'
import { starCounts } from './rules.ts'

/** A page of the reviews of an educator's courses, or of one of them. Throws not_found for a course that is not his. */
export async function listMyReviews(
  { db }: Pick<FeatureDeps, 'db'>,
  educatorId: string,
  query: OwnReviewQuery,
): Promise<ReplyOf<typeof api.reviews.mine>> {
  if (query.course !== undefined) await requireOwnCourse(db, query.course, educatorId)
  const [rows, counts] = await Promise.all([
    findReviewsOfEducator(db, educatorId, query),
    countReviewsOfEducator(db, educatorId, query.course),
  ])
  const ratingCounts = starCounts(counts.map(({ rating, count }) => ({ rating, count: Number(count) })))
  const fitting = query.rating === undefined ? ratingCounts : ratingCounts.slice(query.rating - 1, query.rating)
  return {
    reviews: rows.map((row) => ({ ...presentReview(row), courseTitle: row.course_title })),
    total: fitting.reduce((sum, count) => sum + count, 0),
    ratingCounts,
  }
}
