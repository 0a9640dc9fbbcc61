import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import { decideVisible } from '../courses/index.ts'
import { findLiveLecture, type LiveLecture } from './queries.ts'
import type { Attendance } from './rules.ts'

export type Attended = { lecture: LiveLecture; as: Attendance }

/**
 * The lecture of a session, for its course's educator and enrolled students. Throws not_enrolled_live for others who can see the
 * course, whatever their role, and not_found for who cannot.
 */
export async function requireAttendance(
  on: Executor,
  lectureId: string,
  viewer: Pick<CurrentUser, 'id' | 'role'>,
): Promise<Attended> {
  const lecture = await findLiveLecture(on, lectureId, viewer.id)
  if (!lecture) throw new DomainError('not_found')
  const course = {
    creatorId: lecture.creator_id,
    published: lecture.is_published,
    removed: lecture.removed_at !== null,
  }
  if (!decideVisible(course, viewer, lecture.enrolled)) throw new DomainError('not_found')
  if (lecture.creator_id === viewer.id) return { lecture, as: 'owner' }
  if (lecture.enrolled) return { lecture, as: 'student' }
  throw new DomainError('not_enrolled_live')
}
