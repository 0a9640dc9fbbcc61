import type { CourseProgress } from '@virtual-courses/contract'
import type { FeatureDeps } from '../deps.ts'
import { findOverview } from './queries.ts'

/** How far a user is in each course that he is enrolled in, what he goes on with first. */
export async function getOverview({ db }: Pick<FeatureDeps, 'db'>, userId: string): Promise<CourseProgress[]> {
  const rows = await findOverview(db, userId)
  return rows.map((row) => ({
    courseId: row.course_id,
    completedLectures: row.completed,
    lectureCount: row.lecture_count,
    lastLectureId: row.last_lecture_id,
  }))
}
