import { msg } from '@lingui/core/runtime-macro'
import type { api, EntryState, LearningState, LectureProgress, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { PageQuery } from '#core/keyset.ts'
import type { Say } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import { presentEnrolledCourse } from '../accounts/index.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import { keepLecture, needOf } from '../lectures/index.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { findCheckPlaces } from './check-places.ts'
import { completeIfReached } from './complete-course.ts'
import {
  type EntryRow,
  findAwards,
  findCompletedAt,
  findEntries,
  findEntry,
  findRule,
  findRules,
  keepCourse,
} from './completion-queries.ts'
import { counts, decideCompletion, defaultRule, isByHand, percentWatched } from './completion-rules.ts'
import { presentCompletion } from './present-completion.ts'
import { countEnrolled, findEnrolledCourses, type SavedProgress, saveProgress } from './queries.ts'
import { countNew, decideChange, type LectureState, mayTick, type ProgressReport, summarize } from './rules.ts'
import { lockEnrolment } from './view-queries.ts'

/**
 * Saves where a viewer is in a lecture that they may watch, or whether they ticked it. Throws not_found, not_entitled, invalid_input, and not_by_hand for
 * a tick that has to be earned.
 */
export async function reportProgress(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  lectureId: string,
  viewer: CurrentUser,
  report: ProgressReport,
): Promise<LectureProgress> {
  const { video, courseId, kind } = await requireWatchable(db, lectureId, viewer)
  if (kind !== 'lecture')
    throw new DomainError('invalid_input', msg`A quiz is completed by passing it, an assignment when it is accepted`)
  const change = decideChange(report, video?.durationSeconds ?? null)
  const key = { userId: viewer.id, lectureId, now: clock.now() }
  // most reports are of a position only
  const saved = mayTick(change)
    ? await transact(db, async (tx) => {
        await keepCourse(tx, courseId)
        await keepLecture(tx, lectureId)
        const [entry, rule] = [await findEntry(tx, lectureId), await findRule(tx, courseId)]
        if (!entry) return undefined
        const byHand = isByHand(entry, rule)
        if (!byHand && change.tick !== null) throw new DomainError('not_by_hand')
        await lockEnrolment(tx, { userId: viewer.id, courseId })
        const row = await saveProgress(tx, key, byHand ? change : { ...change, completedFrom: null })
        // at a new tick alone: the others have been looked at when they came
        if (row?.completed_at?.getTime() === key.now.getTime())
          await completeIfReached(tx, { userId: viewer.id, courseId })
        return row
      })
    : await saveProgress(db, key, change)
  if (!saved) throw new DomainError('not_found')
  return presentProgress(lectureId, saved)
}

/** Returns where a user is in each lecture of a course that they can see. Throws not_found. */
export async function getCourseProgress(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  viewer: CurrentUser,
  say: Say,
): Promise<ReplyOf<typeof api.learning.course>> {
  await requireVisibleCourse(db, courseId, viewer)
  const [rows, rule, completedAt, awards, checks] = await Promise.all([
    findEntries(db, viewer.id, [courseId]),
    findRule(db, courseId),
    findCompletedAt(db, viewer.id, [courseId]),
    findAwards(db, viewer.id, [courseId]),
    findCheckPlaces(db, courseId, viewer),
  ])
  const completion = decideCompletion(rows, rule, completedAt.get(courseId) ?? null)
  return {
    courseId,
    ...summarize(rows.map(lectureState)),
    lectures: rows.flatMap(({ id, seconds, doneAt, updatedAt }) =>
      seconds === null || updatedAt === null
        ? []
        : [presentProgress(id, { seconds, completed_at: doneAt, updated_at: updatedAt })],
    ),
    completion: presentCompletion(completion, rule, say, awards.get(courseId)),
    entries: rows.map(
      (row): EntryState => ({
        lectureId: row.id,
        need: needOf(row),
        counts: counts(row, rule),
        byHand: isByHand(row, rule),
        ...(row.videoId !== null &&
          row.duration !== null && { watchedPercent: percentWatched(row.watched, row.duration) }),
      }),
    ),
    ...(checks.length > 0 && { checks }),
  }
}

/** Returns a page of the courses that a user is enrolled in, the one to continue with first, and how far they are in each. */
export async function listEnrolled(
  { db }: Pick<FeatureDeps, 'db'>,
  userId: string,
  query: PageQuery & { state?: LearningState | undefined },
  say: Say,
): Promise<ReplyOf<typeof api.learning.overview>> {
  const [{ rows, next, previous }, counts] = await Promise.all([
    findEnrolledCourses(db, userId, query),
    countEnrolled(db, userId),
  ])
  const ids = rows.map(({ id }) => id)
  const [entries, rules, completedAt, awards] = await Promise.all([
    findEntries(db, userId, ids),
    findRules(db, ids),
    findCompletedAt(db, userId, ids),
    findAwards(db, userId, ids),
  ])
  const byCourse = Map.groupBy(entries, ({ courseId }) => courseId)
  return {
    courses: rows.map((row) => {
      const own = byCourse.get(row.id) ?? []
      const rule = rules.get(row.id) ?? defaultRule
      const completion = decideCompletion(own, rule, completedAt.get(row.id) ?? null)
      return {
        ...presentEnrolledCourse(row),
        progress: summarize(own.map(lectureState)),
        newLectures: countNew(own, row.active_at),
        completion: presentCompletion(completion, rule, say, awards.get(row.id)),
      }
    }),
    counts,
    next,
    previous,
  }
}

export const presentProgress = (lectureId: string, row: SavedProgress): LectureProgress => ({
  lectureId,
  seconds: row.seconds,
  completed: row.completed_at !== null,
  updatedAt: row.updated_at.toISOString(),
})

const lectureState = (row: EntryRow): LectureState => ({
  id: row.id,
  completed: row.doneAt !== null,
  watchedAt: row.watchedAt,
})
