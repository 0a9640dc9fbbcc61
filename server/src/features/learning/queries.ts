import { sql } from 'kysely'
import type { Executor } from '#db/executor.ts'
import type { ProgressChange } from './rules.ts'

export type OverviewRow = {
  course_id: string
  lecture_count: number
  completed: number
  last_lecture_id: string | null
}

/**
 * How far a user is in each of his courses: unfinished ones before finished ones, and among them whatever he enrolled in or
 * watched last first.
 */
export async function findOverview(on: Executor, userId: string): Promise<OverviewRow[]> {
  const { rows } = await sql<OverviewRow>`
    select courses.id as course_id, courses.lecture_count, coalesce(watched.completed, 0)::int as completed,
      watched.last_lecture_id
    from enrolments
    join courses on courses.id = enrolments.course_id
    left join (
      select lectures.course_id, count(progress.completed_at) as completed, max(progress.watched_at) as watched_at,
        (array_agg(progress.lecture_id order by progress.watched_at desc)
          filter (where progress.watched_at is not null))[1] as last_lecture_id
      from lecture_progress as progress
      join lectures on lectures.id = progress.lecture_id
      where progress.user_id = ${userId}
      group by lectures.course_id
    ) as watched on watched.course_id = courses.id
    where enrolments.user_id = ${userId}
    order by (courses.lecture_count > 0 and coalesce(watched.completed, 0) >= courses.lecture_count),
      greatest(enrolments.created_at, watched.watched_at) desc, courses.id`.execute(on)
  return rows
}

/** Every lecture of a course in order, with what is known of this user in it. */
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
 * Books a change in one statement; reports of two devices that meet take effect one after the other. A completed lecture stays
 * so until the tick is taken away. After that, standing still at the end does not bring the tick back: the position has to pass
 * the mark again. Answers undefined when the lecture is gone.
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

/** The lecture was removed between our reading it and the check of the foreign key. */
const isLectureGone = (error: unknown): boolean => (error as { code?: unknown }).code === '23503' // driver errors carry the SQLSTATE
