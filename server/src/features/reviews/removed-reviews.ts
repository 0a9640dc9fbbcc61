import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { lockReview } from './queries.ts'

/** A review that was removed, as JSON: its row, the reports about it, and whether its author was enrolled. */
export const RemovedReview = z.object({
  // the columns that decide something; the others are kept as they are
  review: z.looseObject({
    id: z.string(),
    course_id: z.string(),
    user_id: z.string(),
    rating: z.number(),
    is_counted: z.boolean(),
  }),
  reports: z.array(z.looseObject({ user_id: z.string() })),
  enrolled: z.boolean(),
})
export type RemovedReview = z.output<typeof RemovedReview>

const enrolled = (userId: unknown, courseId: unknown) =>
  sql`exists (select 1 from enrolments where user_id = ${userId} and course_id = ${courseId})`

/** Returns a copy of a review, which it locks; undefined when it does not exist. */
export async function copyReview(tx: Tx, reviewId: string): Promise<RemovedReview | undefined> {
  // anyone who reports it meanwhile waits, or was read
  if (!(await lockReview(tx, reviewId))) return undefined
  const { rows } = await sql<{ copy: unknown }>`
    select jsonb_build_object(
      'review', to_jsonb(reviews),
      'reports', (
        select coalesce(jsonb_agg(to_jsonb(reports)), '[]') from review_reports as reports
        where reports.review_id = reviews.id
      ),
      'enrolled', ${enrolled(sql.ref('reviews.user_id'), sql.ref('reviews.course_id'))}
    ) as copy
    from reviews where reviews.id = ${reviewId}`.execute(tx)
  return rows[0] && RemovedReview.parse(rows[0].copy)
}

/** Whether nothing speaks against a removed review: its course is there, its author has no other one of it and is enrolled as before. */
async function findTitle(on: Executor, { review, enrolled: before }: RemovedReview): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select courses.title from courses
    where courses.id = ${review.course_id} and courses.removed_at is null
      and ${enrolled(review.user_id, review.course_id)} = ${before}::boolean
      and not exists (
        select 1 from reviews where reviews.course_id = ${review.course_id} and reviews.user_id = ${review.user_id}
      )`.execute(on)
  return rows[0]?.title
}

/**
 * Inserts a removed review with its reports, without those of accounts that were deleted since. The course must be locked. Returns the
 * course's title; undefined where something speaks against it.
 */
export async function insertRemoved(tx: Tx, removed: RemovedReview): Promise<string | undefined> {
  const title = await findTitle(tx, removed)
  if (title === undefined) return undefined
  const { review, reports } = removed
  await sql`insert into reviews select * from jsonb_populate_record(null::reviews, ${JSON.stringify(review)}::jsonb)`.execute(
    tx,
  )
  await sql`
    insert into review_reports
    select reports.* from jsonb_populate_recordset(null::review_reports, ${JSON.stringify(reports)}::jsonb) as reports
    join users on users.id = reports.user_id and users.deleted_at is null`.execute(tx)
  await sql`
    update reviews set open_reports = counted.open, reported_at = case when counted.total > 0 then reviews.reported_at end
    from (
      select count(*)::int as total, (count(*) filter (where closed_at is null))::int as open
      from review_reports where review_id = ${review.id}
    ) as counted
    where reviews.id = ${review.id}`.execute(tx)
  return title
}
