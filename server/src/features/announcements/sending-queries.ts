import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'

/** What a notification names: an announcement, which was deleted or not, and its course. */
export const findAnnouncementSubject = (on: Executor, id: string, state: 'shown' | 'deleted' = 'shown') =>
  on
    .selectFrom('announcements')
    .innerJoin('courses', 'courses.id', 'announcements.course_id')
    .select(['announcements.title', 'courses.id as course_id', 'courses.title as course', 'courses.creator_id'])
    .where('announcements.id', '=', id)
    .where('announcements.deleted_at', state === 'shown' ? 'is' : 'is not', null)
    .executeTakeFirst()

/** Students who are to be notified next, in the order of their enrolments; `after` and `at` are where they begin and end. */
export type NextStudents = { after: string; userIds: string[]; at: string | null }

/** Returns the next students of an announcement, those who were enrolled when it was sent; null when all were notified, or it was deleted. */
export async function findNextStudents(on: Executor, id: string, limit: number): Promise<NextStudents | null> {
  const { rows } = await sql<{ after: string; user_id: string | null; at: string | null }>`
    select announcements.last_student_id as after, next.user_id, next.created_at::text as at
    from announcements left join lateral (
      select enrolments.user_id, enrolments.created_at from enrolments
      where enrolments.course_id = announcements.course_id and enrolments.created_at <= announcements.created_at
        and (enrolments.created_at, enrolments.user_id)
          > (coalesce(announcements.last_enrolled_at, '-infinity'::timestamptz), announcements.last_student_id)
      order by enrolments.created_at, enrolments.user_id limit ${limit}
    ) as next on true
    where announcements.id = ${id} and announcements.deleted_at is null and announcements.sent_at is null
    order by next.created_at, next.user_id`.execute(on)
  const [first] = rows
  if (!first) return null
  const userIds = rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]))
  return { after: first.after, userIds, at: rows.at(-1)?.at ?? null }
}

/**
 * Notes that students were notified, unless another run of the job was quicker; with `now` they were the last ones. Returns the title of the
 * announcement as it is now; null when it was deleted meanwhile.
 */
export async function noteNotified(
  tx: Tx,
  id: string,
  { after, userIds, at }: NextStudents,
  now: Date | null,
): Promise<string | null> {
  await sql`
    update announcements set notified = notified + ${userIds.length}, sent_at = ${now},
      last_student_id = coalesce(${userIds.at(-1) ?? null}, last_student_id),
      last_enrolled_at = coalesce(${at}::timestamptz, last_enrolled_at)
    where id = ${id} and last_student_id = ${after} and sent_at is null`.execute(tx)
  const row = await tx
    .selectFrom('announcements')
    .select('title')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.title ?? null
}

/** An announcement for the mail to a student; undefined when it was deleted, or they are not enrolled any more. */
export async function findAnnouncementFor(
  on: Executor,
  id: string,
  userId: string,
): Promise<{ title: string; text: string } | undefined> {
  const { rows } = await sql<{ title: string; text: string }>`
    select announcements.title, announcements.text from announcements
    where announcements.id = ${id} and announcements.deleted_at is null and exists (
      select 1 from enrolments where enrolments.course_id = announcements.course_id and enrolments.user_id = ${userId}
    )`.execute(on)
  return rows[0]
}
