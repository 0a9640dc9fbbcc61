import type { api, QueryOf } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { likeText } from '../courses/index.ts'

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

const joined = sql`reviews join users on users.id = reviews.user_id join courses on courses.id = reviews.course_id`

function filterOf({ text, rating }: Pick<ReviewQuery, 'text' | 'rating'>): RawBuilder<unknown> {
  const wanted = [sql`true`]
  if (text) {
    const like = likeText(text)
    wanted.push(sql`(reviews.comment ilike ${like} or courses.title ilike ${like} or users.name ilike ${like})`)
  }
  if (rating) wanted.push(sql`reviews.rating = ${rating}`)
  return sql.join(wanted, sql` and `)
}

/** Returns a page of reviews, newest first. */
export async function findReviews(on: Executor, query: ReviewQuery): Promise<AdminReviewRow[]> {
  const { rows } = await sql<AdminReviewRow>`
    select reviews.id, reviews.rating, reviews.comment, reviews.course_id, courses.title as course_title,
      reviews.user_id, users.name as user_name, reviews.created_at
    from ${joined} where ${filterOf(query)}
    order by reviews.created_at desc, reviews.id desc limit ${query.limit} offset ${query.offset}`.execute(on)
  return rows
}

export async function countReviews(on: Executor, query: ReviewQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${joined} where ${filterOf(query)}`.execute(on)
  return rows[0]?.count ?? 0
}
