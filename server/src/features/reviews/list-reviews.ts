import type { api, CourseReview, QueryOf, ReplyOf, Review } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import { versionOf } from '#core/read-version.ts'
import { photoUrlOf } from '../accounts/index.ts'
import { averageRating, requireOwnCourse, requireVisibleCourse } from '../courses/index.ts'
import {
  type CourseReviewRow,
  countCommented,
  countReviewsOfEducator,
  findCourseReviewOf,
  findRatingCounts,
  findReviews,
  findReviewsOfCourse,
  findReviewsOfEducator,
  type OwnReviewQuery,
  type ReviewRow,
} from './queries.ts'
import { type RatingCounts, sumUp } from './rules.ts'

/** Maximum length of the list; older reviews only count in the averages of courses. */
const mostReviews = 1000

/** Length of a list up to which it costs so little that it does not count. */
const shortList = 100

/** Returns reviews of published courses, newest first; `commented` leaves out those without a comment. Throws rate_limited. */
export async function listReviews(
  { db, limits }: Pick<FeatureDeps, 'db' | 'limits'>,
  { limit = mostReviews, commented }: QueryOf<typeof api.reviews.all>,
  { client, viewer }: { client: string; viewer: CurrentUser | null },
): Promise<Review[]> {
  if (limit > shortList)
    await consumeAll([
      [limits.reviewLists, viewer ? `user:${viewer.id}` : client],
      [limits.reviewListsByClient, client],
    ])
  return (await findReviews(db, { limit, commented: commented === 'true' })).map(presentReview)
}

/** Returns a page of the reviews of an educator's courses, or of one of them. Throws not_found for the course of someone else. */
export async function listMyReviews(
  { db }: Pick<FeatureDeps, 'db'>,
  educatorId: string,
  query: OwnReviewQuery,
): Promise<ReplyOf<typeof api.reviews.mine>> {
  if (query.course !== undefined) await requireOwnCourse(db, query.course, educatorId)
  const [{ rows, ...beside }, ratingCounts] = await Promise.all([
    findReviewsOfEducator(db, educatorId, query),
    countReviewsOfEducator(db, educatorId, query.course),
  ])
  return {
    reviews: rows.map((row) => ({ ...presentForReply(row), courseTitle: row.course_title })),
    total: numberWith(ratingCounts, query.rating),
    ratingCounts: [...ratingCounts],
    ...beside,
  }
}

/** The number of reviews with so many stars, or of all. */
const numberWith = (counts: RatingCounts, rating: number | undefined): number =>
  rating === undefined ? sumUp(counts).count : (counts[rating - 1] ?? 0)

/**
 * Returns a page of a course's reviews with the numbers of all of them, and the viewer's own one apart. Throws not_found for a course
 * that they cannot see.
 */
export async function listCourseReviews(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  viewer: CurrentUser | null,
  { commented, ...query }: QueryOf<typeof api.reviews.ofCourse>,
): Promise<ReplyOf<typeof api.reviews.ofCourse>> {
  const course = await requireVisibleCourse(db, courseId, viewer)
  const filter = { ...query, courseId, commented: commented === 'true' }
  const [{ rows, ...beside }, ratingCounts, own, withComment] = await Promise.all([
    findReviewsOfCourse(db, viewer?.id ?? null, filter),
    findRatingCounts(db, courseId),
    viewer && findCourseReviewOf(db, courseId, viewer.id),
    filter.commented ? countCommented(db, filter) : null,
  ])
  const { sum, count } = sumUp(ratingCounts)
  return {
    reviews: rows.map(course.own ? presentForReply : presentCourseReview),
    total: withComment ?? numberWith(ratingCounts, query.rating),
    average: averageRating(sum, count),
    ratingCounts: [...ratingCounts],
    own: own ? presentCourseReview(own) : null,
    ...(viewer && { ownVersion: reviewVersion(own ?? undefined) }),
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

/** Version of what `reviews.give` changes, or of there being none. */
export const reviewVersion = (row: { rating: number; comment: string } | undefined): string =>
  versionOf(row ? [row.rating, row.comment] : [])

/** Version of a reply, or of there being none. */
export const replyVersion = (reply: string | null): string => versionOf([reply])

/** A review for the educator of its course. */
export const presentForReply = (row: CourseReviewRow): CourseReview => ({
  ...presentCourseReview(row),
  replyVersion: replyVersion(row.reply),
})

export const presentCourseReview = (row: CourseReviewRow): CourseReview => ({
  ...presentReview(row),
  updatedAt: (row.edited_at ?? row.created_at).toISOString(),
  verified: row.verified,
  reply: row.reply !== null && row.replied_at ? { text: row.reply, createdAt: row.replied_at.toISOString() } : null,
  canReport: row.can_report,
})
