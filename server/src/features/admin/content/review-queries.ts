import { type api, type QueryOf, type ReportReason, shownReports } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo, type Keyed, keysetSql, newestFirst, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import { findCoursesTitled, findUsersNamed, likeText } from '../../courses/index.ts'

export type ReviewQuery = QueryOf<typeof api.admin.reviews>

export type AdminReviewRow = {
  id: string
  rating: number
  comment: string
  course_id: string
  course_title: string
  user_id: string
  user_name: string
  created_at: Date
}

const order = newestFirst('reviews')

/** Builds the condition of a query, used by its page and its count. */
export async function reviewFilter(
  on: Executor,
  { text, rating }: Pick<ReviewQuery, 'text' | 'rating'>,
): Promise<RawBuilder<unknown>> {
  const wanted = [sql`true`]
  if (text) {
    const [courses, users] = await Promise.all([findCoursesTitled(on, text), findUsersNamed(on, text)])
    wanted.push(sql`(reviews.comment ilike ${likeText(text)} or ${courses.include(sql`reviews.course_id`)}
      or ${users.include(sql`reviews.user_id`)})`)
  }
  if (rating) wanted.push(sql`reviews.rating = ${rating}`)
  return sql.join(wanted, sql` and `)
}

/** Returns a page of reviews, newest first. */
export async function findReviews(
  on: Executor,
  query: PageQuery,
  filter: RawBuilder<unknown>,
): Promise<Page<AdminReviewRow>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows } = await sql<AdminReviewRow & Keyed>`
    select reviews.id, reviews.rating, reviews.comment, reviews.course_id, courses.title as course_title,
      reviews.user_id, users.name as user_name, reviews.created_at, ${key}
    from reviews join users on users.id = reviews.user_id join courses on courses.id = reviews.course_id
    where ${filter} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export const countReviews = (on: Executor, filter: RawBuilder<unknown>): Promise<number> =>
  countUpTo(on, sql`reviews where ${filter}`)

export type ReportedReviewRow = AdminReviewRow & {
  reply: string | null
  open_reports: number
  reported_at: Date
  /** JSON, in which the time is text */
  reports: { reason: ReportReason; note: string; reporter: string; open: boolean; created_at: string }[]
}

const reportedFirst: Order = {
  direction: 'desc',
  keys: [
    ['least(reviews.open_reports, 1)', 'integer'],
    ['reviews.reported_at', 'time'],
    ['reviews.id', 'text'],
  ],
}

/** Returns a page of the reported reviews: those with open reports first, each with the last reported first. */
export async function findReported(on: Executor, query: PageQuery): Promise<Page<ReportedReviewRow>> {
  const { within, key, tail, pageOf } = keysetSql(reportedFirst, query)
  const { rows } = await sql<ReportedReviewRow & Keyed>`
    select reviews.id, reviews.rating, reviews.comment, reviews.course_id, courses.title as course_title,
      reviews.user_id, users.name as user_name, reviews.created_at, reviews.reply, reviews.open_reports,
      reviews.reported_at, ${key}, (
        select coalesce(json_agg(to_json(report)), '[]') from (
          select reason, note, reporters.name as reporter, closed_at is null as open, review_reports.created_at
          from review_reports join users as reporters on reporters.id = review_reports.user_id
          where review_id = reviews.id
          order by closed_at is null desc, review_reports.created_at desc limit ${sql.lit(shownReports)}
        ) as report
      ) as reports
    from reviews join users on users.id = reviews.user_id join courses on courses.id = reviews.course_id
    where reviews.reported_at is not null and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** The numbers of reviews that were ever reported, and of those with open reports, each counted up to `mostCounted`. */
export async function countReported(on: Executor): Promise<{ total: number; open: number }> {
  const reported = sql`reviews where reported_at is not null`
  const [total, open] = await Promise.all([
    countUpTo(on, reported),
    countUpTo(on, sql`${reported} and least(open_reports, 1) = 1`),
  ])
  return { total, open }
}
