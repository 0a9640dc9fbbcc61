import type { api, ImaginedStudent, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import { findClosedToImagined } from '../openings/index.ts'
import { findCheckPlaces } from './check-queries.ts'
import { findEntries, findRule } from './completion-queries.ts'
import { decideCompletion } from './completion-rules.ts'
import { presentCompletion } from './present-completion.ts'
import { countClosed, lectureState, presentEntry } from './progress.ts'
import { summarize } from './rules.ts'

/**
 * Returns what a student finds in a course who enrolled so many days ago, and has done nothing, or all that is open to them; for who looks
 * after the course. Nothing of the viewer's own progress is in it. Throws not_found, forbidden.
 */
export async function imagineProgress(
  { db, clock, config }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  viewer: CurrentUser,
  { courseId, student }: { courseId: string; student: ImaginedStudent },
  say: Say,
): Promise<ReplyOf<typeof api.learning.course>> {
  const { own } = await requireVisibleCourse(db, courseId, viewer)
  if (!own && viewer.role !== 'admin') throw new DomainError('forbidden')
  const now = clock.now()
  const [found, rule, checks, closed] = await Promise.all([
    findEntries(db, viewer.id, [courseId]),
    findRule(db, courseId),
    findCheckPlaces(db, courseId, viewer),
    findClosedToImagined(db, courseId, student, now),
  ])
  const rows = found.map((row) => ({
    ...row,
    doneAt: student.isDiligent && !closed.has(row.id) ? now : null,
    watchedAt: null,
    watched: 0,
  }))
  const openChecks = checks
    .filter(({ lectureId }) => !closed.has(lectureId))
    .map((check) => ({ ...check, done: false }))
  return {
    courseId,
    ...summarize(rows.map((row) => lectureState(row, closed))),
    lectures: rows.flatMap(({ id, doneAt }) =>
      doneAt === null ? [] : [{ lectureId: id, seconds: 0, completed: true, updatedAt: doneAt.toISOString() }],
    ),
    completion: presentCompletion(decideCompletion(rows, rule, null), rule, say, {
      closed: countClosed(rows, rule, closed),
    }),
    entries: rows.map((row) => presentEntry(row, rule, closed.get(row.id), { zone: config.TIME_ZONE, say })),
    ...(openChecks.length > 0 && { checks: openChecks }),
    imagined: student,
  }
}
