import type { CourseProgress } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { lectureState } from './present.ts'
import { findShelf } from './queries.ts'
import { type LectureState, sortShelf, summarize } from './rules.ts'

/** How far a user is in each course that he is enrolled in, what he goes on with first. */
export async function getOverview({ db }: Pick<FeatureDeps, 'db'>, userId: string): Promise<CourseProgress[]> {
  const shelf = new Map<string, { courseId: string; enrolledAt: Date; lectures: LectureState[] }>()
  for (const { course_id: courseId, enrolled_at: enrolledAt, id, ...row } of await findShelf(db, userId)) {
    const course = shelf.get(courseId) ?? { courseId, enrolledAt, lectures: [] }
    shelf.set(courseId, course)
    if (id !== null) course.lectures.push(lectureState({ id, ...row }))
  }
  return sortShelf([...shelf.values()]).map(({ courseId, lectures }) => ({ courseId, ...summarize(lectures) }))
}
