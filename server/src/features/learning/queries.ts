import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { ProgressChange } from './rules.ts'

/**
 * Every lecture of every course that a user is enrolled in, in the order of the courses' lectures, with their progress in it. A
 * course without lectures is one row without a lecture.
 */
export const findProgressOfEnrolled = (on: Executor, userId: string) =>
  on
    .selectFrom('enrolments')
    .leftJoin('lectures', 'lectures.course_id', 'enrolments.course_id')
    .leftJoin('lecture_progress as progress', (join) =>
      join.onRef('progress.lecture_id', '=', 'lectures.id').on('progress.user_id', '=', userId),
    )
    .select([
      'enrolments.course_id',
      'enrolments.created_at as enrolled_at',
      'lectures.id',
      'progress.completed_at',
      'progress.watched_at',
    ])
    .where('enrolments.user_id', '=', userId)
    .orderBy('enrolments.course_id')
    .orderBy('lectures.position')
    .execute()

/** Every lecture of a course in order, with this user's progress in it. */
export const findCourseProgress = (on: Executor, userId: string, courseId: string) =>
  on
    .selectFrom('lectures')
    .leftJoin('lecture_progress as progress', (join) =>
      join.onRef('progress.lecture_id', '=', 'lectures.id').on('progress.user_id', '=', userId),
    )
    .select(['lectures.id', 'progress.seconds', 'progress.completed_at', 'progress.watched_at', 'progress.updated_at'])
    .where('lectures.course_id', '=', courseId)
    .orderBy('lectures.position')
    .execute()

export type SavedProgress = { seconds: number; completed_at: Date | null; updated_at: Date }

/**
 * Applies a change in one statement; concurrent reports of two devices take effect one after the other. A completed lecture
 * stays so until the tick is removed. After that, staying at the end does not bring the tick back: the position has to pass the
 * mark again. Returns undefined when the lecture was removed.
 */
export async function saveProgress(
  on: Executor,
  { userId, lectureId, now }: { userId: string; lectureId: string; now: Date },
  { seconds, tick, completedFrom }: ProgressChange,
): Promise<SavedProgress | undefined> {
  const watched = seconds !== null
  const passes = watched && completedFrom !== null && seconds >= completedFrom
  const { rows } = await sql<SavedProgress>`
    insert into lecture_progress as old (user_id, lecture_id, seconds, completed_at, watched_at, updated_at)
    select ${userId}, lectures.id, ${seconds ?? 0}::float8, ${(tick ?? passes) ? now : null}::timestamptz,
      ${watched ? now : null}::timestamptz, ${now}::timestamptz
    from lectures where lectures.id = ${lectureId}
    on conflict (user_id, lecture_id) do update set
      seconds = ${watched ? sql`excluded.seconds` : sql`old.seconds`},
      completed_at = case
        when ${tick}::boolean then coalesce(old.completed_at, ${now}::timestamptz)
        when not ${tick}::boolean then null
        when ${passes}::boolean and old.seconds < ${completedFrom}::float8
          then coalesce(old.completed_at, ${now}::timestamptz)
        else old.completed_at
      end,
      watched_at = coalesce(excluded.watched_at, old.watched_at),
      updated_at = excluded.updated_at
    returning seconds, completed_at, updated_at`
    .execute(on)
    .catch((error: unknown) => {
      if (isLectureGone(error)) return { rows: [] }
      throw error
    })
  return rows[0]
}

/** The lecture was removed between the query and the check of the foreign key. */
const isLectureGone = (error: unknown): boolean => (error as { code?: unknown }).code === '23503' // driver errors carry the SQLSTATE

export async function deleteProgressOf(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('lecture_progress').where('user_id', '=', userId).execute()
}
