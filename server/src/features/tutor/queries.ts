import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

/** Whether a lecture is of this course. */
export async function isLectureOf(on: Executor, courseId: string, lectureId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from lectures where id = ${lectureId} and course_id = ${courseId}`.execute(on)
  return rows.length > 0
}

/** Whether everyone may know of a course. */
export async function isListed(on: Executor, courseId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from courses where id = ${courseId} and is_published and removed_at is null`.execute(on)
  return rows.length > 0
}
