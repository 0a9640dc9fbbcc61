import { msg } from '@lingui/core/runtime-macro'
import type {
  api,
  CompletionRule,
  EntryState,
  LearningState,
  LectureProgress,
  ReplyOf,
} from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { PageQuery } from '#core/keyset.ts'
import type { Say } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import { presentEnrolledCourse } from '../accounts/index.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import { counts, defaultRule, findRules, keepLecture, needOf } from '../lectures/index.ts'
import { type Closing, findClosed, presentOpening } from '../openings/index.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { findCheckPlaces } from './check-queries.ts'
import { completeIfReached } from './complete-course.ts'
import {
  type EntryRow,
  findAwards,
  findCompletedAt,
  findEntries,
  findEntry,
  findRule,
  keepCourse,
} from './completion-queries.ts'
import { decideCompletion, isByHand, percentWatched } from './completion-rules.ts'
import { presentCompletion } from './present-completion.ts'
import { countEnrolled, findEnrolledCourses, type SavedProgress, saveProgress } from './queries.ts'
import { countNew, decideChange, type LectureState, mayTick, type ProgressReport, summarize } from './rules.ts'
import { lockEnrolment } from './view-queries.ts'

/**
 * Saves where a viewer is in a lecture that they may watch, or whether they ticked it. Throws not_found, not_entitled, not_open_yet, invalid_input, and not_by_hand
 * for a tick that has to be earned, rate_limited.
 */
export async function reportProgress(
  { db, clock, config, limits }: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>,
  lectureId: string,
  viewer: CurrentUser,
  report: ProgressReport,
): Promise<LectureProgress> {
  await limits.progressReports.consume(viewer.id)
  const { video, courseId, kind } = await requireWatchable(db, lectureId, viewer, { clock, config })
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
  { db, clock, config }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  courseId: string,
  viewer: CurrentUser,
  say: Say,
): Promise<ReplyOf<typeof api.learning.course>> {
  await requireVisibleCourse(db, courseId, viewer)
  const [rows, rule, completedAt, awards, checks, closed] = await Promise.all([
    findEntries(db, viewer.id, [courseId]),
    findRule(db, courseId),
    findCompletedAt(db, viewer.id, [courseId]),
    findAwards(db, viewer.id, [courseId]),
    findCheckPlaces(db, courseId, viewer),
    findClosed(db, viewer.id, [courseId], clock.now()),
  ])
  const completion = decideCompletion(rows, rule, completedAt.get(courseId) ?? null)
  const openChecks = checks.filter(({ lectureId }) => !closed.has(lectureId))
  return {
    courseId,
    ...summarize(rows.map((row) => lectureState(row, closed))),
    lectures: rows.flatMap(({ id, seconds, doneAt, updatedAt }) =>
      seconds === null || updatedAt === null
        ? []
        : [presentProgress(id, { seconds, completed_at: doneAt, updated_at: updatedAt })],
    ),
    completion: presentCompletion(completion, rule, say, {
      closed: countClosed(rows, rule, closed),
      ...awards.get(courseId),
    }),
    entries: rows.map((row) => presentEntry(row, rule, closed.get(row.id), { zone: config.TIME_ZONE, say })),
    ...(openChecks.length > 0 && { checks: openChecks }),
  }
}

export const presentEntry = (
  row: EntryRow,
  rule: CompletionRule,
  closing: Closing | undefined,
  { zone, say }: { zone: string; say: Say },
): EntryState => ({
  lectureId: row.id,
  need: needOf(row),
  counts: counts(row, rule),
  byHand: isByHand(row, rule),
  ...(row.videoId !== null && row.duration !== null && { watchedPercent: percentWatched(row.watched, row.duration) }),
  ...(closing && { opening: presentOpening(closing, zone, say) }),
})

/** Returns a page of the courses that a user is enrolled in, the one to continue with first, and how far they are in each. */
export async function listEnrolled(
  { db, clock, config }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  userId: string,
  query: PageQuery & { state?: LearningState | undefined },
  say: Say,
): Promise<ReplyOf<typeof api.learning.overview>> {
  const [{ rows, next, previous }, counts] = await Promise.all([
    findEnrolledCourses(db, userId, query),
    countEnrolled(db, userId),
  ])
  const ids = rows.map(({ id }) => id)
  const [entries, rules, completedAt, awards, closed] = await Promise.all([
    findEntries(db, userId, ids),
    findRules(db, ids),
    findCompletedAt(db, userId, ids),
    findAwards(db, userId, ids),
    findClosed(db, userId, ids, clock.now()),
  ])
  const byCourse = Map.groupBy(entries, ({ courseId }) => courseId)
  return {
    courses: rows.map((row) => {
      const own = byCourse.get(row.id) ?? []
      const rule = rules.get(row.id) ?? defaultRule
      const completion = decideCompletion(own, rule, completedAt.get(row.id) ?? null)
      const first = opensFirst(own, closed)
      return {
        ...presentEnrolledCourse(row),
        progress: summarize(own.map((entry) => lectureState(entry, closed))),
        newLectures: countNew(own, row.active_at),
        completion: presentCompletion(completion, rule, say, {
          closed: countClosed(own, rule, closed),
          ...awards.get(row.id),
        }),
        ...(first && {
          opensNext: {
            lectureId: first.row.id,
            lectureTitle: first.row.title,
            ...presentOpening(first.closing, config.TIME_ZONE, say),
          },
        }),
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

type Closed = ReadonlyMap<string, Closing>

export const lectureState = (row: EntryRow, closed: Closed): LectureState => ({
  id: row.id,
  completed: row.doneAt !== null,
  watchedAt: row.watchedAt,
  closed: closed.has(row.id),
})

/** How much of what a student has to do is closed to them. */
export const countClosed = (rows: readonly EntryRow[], rule: CompletionRule, closed: Closed): number =>
  rows.filter((row) => row.doneAt === null && closed.has(row.id) && counts(row, rule)).length

/** The closed entry that opens first by time alone; without one, the first of those that wait for something to be done. */
function opensFirst(rows: readonly EntryRow[], closed: Closed) {
  const waiting = rows.flatMap((row) => {
    const closing = closed.get(row.id)
    return closing ? [{ row, closing, at: closing.before ? Number.POSITIVE_INFINITY : Number(closing.opensAt) }] : []
  })
  return waiting.reduce<(typeof waiting)[number] | undefined>(
    (first, one) => (first && first.at <= one.at ? first : one),
    undefined,
  )
}
