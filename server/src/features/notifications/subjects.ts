import type { Executor } from '#core/transact.ts'

/** What notifications are about, as it is when they are written. Undefined when it is gone: then there is nothing to tell. */
export const findCourseSubject = (on: Executor, courseId: string) =>
  on
    .selectFrom('courses')
    .select(['id', 'title', 'creator_id', 'price_paise', 'is_published'])
    .where('id', '=', courseId)
    .executeTakeFirst()

export const findLectureSubject = (on: Executor, lectureId: string) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select([
      'lectures.id',
      'lectures.title',
      'lectures.live_start_time',
      'courses.id as course_id',
      'courses.title as course_title',
    ])
    .where('lectures.id', '=', lectureId)
    .executeTakeFirst()

export const findReviewSubject = (on: Executor, reviewId: string) =>
  on
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select([
      'reviews.id',
      'reviews.rating',
      'users.name',
      'courses.id as course_id',
      'courses.title',
      'courses.creator_id',
    ])
    .where('reviews.id', '=', reviewId)
    .executeTakeFirst()

/** The students of a course: the first `limit` ids after `after`, in their order. */
export async function findStudents(on: Executor, courseId: string, after: string, limit: number): Promise<string[]> {
  const rows = await on
    .selectFrom('enrolments')
    .select('user_id')
    .where('course_id', '=', courseId)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
