import type { CompletionRule } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { defaultRule, findRules, isEmptyQuiz } from '../lectures/index.ts'
import type { Entry } from './completion-rules.ts'
import type { Award } from './present-completion.ts'

export const findRule = async (on: Executor, courseId: string): Promise<CompletionRule> =>
  (await findRules(on, [courseId])).get(courseId) ?? defaultRule

export async function saveRule(tx: Tx, courseId: string, rule: CompletionRule, now: Date): Promise<void> {
  const values = {
    counts_videos: rule.videos,
    video_percent: rule.videoPercent,
    by_hand: rule.byHand,
    counts_texts: rule.texts,
    counts_quizzes: rule.quizzes,
    counts_assignments: rule.assignments,
    updated_at: now,
  }
  await tx
    .insertInto('completion_rules')
    .values({ course_id: courseId, ...values })
    .onConflict((conflict) => conflict.column('course_id').doUpdateSet(values))
    .execute()
}

/** Gives a copy of a course the rule of the original, where it has one. */
export async function copyRule(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    insert into completion_rules (course_id, counts_videos, video_percent, by_hand, counts_texts, counts_quizzes, counts_assignments, updated_at)
    select ${to}, counts_videos, video_percent, by_hand, counts_texts, counts_quizzes, counts_assignments, updated_at
    from completion_rules where course_id = ${from}
    on conflict do nothing`.execute(tx)
}

/**
 * Keeps a course as it is referred to until the transaction ends. Who removes one of its lectures locks it before its students; who ticks
 * locks a student before the completion refers to the course: unless the course is first for both, they may wait for one another.
 */
export async function keepCourse(tx: Tx, courseId: string): Promise<void> {
  await sql`select from courses where id = ${courseId} for key share`.execute(tx)
}

/** Locks the owner's course, so that its rule is changed one request at a time; false when they have no such course. */
export async function lockRule(tx: Tx, courseId: string, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from courses where id = ${courseId} and creator_id = ${ownerId} and removed_at is null for no key update`.execute(
    tx,
  )
  return rows.length > 0
}

/** Every entry of courses in their order, with what a user did in it. */
export const findEntries = (on: Executor, userId: string, courseIds: readonly string[] | RawBuilder<string[]>) =>
  on
    .selectFrom('lectures')
    .leftJoin('videos', 'videos.id', 'lectures.video_id')
    .leftJoin('lecture_progress as progress', (join) =>
      join.onRef('progress.lecture_id', '=', 'lectures.id').on('progress.user_id', '=', userId),
    )
    // what was watched of a video that was replaced since counts no more; its tick stays
    .leftJoin('lecture_views as views', (join) =>
      join
        .onRef('views.lecture_id', '=', 'lectures.id')
        .onRef('views.course_id', '=', 'lectures.course_id')
        .onRef('views.video_id', '=', 'lectures.video_id')
        .on('views.user_id', '=', userId),
    )
    .select([
      'lectures.course_id as courseId',
      'lectures.id',
      'lectures.title',
      'lectures.created_at as createdAt',
      'lectures.kind',
      'lectures.video_id as videoId',
      'videos.duration_seconds as duration',
      'progress.seconds',
      'progress.completed_at as doneAt',
      'progress.watched_at as watchedAt',
      'progress.updated_at as updatedAt',
    ])
    .select(sql<number>`coalesce(views.watched_seconds, 0)`.as('watched'))
    // one that was done counts on
    .select(sql<boolean>`progress.completed_at is null and ${isEmptyQuiz}`.as('isEmpty'))
    .select(sql<boolean>`lectures.video_id is not null or body <> '' or live_start_time is not null`.as('isFilled'))
    .where('lectures.course_id', '=', sql<string>`any(${courseIds})`)
    .orderBy('lectures.position')
    .execute()

export type EntryRow = Awaited<ReturnType<typeof findEntries>>[number]

/** An entry whose tick may change, with its course. */
export const findEntry = async (
  on: Executor,
  lectureId: string,
): Promise<(Pick<Entry, 'kind' | 'videoId' | 'duration'> & { courseId: string }) | undefined> =>
  on
    .selectFrom('lectures')
    .leftJoin('videos', 'videos.id', 'lectures.video_id')
    .select([
      'lectures.course_id as courseId',
      'lectures.kind',
      'lectures.video_id as videoId',
      'videos.duration_seconds as duration',
    ])
    .where('lectures.id', '=', lectureId)
    .executeTakeFirst()

/** When users completed courses, by course and user. */
export async function findCompletedAt(on: Executor, userId: string, courseIds: readonly string[]) {
  const rows = await on
    .selectFrom('course_completions')
    .select(['course_id', 'completed_at'])
    .where('user_id', '=', userId)
    .where('course_id', '=', sql<string>`any(${courseIds})`)
    .execute()
  return new Map(rows.map(({ course_id, completed_at }) => [course_id, completed_at]))
}

/** The certificates of courses that a user completed: the one that counts, or whether this purchase can still have one. */
export async function findAwards(
  on: Executor,
  userId: string,
  courseIds: readonly string[],
): Promise<Map<string, Award>> {
  const { rows } = await sql<Award & { courseId: string }>`
    select done.course_id as "courseId", valid.serial as certificate,
      valid.serial is null and courses.grants_certificate and not exists (
        select from certificates as former where former.user_id = done.user_id and former.course_id = done.course_id
          and former.order_id is not distinct from enrolments.order_id
      ) as "certificateOpen"
    from course_completions as done
    join courses on courses.id = done.course_id
    join enrolments on enrolments.user_id = done.user_id and enrolments.course_id = done.course_id
    left join certificates as valid
      on valid.user_id = done.user_id and valid.course_id = done.course_id and valid.withdrawn_at is null
    where done.user_id = ${userId} and done.course_id = any(${courseIds})`.execute(on)
  return new Map(rows.map(({ courseId, ...award }) => [courseId, award]))
}

/** Whether an enrolled student has ticked anything in a course. */
export async function hasMarks(on: Executor, userId: string, courseId: string): Promise<boolean> {
  const row = await on
    .selectFrom('enrolments')
    .select('completed_lectures')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return (row?.completed_lectures ?? 0) > 0
}

/** Keeps that a student completed a course; false when it was kept before, or they are not enrolled. */
export async function insertCompletion(tx: Tx, userId: string, courseId: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('course_completions')
    .values({ user_id: userId, course_id: courseId, completed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Ticks an entry that is not ticked. Returns whether it was. */
export async function insertMark(tx: Tx, userId: string, lectureId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into lecture_progress as old (user_id, lecture_id, seconds, completed_at, updated_at)
    values (${userId}, ${lectureId}, 0, ${at}, ${at})
    on conflict (user_id, lecture_id) do update
      set completed_at = excluded.completed_at, updated_at = greatest(old.updated_at, excluded.updated_at)
      where old.completed_at is null
    returning 1`.execute(tx)
  return rows.length > 0
}

export type StudentMarks = { userId: string; enrolledAt: Date; done: { id: string; at: Date }[] }

/** Students of a course who have not completed it, in the order of their ids, with what each has ticked in it. */
export async function findUnfinished(
  on: Executor,
  courseId: string,
  after: string,
  most: number,
): Promise<StudentMarks[]> {
  const { rows } = await sql<{ user_id: string; created_at: Date; ids: string[]; times: Date[] }>`
    select enrolments.user_id, enrolments.created_at, marks.ids, marks.times from enrolments
    cross join lateral (
      select coalesce(array_agg(lectures.id), '{}') as ids, coalesce(array_agg(progress.completed_at), '{}') as times
      from lectures join lecture_progress as progress on progress.lecture_id = lectures.id
      where lectures.course_id = enrolments.course_id and progress.user_id = enrolments.user_id
        and progress.completed_at is not null
    ) as marks
    where enrolments.course_id = ${courseId} and enrolments.user_id > ${after} and not exists (
      select from course_completions as done where done.user_id = enrolments.user_id and done.course_id = enrolments.course_id
    )
    order by enrolments.user_id limit ${most}`.execute(on)
  return rows.map((row) => ({
    userId: row.user_id,
    enrolledAt: row.created_at,
    done: row.ids.map((id, at) => ({ id, at: row.times[at] ?? row.created_at })),
  }))
}

/** The entries of a course in their order, without anyone's marks. */
export const findCurriculum = (on: Executor, courseId: string) =>
  on
    .selectFrom('lectures')
    .leftJoin('videos', 'videos.id', 'lectures.video_id')
    .select(['lectures.id', 'lectures.kind', 'lectures.video_id as videoId', 'videos.duration_seconds as duration'])
    .select(isEmptyQuiz.as('isEmpty'))
    .where('lectures.course_id', '=', courseId)
    .orderBy('lectures.position')
    .execute()

/** Students who have watched so many seconds of the present video of a lecture, and have not ticked it. */
export async function findWatchedEnough(
  on: Executor,
  { lectureId, videoId, seconds }: { lectureId: string; videoId: string; seconds: number },
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select views.user_id from lecture_views as views
    where views.lecture_id = ${lectureId} and views.video_id = ${videoId} and views.watched_seconds >= ${seconds}
      and not exists (
        select from lecture_progress as progress where progress.user_id = views.user_id
          and progress.lecture_id = views.lecture_id and progress.completed_at is not null
      )
      -- what an educator took back, no rule brings back
      and not exists (
        select from mark_corrections as corrections
        where corrections.lecture_id = views.lecture_id and corrections.user_id = views.user_id and not corrections.done
      )
    limit ${most}`.execute(on)
  return rows.map(({ user_id }) => user_id)
}
