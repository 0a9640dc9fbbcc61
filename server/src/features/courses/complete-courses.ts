import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Executor } from '#core/transact.ts'
import type { Database } from '#db/schema.ts'

/** The captions of the lecture of the row, without their texts. */
export const captionsOfLecture = (expression: ExpressionBuilder<Database, 'lectures'>) =>
  jsonArrayFrom(
    expression
      .selectFrom('lecture_captions')
      .select(['lecture_captions.language', 'lecture_captions.label'])
      .whereRef('lecture_captions.lecture_id', '=', 'lectures.id')
      .orderBy('lecture_captions.language'),
  )

/** The picture of the lecture's video. */
export const posterOfLecture = sql<
  string | null
>`(select videos.poster_id from videos where videos.id = lectures.video_id)`.as('poster_id')

/**
 * Courses with everything that the full wire shape shows, lectures in order and ratings newest first, in one round trip.
 * Captions and pictures of lectures are for the page of one course: lists of courses do not show them.
 */
export const completeCourses = (on: Executor, { details = false }: { details?: boolean } = {}) =>
  on
    .selectFrom('courses')
    .innerJoin('users', 'users.id', 'courses.creator_id')
    .selectAll('courses')
    .select('users.name as creator_name')
    .select((expression) =>
      jsonArrayFrom(
        expression
          .selectFrom('lectures')
          .select([
            'lectures.id',
            'lectures.title',
            'lectures.is_preview_free',
            'lectures.live_state',
            'lectures.live_start_time',
            'lectures.video_id',
            // Not a join: PostgreSQL would read all videos for the few lectures of each course.
            sql<number | null>`(select videos.bytes from videos where videos.id = lectures.video_id)`.as('video_bytes'),
            sql<number | null>`(select videos.duration_seconds from videos where videos.id = lectures.video_id)`.as(
              'duration_seconds',
            ),
          ])
          .$if(details, (lectures) =>
            lectures.select((lecture) => captionsOfLecture(lecture).as('captions')).select(posterOfLecture),
          )
          .whereRef('lectures.course_id', '=', 'courses.id')
          .orderBy('lectures.position'),
      ).as('lectures'),
    )
    .select(
      sql<number[]>`array(
        select reviews.rating from reviews where reviews.course_id = courses.id order by reviews.created_at desc
      )`.as('ratings'),
    )

/** Whether the viewer is enrolled in the course of the row; never for a visitor. */
export const enrolledIn = (viewerId: string | null) =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select 1 from enrolments where enrolments.course_id = courses.id and enrolments.user_id = ${viewerId}
      )`

/** `decideVisible` for a student, as a condition on the row: published, or he is enrolled. */
export const visibleToStudent = (studentId: string) => sql<boolean>`(courses.is_published or ${enrolledIn(studentId)})`

export type CompleteCourse = Awaited<ReturnType<ReturnType<typeof completeCourses>['executeTakeFirstOrThrow']>>

type NestedLecture = CompleteCourse['lectures'][number]

/** A lecture as lists show it. PostgreSQL's JSON writes the time as text; a plain select reads it as a Date. */
export type LectureView = Omit<NestedLecture, 'live_start_time' | 'video_bytes'> & {
  live_start_time: Date | string | null
  video_bytes: number | string | null
}
