import type { api, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import { lectureState, presentProgress } from './present.ts'
import { findCourseProgress } from './queries.ts'
import { summarize } from './rules.ts'

/** Where a user is in each lecture of a course that he can see. Throws not_found. */
export async function getCourseProgress(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  viewer: CurrentUser,
): Promise<ReplyOf<typeof api.learning.course>> {
  await requireVisibleCourse(db, courseId, viewer)
  const rows = await findCourseProgress(db, viewer.id, courseId)
  return {
    courseId,
    ...summarize(rows.map(lectureState)),
    lectures: rows.flatMap(({ id, seconds, completed_at, updated_at }) =>
      seconds === null || updated_at === null ? [] : [presentProgress(id, { seconds, completed_at, updated_at })],
    ),
  }
}
