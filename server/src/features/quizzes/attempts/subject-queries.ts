import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

/** Returns who did an attempt, at which quiz of which course. */
export async function findAttemptSubject(on: Executor, attemptId: string) {
  const { rows } = await sql<{ user_id: string; lecture_id: string; quiz: string; course_id: string }>`
    select attempts.user_id, attempts.lecture_id, lectures.title as quiz, lectures.course_id
    from quiz_attempts as attempts join lectures on lectures.id = attempts.lecture_id
    where attempts.id = ${attemptId}`.execute(on)
  return rows[0]
}
