import type { api, ReplyOf } from '@virtual-courses/contract'
import type { Viewer } from '#http/viewer.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import type { FeatureDeps } from '../deps.ts'
import { presentProgress } from './present.ts'
import { findCourseProgress } from './queries.ts'

/** Where a user is in each lecture of a course that he can see. Throws not_found. */
export async function getCourseProgress(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  viewer: Viewer,
): Promise<ReplyOf<typeof api.learning.course>> {
  await requireVisibleCourse(db, courseId, viewer)
  const rows = await findCourseProgress(db, viewer.id, courseId)
  const [last] = rows
    .flatMap(({ id, watched_at }) => (watched_at === null ? [] : [{ id, time: watched_at.getTime() }]))
    .sort((a, b) => b.time - a.time)
  return {
    courseId,
    completedLectures: rows.filter(({ completed_at }) => completed_at !== null).length,
    lectureCount: rows.length,
    lastLectureId: last?.id ?? null,
    lectures: rows.flatMap(({ id, seconds, completed_at, updated_at }) =>
      seconds === null || updated_at === null ? [] : [presentProgress(id, { seconds, completed_at, updated_at })],
    ),
  }
}
