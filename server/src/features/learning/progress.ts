import { msg } from '@lingui/core/runtime-macro'
import type { api, LearningState, LectureProgress, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import { presentEnrolledCourse } from '../accounts/index.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import {
  countEnrolled,
  findCourseProgress,
  findEnrolledCourses,
  findProgressIn,
  type SavedProgress,
  saveProgress,
} from './queries.ts'
import { countNew, decideChange, type LectureState, type ProgressReport, summarize } from './rules.ts'

/** Saves where a viewer is in a lecture that they may watch, or whether they ticked it. Throws not_found, not_entitled, invalid_input. */
export async function reportProgress(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  lectureId: string,
  viewer: CurrentUser,
  report: ProgressReport,
): Promise<LectureProgress> {
  const { video, kind } = await requireWatchable(db, lectureId, viewer)
  if (kind !== 'lecture')
    throw new DomainError('invalid_input', msg`A quiz is completed by passing it, an assignment when it is accepted`)
  const change = decideChange(report, video?.durationSeconds ?? null)
  const saved = await saveProgress(db, { userId: viewer.id, lectureId, now: clock.now() }, change)
  if (!saved) throw new DomainError('not_found')
  return presentProgress(lectureId, saved)
}

/** Completes a quiz that was passed, or an assignment that was accepted, for its student; repeating it changes nothing. */
export async function completeEntry(
  tx: Tx,
  { userId, lectureId, now }: { userId: string; lectureId: string; now: Date },
): Promise<void> {
  await saveProgress(tx, { userId, lectureId, now }, { seconds: null, tick: true, completedFrom: null })
}

/** Returns where a user is in each lecture of a course that they can see. Throws not_found. */
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

/** Returns a page of the courses that a user is enrolled in, the one to continue with first, and how far they are in each. */
export async function listEnrolled(
  { db }: Pick<FeatureDeps, 'db'>,
  userId: string,
  query: PageQuery & { state?: LearningState | undefined },
): Promise<ReplyOf<typeof api.learning.overview>> {
  const [{ rows, next, previous }, counts] = await Promise.all([
    findEnrolledCourses(db, userId, query),
    countEnrolled(db, userId),
  ])
  const progress = await findProgressIn(
    db,
    userId,
    rows.map(({ id }) => id),
  )
  const lectures = Map.groupBy(progress, ({ course_id }) => course_id)
  return {
    courses: rows.map((row) => {
      const own = lectures.get(row.id) ?? []
      return {
        ...presentEnrolledCourse(row),
        progress: summarize(own.map(lectureState)),
        newLectures: countNew(own, row.active_at),
      }
    }),
    counts,
    next,
    previous,
  }
}

const presentProgress = (lectureId: string, row: SavedProgress): LectureProgress => ({
  lectureId,
  seconds: row.seconds,
  completed: row.completed_at !== null,
  updatedAt: row.updated_at.toISOString(),
})

const lectureState = (row: { id: string; completed_at: Date | null; watched_at: Date | null }): LectureState => ({
  id: row.id,
  completed: row.completed_at !== null,
  watchedAt: row.watched_at,
})
