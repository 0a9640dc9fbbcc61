import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import {
  addReport,
  emptyView,
  type Interval,
  type PendingSlot,
  secondsOf,
  slotSecondsOf,
  type View,
} from './watched-rules.ts'

type Key = { userId: string; courseId: string; lectureId: string }

/**
 * When a student enrolled in a course; undefined when they are not enrolled. Two devices of a student wait for one another here, also
 * where there is no view to lock yet.
 */
export async function lockEnrolment(tx: Tx, { userId, courseId }: Omit<Key, 'lectureId'>): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('enrolments')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.created_at
}

/** What a student has watched of a lecture, locked; undefined for nothing yet. */
export async function lockView(tx: Tx, { userId, courseId, lectureId }: Key) {
  const row = await tx
    .selectFrom('lecture_views')
    .select([
      'video_id',
      'slot_seconds',
      'seen',
      'again',
      'watched_seconds',
      'played_seconds',
      'allowance',
      'report_ids',
    ])
    .select(['reported_at', 'pending', 'pending_since', 'is_counted'])
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('lecture_id', '=', lectureId)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, pending: pendingOf(row.pending) }
}

/** Seconds that a student has played of all present videos of a course. */
export async function findPlayed(tx: Tx, { userId, courseId }: Omit<Key, 'lectureId'>): Promise<number> {
  const { rows } = await sql<{ played: number }>`
    select coalesce(sum(played_seconds), 0)::int as played from lecture_views
    where user_id = ${userId} and course_id = ${courseId}`.execute(tx)
  return rows[0]?.played ?? 0
}

/** The slots of a column `pending`, which has three numbers for each. */
export const pendingOf = (numbers: readonly number[]): PendingSlot[] =>
  Array.from({ length: numbers.length / 3 }, (_, at) => {
    const [slot = 0, first = 0, again = 0] = numbers.slice(3 * at, 3 * at + 3)
    return [slot, first === 0 ? 0 : 1, again === 0 ? 0 : 1]
  })

type SavedView = Key & {
  videoId: string
  slotSeconds: number
  view: View
  /** null when the sums have all of it */
  pendingSince: Date | null
  isCounted: boolean
  now: Date
}

const columnsOf = ({ videoId, slotSeconds, view, pendingSince, isCounted, now }: Omit<SavedView, keyof Key>) => ({
  video_id: videoId,
  slot_seconds: slotSeconds,
  seen: Buffer.from(view.seen),
  again: Buffer.from(view.again),
  watched_seconds: view.watched,
  played_seconds: view.played,
  allowance: view.allowance,
  report_ids: Buffer.from(view.reportIds),
  reported_at: now,
  last_day: dayOf(now),
  pending: view.pending.flat(),
  pending_since: pendingSince,
  is_counted: isCounted,
})

export async function saveView(tx: Tx, { userId, courseId, lectureId, ...saved }: SavedView): Promise<void> {
  const values = columnsOf(saved)
  await tx
    .insertInto('lecture_views')
    .values({ user_id: userId, course_id: courseId, lecture_id: lectureId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'course_id', 'lecture_id']).doUpdateSet(values))
    .execute()
}

type Watched = Key & { videoId: string; duration: number; intervals: readonly Interval[]; now: Date }

/** The row of a student who watched these parts of a video, and nothing before. */
export function viewRow({ userId, courseId, lectureId, duration, intervals, ...rest }: Watched) {
  const report = { id: newId().slice(0, 16), intervals }
  const { view } = addReport(emptyView(duration, secondsOf(intervals)), report, duration)
  const saved = { ...rest, slotSeconds: slotSecondsOf(duration), view, pendingSince: rest.now, isCounted: false }
  return { user_id: userId, course_id: courseId, lecture_id: lectureId, ...columnsOf(saved) }
}

/** Days since 1970, UTC. */
export const dayOf = (time: Date): number => Math.floor(time.getTime() / 86_400_000)

/**
 * Deletes views that are unused for so many days, at most `most` of them. The sums of the course keep their students where they are, in
 * `course_viewers`, until these are unused for as long. Returns how many were deleted.
 */
export async function deleteUnusedViews(on: Executor, now: Date, days: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from lecture_views where (user_id, course_id, lecture_id) in (
      select user_id, course_id, lecture_id from lecture_views
      where last_day < ${dayOf(now) - days} and pending_since is null order by last_day limit ${most}
    )`.execute(on)
  return Number(numAffectedRows ?? 0)
}

/** Deletes in the same way what the sums of courses know of single students. */
export async function deleteUnusedViewers(on: Executor, now: Date, days: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from course_viewers where (user_id, course_id) in (
      select user_id, course_id from course_viewers
      where last_day < ${dayOf(now) - days} order by last_day limit ${most}
    )`.execute(on)
  return Number(numAffectedRows ?? 0)
}
