import type { Lecture } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { presentLecture, requireVisibleCourse } from '../courses/index.ts'
import { findLectures } from './queries.ts'

/** The lectures of a course that this viewer can see, in order. Throws not_found. */
export async function listLectures(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  viewer: CurrentUser | null,
): Promise<Lecture[]> {
  await requireVisibleCourse(db, courseId, viewer)
  return (await findLectures(db, courseId)).map(presentLecture)
}
