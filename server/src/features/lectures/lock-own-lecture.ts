import type { Chapter, Lecture, LiveState } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { versionOf } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockOwnCourse, presentLecture } from '../courses/index.ts'
import { withTextRoom } from '../media/index.ts'
import { findLecture, findOwnCourseId } from './queries.ts'

export type LockedLecture = {
  courseId: string
  published: boolean
  videoId: string | null
  durationSeconds: number | null
  chapters: Chapter[]
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
    durationSeconds: lecture.video_seconds,
    chapters: lecture.chapters ?? [],
    liveState: lecture.live_state,
    liveStartTime: lecture.live_start_time === null ? null : new Date(lecture.live_start_time),
    hasStudents: course.enrolment_count > 0,
  }
}

/** Version of what `live.schedule` changes. */
export const scheduleVersion = ({
  liveState,
  liveStartTime,
}: Pick<LockedLecture, 'liveState' | 'liveStartTime'>): string =>
  versionOf([liveState, liveStartTime?.toISOString() ?? null])

/** Does `change` with the owner's lecture locked, and returns the lecture as it is then. Throws not_found, storage_full. */
export const changeOwnLecture = (
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'settings'>,
  ownerId: string,
  lectureId: string,
  change: (tx: Tx, before: LockedLecture) => Promise<void>,
): Promise<Lecture> =>
  transact(deps.db, async (tx) => {
    const before = await lockOwnLecture(tx, lectureId, ownerId)
    await withTextRoom(tx, deps, ownerId, () => change(tx, before))
    const lecture = await findLecture(tx, lectureId)
    if (!lecture) throw new DomainError('not_found')
    return presentLecture(lecture)
  })
