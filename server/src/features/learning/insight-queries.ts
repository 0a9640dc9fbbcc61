import type { Executor } from '#core/executor.ts'

/** The owner's course with its sums; undefined when they have no such course. */
export const findCourseSums = (on: Executor, courseId: string, ownerId: string) =>
  on
    .selectFrom('courses')
    .leftJoin('course_sums', 'course_sums.course_id', 'courses.id')
    .select(['courses.id', 'courses.title', 'courses.enrolment_count', 'course_sums.watched', 'course_sums.completed'])
    .where('courses.id', '=', courseId)
    .where('courses.creator_id', '=', ownerId)
    .where('courses.removed_at', 'is', null)
    .executeTakeFirst()

const lectures = (on: Executor) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .leftJoin('videos', 'videos.id', 'lectures.video_id')
    // sums of a video that was replaced are not shown
    .leftJoin('lecture_sums as sums', (join) =>
      join.onRef('sums.lecture_id', '=', 'lectures.id').onRef('sums.video_id', '=', 'videos.id'),
    )
    .select(['lectures.id', 'lectures.title', 'videos.duration_seconds', 'sums.viewers', 'sums.watched_share'])
    .select('sums.end_viewers')

/** The lectures of a course in order, with what was watched of each. */
export const findWatching = (on: Executor, courseId: string) =>
  lectures(on).where('lectures.course_id', '=', courseId).orderBy('lectures.position').execute()

const curves = (on: Executor) =>
  lectures(on).select([
    'sums.slot_seconds',
    'sums.seen',
    'sums.again',
    'sums.shown_at',
    'courses.title as course_title',
  ])

export type WatchingRow = Awaited<ReturnType<typeof findWatching>>[number]
export type WatchingSums = Awaited<ReturnType<typeof findCurves>>[number]

/** The lectures of a course in order, with their curves. */
export const findCurves = (on: Executor, courseId: string) =>
  curves(on).where('lectures.course_id', '=', courseId).orderBy('lectures.position').execute()

/** A lecture of the owner with its curves; undefined when they have no such lecture. */
export const findOwnWatching = (on: Executor, lectureId: string, ownerId: string) =>
  curves(on)
    .where('lectures.id', '=', lectureId)
    .where('courses.creator_id', '=', ownerId)
    .where('courses.removed_at', 'is', null)
    .executeTakeFirst()
