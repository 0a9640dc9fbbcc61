import type { Lecture } from '@virtual-courses/contract'
import type { Viewer } from '#http/viewer.ts'
import { presentLecture, requireVisibleCourse } from '../courses/index.ts'
import type { FeatureDeps } from '../deps.ts'
import { findLectures } from './queries.ts'

/** The lectures of a course that this viewer can see, in order. Throws not_found. */
export async function listLectures(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  viewer: Viewer | null,
): Promise<Lecture[]> {
  await requireVisibleCourse(db, courseId, viewer)
  return (await findLectures(db, courseId)).map(presentLecture)
}
