import type { LiveState } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Tx } from '#core/transact.ts'
import { lockOwnCourse } from '../courses/index.ts'
import { findLecture, findOwnCourseId } from './queries.ts'

export type LockedLecture = {
  courseId: string
  published: boolean
  videoId: string | null
  liveState: LiveState
  liveStartTime: Date | null
  /** whether there is anyone to notify */
  hasStudents: boolean
}

/**
 * Locks the course of the owner's lecture, so that neither the course nor its lectures change until the transaction ends. The
 * course is always locked first, to avoid deadlocks. Throws not_found.
 */
export async function lockOwnLecture(tx: Tx, lectureId: string, ownerId: string): Promise<LockedLecture> {
  const courseId = await findOwnCourseId(tx, lectureId, ownerId)
  const course = courseId === undefined ? undefined : await lockOwnCourse(tx, courseId, ownerId)
  const lecture = course && (await findLecture(tx, lectureId))
  if (!course || !lecture) throw new DomainError('not_found')
  return {
    courseId: course.id,
    published: course.is_published,
    videoId: lecture.video_id,
    liveState: lecture.live_state,
    liveStartTime: lecture.live_start_time === null ? null : new Date(lecture.live_start_time),
    hasStudents: course.enrolment_count > 0,
  }
}
