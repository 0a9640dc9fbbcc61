import type { ReviewOrder } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo, keysetSql, newestFirst, type Order, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import type { ReviewReportsTable, ReviewsTable } from '#db/schema.ts'
import { type RatingCounts, sumUp } from './rules.ts'

export type ReviewRow = Awaited<ReturnType<typeof findReviews>>[number]
export type CourseReviewRow = Awaited<ReturnType<typeof findCourseReview>>

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

/**
 * Whether the author is enrolled in the course and has completed a lecture of it. Not EXISTS, which PostgreSQL may hash: it would read
 * all enrolments.
 */
const verifiedAuthor = sql<boolean>`coalesce((
  select enrolments.completed_lectures > 0 from enrolments
  where enrolments.user_id = reviews.user_id and enrolments.course_id = reviews.course_id
), false)`.as('verified')

/** Whether this user has reported the review, and it was not edited since an admin kept it. */
const reportedBy = (userId: string) =>
  sql<boolean>`exists (
    select 1 from review_reports as report where report.review_id = reviews.id and report.user_id = ${userId}
      and (report.closed_at is null or reviews.edited_at is null or report.closed_at >= reviews.edited_at)
  )`

/** Reviews with what pages of one course show; a visitor has no id. */
const courseReviews = (on: Executor, viewerId: string | null) =>
  reviewsWithUsers(on)
    .select(['reviews.edited_at', 'reviews.reply', 'reviews.replied_at', verifiedAuthor])
    .select(
      (viewerId === null
        ? sql<boolean>`false`
        : sql<boolean>`reviews.user_id <> ${viewerId} and not ${reportedBy(viewerId)}`
      ).as('can_report'),
    )

const descending = (...first: Order['keys']): Order => ({
  direction: 'desc',
  keys: [...first, ...newestFirst('reviews').keys],
})
const orders: Readonly<Record<ReviewOrder, Order>> = {
  newest: descending(),
  highest: descending(['reviews.rating', 'integer']),
  lowest: descending(['-reviews.rating', 'integer']),
}

type ReviewFilter = { courseId: string; rating?: number | undefined; commented: boolean }

/** A page of a course's reviews, without the viewer's own. */
export async function findReviewsOfCourse(
  on: Executor,
  viewerId: string | null,
  { courseId, rating, commented, order, ...page }: ReviewFilter & PageQuery & { order: ReviewOrder },
) {
  // among reviews with the same stars every order is the newest first
  const { within, keys, tail, pageOf } = keysetSql(orders[rating === undefined ? order : 'newest'], page)
  const rows = await courseReviews(on, viewerId)
    .where('reviews.course_id', '=', courseId)
    .where('reviews.is_counted', '=', true)
    .$if(rating !== undefined, (all) => all.where('reviews.rating', '=', rating ?? 0))
    .$if(commented, (all) => all.where(sql<boolean>`reviews.comment <> ''`))
    .$if(viewerId !== null, (all) => all.where('reviews.user_id', '<>', viewerId ?? ''))
    .where(within)
    .select(keys.as('page_key'))
    .modifyEnd(tail)
    .execute()
  return pageOf(rows)
}

/** The number of a course's reviews with a comment, counted up to `mostCounted`. */
export const countCommented = (on: Executor, { courseId, rating }: ReviewFilter): Promise<number> =>
  countUpTo(
    on,
    sql`reviews where course_id = ${courseId} and comment <> '' and is_counted
      ${rating === undefined ? sql`` : sql`and rating = ${rating}`}`,
  )

export async function findRatingCounts(on: Executor, courseId: string): Promise<RatingCounts> {
  const row = await on.selectFrom('courses').select('rating_counts').where('id', '=', courseId).executeTakeFirst()
  return row?.rating_counts ?? [0, 0, 0, 0, 0]
}

export const findCourseReviewOf = (on: Executor, courseId: string, userId: string) =>
  courseReviews(on, userId)
    .where('reviews.course_id', '=', courseId)
    .where('reviews.user_id', '=', userId)
    .executeTakeFirst()

export const findCourseReview = (on: Executor, id: string, viewerId: string) =>
  courseReviews(on, viewerId).where('reviews.id', '=', id).executeTakeFirstOrThrow()

/** Reviews of published courses, newest first. */
export function findReviews(on: Executor, { limit, commented }: { limit: number; commented: boolean }) {
  const all = reviewsWithUsers(on)
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .where('courses.is_published', '=', true)
    .where('reviews.is_counted', '=', true)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
  return (commented ? all.where('reviews.comment', '<>', '') : all).execute()
}

/** Reviews of an educator's courses that are not removed, published or not, or of one of them. */
const ofEducator = (on: Executor, educatorId: string, courseId: string | undefined) => {
  const all = courseReviews(on, educatorId)
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .where('courses.creator_id', '=', educatorId)
    .where('courses.removed_at', 'is', null)
    .where('reviews.is_counted', '=', true)
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

/** The counts of an educator's courses that are not removed, or of one of them, added up. */
export async function countReviewsOfEducator(
  on: Executor,
  educatorId: string,
  courseId: string | undefined,
): Promise<RatingCounts> {
  const rows = await on
    .selectFrom('courses')
    .select('rating_counts')
    .where('creator_id', '=', educatorId)
    .where('removed_at', 'is', null)
    .where('rating_count', '>', 0)
    .$if(courseId !== undefined, (all) => all.where('id', '=', courseId ?? ''))
    .execute()
  return [0, 1, 2, 3, 4].map((at) => rows.reduce((sum, { rating_counts: counts }) => sum + (counts[at] ?? 0), 0))
}

export const findReview = (on: Executor, id: string): Promise<ReviewRow> =>
  reviewsWithUsers(on).where('reviews.id', '=', id).executeTakeFirstOrThrow()

/**
 * Locks the author's row before the course's, as everywhere: otherwise a purchase of the same student would wait for this
 * transaction while this one waits for it.
 */
export async function lockAuthor(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
}

/**
 * A course's counts, locked: reviews of one course are saved one after the other. Those who refer to the course do not wait, since some of
 * them hold an enrolment that a refund waits for.
 */
export async function lockCounts(tx: Tx, courseId: string): Promise<RatingCounts | undefined> {
  const row = await tx
    .selectFrom('courses')
    .select('rating_counts')
    .where('id', '=', courseId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.rating_counts
}

export async function storeCounts(tx: Tx, courseId: string, counts: RatingCounts): Promise<void> {
  const { count, sum } = sumUp(counts)
  await tx
    .updateTable('courses')
    .set({ rating_counts: [...counts], rating_count: count, rating_sum: sum })
    .where('id', '=', courseId)
    .execute()
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

/** Inserts a review or replaces the same student's old one, which keeps its id and its place. */
export async function putReview(tx: Tx, review: Insertable<ReviewsTable>): Promise<void> {
  await tx
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) =>
      conflict.columns(['course_id', 'user_id']).doUpdateSet({
        rating: review.rating,
        comment: review.comment,
        is_counted: true,
        edited_at: review.created_at,
      }),
    )
    .execute()
}

/** The author of a review, and its course. */
export const findReviewTarget = (on: Executor, id: string) =>
  on
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .select(['reviews.course_id', 'reviews.user_id', 'courses.title', 'courses.is_published'])
    .where('reviews.id', '=', id)
    .executeTakeFirst()

/** Deletes a review. Returns its stars and whether they counted; undefined when it does not exist. */
export const deleteReview = (tx: Tx, id: string) =>
  tx.deleteFrom('reviews').where('id', '=', id).returning(['rating', 'is_counted']).executeTakeFirst()

/** Says whether the stars of a review count. Returns them; undefined where nothing changes. */
export async function setCounted(
  tx: Tx,
  { userId, courseId }: { userId: string; courseId: string },
  counted: boolean,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('reviews')
    .set({ is_counted: counted })
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .where('is_counted', '=', !counted)
    .returning('rating')
    .executeTakeFirst()
  return row?.rating
}

/** The reply to a review of an educator's own course, locked. */
export const lockReply = (tx: Tx, reviewId: string, educatorId: string) =>
  tx
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .select('reviews.reply')
    .where('reviews.id', '=', reviewId)
    .where('courses.creator_id', '=', educatorId)
    .where('courses.removed_at', 'is', null)
    .forUpdate('reviews')
    .executeTakeFirst()

/** Stores or deletes the reply to a review of an educator's own course. Returns whether there is such a review. */
export async function storeReply(
  on: Executor,
  reviewId: string,
  educatorId: string,
  reply: { text: string; at: Date } | null,
): Promise<boolean> {
  const row = await on
    .updateTable('reviews')
    .from('courses')
    .set({ reply: reply?.text ?? null, replied_at: reply?.at ?? null })
    .whereRef('courses.id', '=', 'reviews.course_id')
    .where('courses.creator_id', '=', educatorId)
    .where('courses.removed_at', 'is', null)
    .where('reviews.id', '=', reviewId)
    .returning('reviews.id')
    .executeTakeFirst()
  return row !== undefined
}

/** A review that is reported or judged, locked. */
export const lockReview = (tx: Tx, id: string) =>
  tx
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .select(['reviews.course_id', 'reviews.user_id', 'reviews.rating', 'reviews.edited_at', 'courses.title'])
    .where('reviews.id', '=', id)
    .forUpdate('reviews')
    .executeTakeFirst()

/** Inserts a report, or opens the user's closed one again if the review was edited since. Returns whether it is newly open. */
export async function storeReport(
  tx: Tx,
  report: Insertable<ReviewReportsTable>,
  editedAt: Date | null,
): Promise<boolean> {
  const row = await tx
    .insertInto('review_reports')
    .values(report)
    .onConflict((conflict) =>
      conflict
        .columns(['review_id', 'user_id'])
        .doUpdateSet({ reason: report.reason, note: report.note, created_at: report.created_at, closed_at: null })
        .where('review_reports.closed_at', '<', editedAt),
    )
    .returning('review_reports.review_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countReport(tx: Tx, reviewId: string, now: Date): Promise<void> {
  await tx
    .updateTable('reviews')
    .set((expression) => ({ open_reports: expression('open_reports', '+', 1), reported_at: now }))
    .where('id', '=', reviewId)
    .execute()
}

/** Closes the open reports of a locked review. Returns their number. */
export async function endReports(tx: Tx, reviewId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('review_reports')
    .set({ closed_at: now })
    .where('review_id', '=', reviewId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  await tx.updateTable('reviews').set({ open_reports: 0 }).where('id', '=', reviewId).execute()
  return Number(numUpdatedRows)
}

/** Opens the reports of a locked review again that were closed at a time. Returns their number. */
export async function openReports(tx: Tx, reviewId: string, closedAt: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('review_reports')
    .set({ closed_at: null })
    .where('review_id', '=', reviewId)
    .where('closed_at', '=', closedAt)
    .executeTakeFirst()
  const opened = Number(numUpdatedRows)
  await tx
    .updateTable('reviews')
    .set((expression) => ({ open_reports: expression('open_reports', '+', opened) }))
    .where('id', '=', reviewId)
    .execute()
  return opened
}

/** Deletes the reports that a user made. A review that no one else reported is no longer a reported one. */
export async function deleteReportsOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    with gone as (delete from review_reports where user_id = ${userId} returning review_id, closed_at)
    update reviews set open_reports = open_reports - (case when gone.closed_at is null then 1 else 0 end),
      reported_at = case when exists (
        select 1 from review_reports as other where other.review_id = reviews.id and other.user_id <> ${userId}
      ) then reported_at end
    from gone where gone.review_id = reviews.id`.execute(tx)
}
