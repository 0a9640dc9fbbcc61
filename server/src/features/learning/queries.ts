import type { LearningState } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import type { CardRow } from '../courses/index.ts'
import type { ProgressChange } from './rules.ts'

/** Unfinished courses first, then the one that was enrolled in or watched last. Unfinished is 1: every key is descending. */
const lastLearned: Order = {
  direction: 'desc',
  keys: [
    ['mine.unfinished', 'integer'],
    ['mine.active_at', 'time'],
    ['mine.id', 'text'],
  ],
}

type EnrolledRow = Keyed &
  Pick<CardRow, 'id' | 'title' | 'thumbnail_id' | 'category' | 'level'> & { unfinished: number; active_at: Date }

/** The rows `mine`: the courses that a user is enrolled in, each with its state. Reads the user's own enrolments and progress. */
const enrolledOf = (userId: string) => sql`
  learnt as (
    select lectures.course_id, max(watched_at) as watched_at, count(completed_at) as completed
    from lecture_progress join lectures on lectures.id = lecture_progress.lecture_id
    where lecture_progress.user_id = ${userId} group by lectures.course_id
  ), mine as (
    select courses.id, title, thumbnail_id, category, level,
      greatest(enrolments.created_at, learnt.watched_at) as active_at,
      case when done.user_id is null then 1 else 0 end as unfinished,
      case when done.user_id is not null then 'completed'
        when learnt.watched_at is not null or learnt.completed > 0 then 'begun' else 'not-begun' end as state
    from enrolments join courses on courses.id = enrolments.course_id
    left join learnt on learnt.course_id = enrolments.course_id
    left join course_completions as done on done.course_id = enrolments.course_id and done.user_id = enrolments.user_id
    where enrolments.user_id = ${userId}
  )`

/** A page of the courses that a user is enrolled in; those of one state where one is named. */
export async function findEnrolledCourses(
  on: Executor,
  userId: string,
  query: PageQuery & { state?: LearningState | undefined },
): Promise<Page<EnrolledRow>> {
  const { within, key, tail, pageOf } = keysetSql(lastLearned, query)
  const wanted = query.state === undefined ? sql`true` : sql`mine.state = ${query.state}`
  const { rows } = await sql<EnrolledRow>`
    with ${enrolledOf(userId)} select mine.*, ${key} from mine where ${wanted} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns how many of a user's courses are in each state. */
export async function countEnrolled(on: Executor, userId: string): Promise<Record<LearningState, number>> {
  const { rows } = await sql<{ state: LearningState; count: number }>`
    with ${enrolledOf(userId)} select state, count(*)::int as count from mine group by state`.execute(on)
  const counts = { begun: 0, 'not-begun': 0, completed: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

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

export const findProgress = (on: Executor, userId: string, lectureId: string): Promise<SavedProgress | undefined> =>
  on
    .selectFrom('lecture_progress')
    .select(['seconds', 'completed_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('lecture_id', '=', lectureId)
    .executeTakeFirst()

/** The lecture was removed between the query and the check of the foreign key. */
export const isLectureGone = (error: unknown): boolean => (error as { code?: unknown }).code === '23503' // driver errors carry the SQLSTATE

/**
 * Deletes where a user is in lectures, and what they watched. Sums of all viewers keep it, without them. Each tick is counted on its
 * enrolment, and a row that changes twice in a transaction has its references checked: courses and enrolments are locked before, in the
 * order of decision 134.
 */
export async function deleteProgressOf(on: Executor, userId: string): Promise<void> {
  await sql`
    select from courses where id in (select course_id from enrolments where user_id = ${userId})
    order by id for key share`.execute(on)
  await sql`select from enrolments where user_id = ${userId} order by course_id for no key update`.execute(on)
  await on.deleteFrom('lecture_progress').where('user_id', '=', userId).execute()
  await on.deleteFrom('lecture_views').where('user_id', '=', userId).execute()
  await on.deleteFrom('opened_lectures').where('user_id', '=', userId).execute()
  await on.deleteFrom('early_openings').where('user_id', '=', userId).execute()
  await on.deleteFrom('served_lectures').where('user_id', '=', userId).execute()
  await on.deleteFrom('course_viewers').where('user_id', '=', userId).execute()
  await on.deleteFrom('course_completions').where('user_id', '=', userId).execute()
  await on.deleteFrom('mark_corrections').where('user_id', '=', userId).execute()
}
