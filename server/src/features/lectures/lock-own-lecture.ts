import { msg } from '@lingui/core/runtime-macro'
import type { Chapter, EntryKind, Lecture, LiveState } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { versionOf } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockOwnCourse, presentLecture } from '../courses/index.ts'
import { withTextRoom } from '../media/index.ts'
import { findLecture, findOwnEntry } from './queries.ts'

export type LockedLecture = {
  courseId: string
  kind: EntryKind
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
 * Throws where something is given to an entry of another kind than the one that has it, not_found or invalid_input: quizzes and
 * assignments have no video, text, captions, files or session of a lecture.
 */
export function requireKind(kind: EntryKind, wanted: EntryKind = 'lecture'): void {
  if (kind === wanted) return
  if (wanted !== 'lecture') throw new DomainError('not_found')
  throw new DomainError(
    'invalid_input',
    msg`Only a lecture has a video, a text, captions, files and live sessions. A quiz or an assignment is edited on its own page.`,
  )
}

/** Checks before a body is read that an entry is the owner's, and of a kind; returns its course. Throws not_found, invalid_input. */
export async function requireOwnEntry(
  on: Executor,
  lectureId: string,
  ownerId: string,
  wanted: EntryKind = 'lecture',
): Promise<string> {
  const entry = await findOwnEntry(on, lectureId, ownerId)
  if (!entry) throw new DomainError('not_found')
  requireKind(entry.kind, wanted)
  return entry.courseId
}

/**
 * Locks the course of the owner's lecture, so that neither the course nor its lectures change until the transaction ends. The
 * course is always locked first, to avoid deadlocks. Throws not_found.
 */
export async function lockOwnLecture(tx: Tx, lectureId: string, ownerId: string): Promise<LockedLecture> {
  const entry = await findOwnEntry(tx, lectureId, ownerId)
  const course = entry && (await lockOwnCourse(tx, entry.courseId, ownerId))
  const lecture = course && (await findLecture(tx, lectureId))
  if (!course || !lecture) throw new DomainError('not_found')
  return {
    courseId: course.id,
    kind: lecture.kind,
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

/** Does `change` with the owner's lecture locked, and returns the lecture as it is then. Throws not_found, invalid_input, storage_full. */
export const changeOwnLecture = (
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'settings'>,
  ownerId: string,
  lectureId: string,
  change: (tx: Tx, before: LockedLecture) => Promise<void>,
): Promise<Lecture> =>
  transact(deps.db, async (tx) => {
    const before = await lockOwnLecture(tx, lectureId, ownerId)
    requireKind(before.kind)
    await withTextRoom(tx, deps, ownerId, () => change(tx, before))
    const lecture = await findLecture(tx, lectureId)
    if (!lecture) throw new DomainError('not_found')
    return presentLecture(lecture)
  })
