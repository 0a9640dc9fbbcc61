import type { Insertable, Selectable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { keysetSql, newestFirst, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import type { ReviewsTable } from '#db/schema.ts'
import type { RatingCounters } from './rules.ts'

export type ReviewRow = Awaited<ReturnType<typeof findReviews>>[number]

const reviewsWithUsers = (on: Executor) =>
  on
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select([
      'reviews.id',
      'reviews.course_id',
      'reviews.rating',
      'reviews.comment',
      'reviews.created_at',
      'users.name',
      'users.photo_id',
      'users.role',
    ])

/** Reviews of published courses, newest first. */
export function findReviews(on: Executor, { limit, commented }: { limit: number; commented: boolean }) {
  const all = reviewsWithUsers(on)
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .where('courses.is_published', '=', true)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
  return (commented ? all.where('reviews.comment', '<>', '') : all).execute()
}

/** Reviews of an educator's courses that are not removed, published or not, or of one of them. */
const ofEducator = (on: Executor, educatorId: string, courseId: string | undefined) => {
  const all = reviewsWithUsers(on)
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .where('courses.creator_id', '=', educatorId)
    .where('courses.removed_at', 'is', null)
  return courseId === undefined ? all : all.where('courses.id', '=', courseId)
}

export type OwnReviewQuery = PageQuery & {
  course?: string | undefined
  rating?: number | undefined
}

/** A page of the reviews of an educator's courses, newest first. */
export async function findReviewsOfEducator(on: Executor, educatorId: string, query: OwnReviewQuery) {
  const { course, rating } = query
  const { within, keys, tail, pageOf } = keysetSql(newestFirst('reviews'), query)
  const rows = await ofEducator(on, educatorId, course)
    .$if(rating !== undefined, (all) => all.where('reviews.rating', '=', rating ?? 0))
    .where(within)
    .select(['courses.title as course_title', keys.as('page_key')])
    .modifyEnd(tail)
    .execute()
  return pageOf(rows)
}

/** The number of reviews for each number of stars that was given. Reads an index of each course's ratings, and no author. */
export const countReviewsOfEducator = (on: Executor, educatorId: string, courseId: string | undefined) =>
  on
    .selectFrom('courses')
    .innerJoin('reviews', 'reviews.course_id', 'courses.id')
    .select((select) => ['reviews.rating', select.fn.countAll<string>().as('count')])
    .where('courses.creator_id', '=', educatorId)
    .where('courses.removed_at', 'is', null)
    .$if(courseId !== undefined, (all) => all.where('courses.id', '=', courseId ?? ''))
    .groupBy('reviews.rating')
    .execute()

export const findReview = (on: Executor, id: string): Promise<ReviewRow> =>
  reviewsWithUsers(on).where('reviews.id', '=', id).executeTakeFirstOrThrow()

/**
 * Locks the author's row before the course's, as everywhere: otherwise a purchase of the same student would wait for this
 * transaction while this one waits for it.
 */
export async function lockAuthor(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
}

/** A course's counters, locked: reviews of one course are saved one after the other. */
export async function lockCounters(tx: Tx, courseId: string): Promise<RatingCounters | undefined> {
  const row = await tx
    .selectFrom('courses')
    .select(['rating_sum', 'rating_count'])
    .where('id', '=', courseId)
    .forUpdate()
    .executeTakeFirst()
  return row && { sum: row.rating_sum, count: row.rating_count }
}

export async function storeCounters(tx: Tx, courseId: string, { sum, count }: RatingCounters): Promise<void> {
  await tx.updateTable('courses').set({ rating_sum: sum, rating_count: count }).where('id', '=', courseId).execute()
}

export const findOwnReview = (
  on: Executor,
  courseId: string,
  userId: string,
): Promise<Selectable<ReviewsTable> | undefined> =>
  on
    .selectFrom('reviews')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Inserts a review or replaces the same student's old one, which keeps its id. */
export async function putReview(tx: Tx, review: Insertable<ReviewsTable>): Promise<void> {
  await tx
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) =>
      conflict.columns(['course_id', 'user_id']).doUpdateSet({
        rating: review.rating,
        comment: review.comment,
        created_at: review.created_at,
      }),
    )
    .execute()
}

/** The author of a review, and its course. */
export const findReviewTarget = (on: Executor, id: string) =>
  on
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .select(['reviews.course_id', 'reviews.user_id', 'courses.title'])
    .where('reviews.id', '=', id)
    .executeTakeFirst()

/** Deletes a review. Returns its stars; undefined when it does not exist. */
export async function deleteReview(tx: Tx, id: string): Promise<number | undefined> {
  const row = await tx.deleteFrom('reviews').where('id', '=', id).returning('rating').executeTakeFirst()
  return row?.rating
}
