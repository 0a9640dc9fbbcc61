import type { api, ReplyOf, Review } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { photoUrlOf } from '../accounts/index.ts'
import { requireOwnCourse } from '../courses/index.ts'
import {
  countReviewsOfEducator,
  findReviews,
  findReviewsOfEducator,
  type OwnReviewQuery,
  type ReviewRow,
} from './queries.ts'
import { starCounts } from './rules.ts'

/** Maximum length of the list; older reviews only count in the averages of courses. */
const mostReviews = 1000

/** Returns reviews of published courses, newest first; `commented` leaves out those without a comment. */
export async function listReviews(
  { db }: Pick<FeatureDeps, 'db'>,
  { limit = mostReviews, commented }: { limit?: number | undefined; commented?: 'true' | undefined },
): Promise<Review[]> {
  return (await findReviews(db, { limit, commented: commented === 'true' })).map(presentReview)
}

/** Returns a page of the reviews of an educator's courses, or of one of them. Throws not_found for the course of someone else. */
export async function listMyReviews(
  { db }: Pick<FeatureDeps, 'db'>,
  educatorId: string,
  query: OwnReviewQuery,
): Promise<ReplyOf<typeof api.reviews.mine>> {
  if (query.course !== undefined) await requireOwnCourse(db, query.course, educatorId)
  const [{ rows, ...beside }, counts] = await Promise.all([
    findReviewsOfEducator(db, educatorId, query),
    countReviewsOfEducator(db, educatorId, query.course),
  ])
  const ratingCounts = starCounts(counts.map(({ rating, count }) => ({ rating, count: Number(count) })))
  const fitting = query.rating === undefined ? ratingCounts : ratingCounts.slice(query.rating - 1, query.rating)
  return {
    reviews: rows.map((row) => ({ ...presentReview(row), courseTitle: row.course_title })),
    total: fitting.reduce((sum, count) => sum + count, 0),
    ratingCounts,
    ...beside,
  }
}

/** Shows name, photo and role of the author, never the id. */
export const presentReview = (row: ReviewRow): Review => ({
  _id: row.id,
  rating: row.rating,
  comment: row.comment,
  courseId: row.course_id,
  user: { name: row.name, photoUrl: photoUrlOf(row.photo_id), role: row.role },
  createdAt: row.created_at.toISOString(),
})
