import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { LectureSums } from './sum-rules.ts'
import { pendingOf } from './view-queries.ts'
import type { PendingSlot } from './watched-rules.ts'

/** Courses in which something was watched or completed that their sums do not have, the one that waits longest first. */
export async function findPendingCourses(on: Executor, most: number): Promise<string[]> {
  const { rows } = await sql<{ course_id: string }>`
    select course_id from (
      select course_id, min(pending_since) as since from lecture_views where pending_since is not null group by course_id
      union all
      select course_id, min(completed_at) from course_completions where not counted group by course_id
    ) as waiting group by course_id order by min(since), course_id limit ${most}`.execute(on)
  return rows.map(({ course_id }) => course_id)
}

/**
 * Locks the sums of a course, and makes them where there are none; null while the course is being changed or removed, or another process
 * adds to them. The course stays until the transaction ends.
 */
export async function lockCourseSums(tx: Tx, courseId: string) {
  // the course first, like everyone who removes it or one of its lectures
  const course = await sql`select 1 from courses where id = ${courseId} for key share skip locked`.execute(tx)
  if (course.rows.length === 0) return null
  await tx
    .insertInto('course_sums')
    .values({ course_id: courseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const sums = await tx
    .selectFrom('course_sums')
    .select(['watched', 'completed'])
    .where('course_id', '=', courseId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return sums ?? null
}

export type PendingView = {
  user_id: string
  lecture_id: string
  video_id: string
  slot_seconds: number
  pending: PendingSlot[]
  is_counted: boolean
  /** the present video of the lecture */
  present_id: string | null
  duration_seconds: number | null
}

/**
 * Views of a course that its sums do not have, those that wait longest, locked with their enrolments. Those that are being reported or
 * deleted now are left out: nothing waits here.
 */
export async function lockPendingViews(tx: Tx, courseId: string, most: number): Promise<PendingView[]> {
  const { rows } = await sql<Omit<PendingView, 'pending'> & { pending: number[] }>`
    select views.user_id, views.lecture_id, views.video_id, views.slot_seconds, views.pending, views.is_counted,
      lectures.video_id as present_id, videos.duration_seconds
    from lecture_views as views join lectures on lectures.id = views.lecture_id
    join enrolments on enrolments.user_id = views.user_id and enrolments.course_id = views.course_id
    left join videos on videos.id = lectures.video_id
    where views.course_id = ${courseId} and views.pending_since is not null
    order by views.pending_since limit ${most}
    for update of views skip locked for key share of enrolments skip locked`.execute(tx)
  return rows.map((row) => ({ ...row, pending: pendingOf(row.pending) }))
}

export type Viewer = { user_id: string; watched: number; counted: number | null }

/** What students have watched of a course, and where its sums have them: null for those who are not in them. */
export async function findViewers(tx: Tx, courseId: string, userIds: readonly string[]): Promise<Viewer[]> {
  const { rows } = await sql<Viewer>`
    select views.user_id, sum(views.watched_seconds)::int as watched, min(viewers.counted_seconds) as counted
    from lecture_views as views left join course_viewers as viewers using (user_id, course_id)
    where views.user_id = any(${userIds}) and views.course_id = ${courseId} group by views.user_id`.execute(tx)
  return rows
}

/** Keeps where the sums of a course have these students now. */
export async function saveViewers(
  tx: Tx,
  courseId: string,
  viewers: readonly Pick<Viewer, 'user_id' | 'watched'>[],
  day: number,
): Promise<void> {
  const [userIds, seconds] = [viewers.map(({ user_id }) => user_id), viewers.map(({ watched }) => watched)]
  await sql`
    insert into course_viewers (user_id, course_id, counted_seconds, last_day)
    select user_id, ${courseId}, seconds, ${day}::int from unnest(${userIds}::text[], ${seconds}::int[]) as viewer (user_id, seconds)
    on conflict (user_id, course_id) do update
      set counted_seconds = excluded.counted_seconds, last_day = excluded.last_day`.execute(tx)
}

export async function findLectureSums(tx: Tx, lectureIds: readonly string[]): Promise<Map<string, LectureSums>> {
  if (lectureIds.length === 0) return new Map()
  const rows = await tx.selectFrom('lecture_sums').selectAll().where('lecture_id', 'in', lectureIds).execute()
  return new Map(rows.map(({ lecture_id, ...sums }) => [lecture_id, sums]))
}

export async function saveLectureSums(tx: Tx, lectureId: string, sums: LectureSums): Promise<void> {
  await tx
    .insertInto('lecture_sums')
    .values({ lecture_id: lectureId, ...sums })
    .onConflict((conflict) => conflict.column('lecture_id').doUpdateSet(sums))
    .execute()
}

export async function saveCourseSums(
  tx: Tx,
  courseId: string,
  sums: { watched: readonly number[]; completed: readonly number[] },
): Promise<void> {
  const values = { watched: [...sums.watched], completed: [...sums.completed] }
  await tx.updateTable('course_sums').set(values).where('course_id', '=', courseId).execute()
}

/** Nothing of these views is pending any more: the sums have it, or its video was replaced. */
export async function markViews(
  tx: Tx,
  courseId: string,
  views: readonly Pick<PendingView, 'user_id' | 'lecture_id'>[],
  added: boolean,
): Promise<void> {
  const [userIds, lectureIds] = [views.map(({ user_id }) => user_id), views.map(({ lecture_id }) => lecture_id)]
  await sql`
    update lecture_views as views
    set pending = '{}', pending_since = null, is_counted = ${added}, held = ${added}
    from unnest(${userIds}::text[], ${lectureIds}::text[]) as marked (user_id, lecture_id)
    where views.user_id = marked.user_id and views.course_id = ${courseId} and views.lecture_id = marked.lecture_id`.execute(
    tx,
  )
}

/** How many students the held sums of a lecture are of. */
export async function countHeld(tx: Tx, lectureId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lecture_views where lecture_id = ${lectureId} and held`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function releaseHeld(tx: Tx, lectureId: string): Promise<void> {
  await tx
    .updateTable('lecture_views')
    .set({ held: false })
    .where('lecture_id', '=', lectureId)
    .where('held', '=', true)
    .execute()
}

/** Takes completions of a course that its sums do not have: the seconds from enrolment to completion of each. */
export async function takeCompletions(tx: Tx, courseId: string, most: number): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    with taken as (
      select user_id, course_id from course_completions
      where course_id = ${courseId} and not counted order by completed_at limit ${most} for update skip locked
    ), marked as (
      update course_completions as done set counted = true from taken
      where done.user_id = taken.user_id and done.course_id = taken.course_id
      returning done.user_id, done.course_id, done.completed_at
    )
    select extract(epoch from marked.completed_at - enrolments.created_at)::float8 as seconds
    from marked join enrolments using (user_id, course_id)`.execute(tx)
  return rows.map(({ seconds }) => seconds)
}
