import type { api, CourseStudent, ReplyOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { photoUrlOf } from '../accounts/index.ts'
import { countStudents, findOwnCounts, findStudents, type StudentQuery, type StudentRow } from './student-queries.ts'

const presentStudent = (row: StudentRow): CourseStudent => ({
  _id: row.id,
  name: row.name,
  photoUrl: photoUrlOf(row.photo_id),
  enrolledAt: row.enrolled_at.toISOString(),
  completedLectures: row.completed_lectures,
  lastWatchedAt: row.last_watched_at?.toISOString() ?? null,
})

/** Returns a page of the students of the owner's course with their progress; no e-mail addresses. Throws not_found. */
export async function listStudents(
  { db }: Pick<FeatureDeps, 'db'>,
  ownerId: string,
  courseId: string,
  query: StudentQuery,
): Promise<ReplyOf<typeof api.courses.students>> {
  const counts = await findOwnCounts(db, courseId, ownerId)
  if (!counts) throw new DomainError('not_found')
  const [{ rows, ...beside }, total] = await Promise.all([
    findStudents(db, courseId, query),
    query.text ? countStudents(db, courseId, query.text) : counts.enrolment_count,
  ])
  return { students: rows.map(presentStudent), total, lectureCount: counts.lecture_count, ...beside }
}
