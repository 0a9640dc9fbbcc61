import type { api, QueryOf } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo, type Keyed, keysetSql, newestFirst, type Page } from '#core/keyset.ts'
import { findCoursesTitled, findUsersNamed, likeText } from '../courses/index.ts'

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
export async function reviewFilter(on: Executor, { text, rating }: ReviewQuery): Promise<RawBuilder<unknown>> {
  const wanted = [sql`true`]
  if (text) {
    const [courses, users] = await Promise.all([findCoursesTitled(on, text), findUsersNamed(on, text)])
    wanted.push(sql`(reviews.comment ilike ${likeText(text)} or reviews.course_id = any(${courses}::text[])
      or reviews.user_id = any(${users}::text[]))`)
  }
  if (rating) wanted.push(sql`reviews.rating = ${rating}`)
  return sql.join(wanted, sql` and `)
}

/** Returns a page of reviews, newest first. */
export async function findReviews(
  on: Executor,
  query: ReviewQuery,
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
