import type { api, ReplyOf, WatchedReport } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { keepLecture } from '../lectures/index.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { completeEntry } from './complete-course.ts'
import { findRule } from './completion-queries.ts'
import { secondsNeeded } from './completion-rules.ts'
import { presentProgress } from './progress.ts'
import { findProgress, isLectureGone } from './queries.ts'
import { findPlayed, lockEnrolment, lockView, saveView } from './view-queries.ts'
import {
  addReport,
  allowanceAfter,
  allowanceTogether,
  emptyView,
  firstAllowance,
  isRepeated,
  slotSecondsOf,
} from './watched-rules.ts'

/**
 * Adds what an enrolled student has watched of the present video of a lecture; the sums of all students follow by a job, so that viewers
 * of one lecture never wait for one another. Returns the seconds that were counted, and the lecture where they completed it. Throws not_found, not_entitled, rate_limited.
 */
export async function recordWatched(
  { db, clock, config, limits }: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>,
  lectureId: string,
  viewer: CurrentUser,
  report: WatchedReport,
): Promise<ReplyOf<typeof api.learning.watched>> {
  await limits.watchedReports.consume(viewer.id)
  const { courseId, video } = await requireWatchable(db, lectureId, viewer, { clock, config })
  const duration = video?.durationSeconds ?? null
  if (video?.id !== report.videoId || duration === null) return { counted: 0 }
  const slotSeconds = slotSecondsOf(duration)
  const key = { userId: viewer.id, courseId, lectureId }
  return transact(db, async (tx) => {
    await keepLecture(tx, lectureId)
    const enrolledAt = await lockEnrolment(tx, key)
    if (!enrolledAt) return { counted: 0 }
    const now = clock.now()
    const row = await lockView(tx, key)
    if (row && isRepeated(row.report_ids, report.id)) return { counted: 0 }
    const elapsedMs = now.getTime() - (row?.reported_at ?? enrolledAt).getTime()
    // what one video allows, and all of the course: no one plays two hundred at once
    const allowance = Math.min(
      row ? allowanceAfter(row.allowance, elapsedMs, duration) : firstAllowance(elapsedMs, duration),
      allowanceTogether(now.getTime() - enrolledAt.getTime(), await findPlayed(tx, key)),
    )
    const same = row && row.video_id === video.id && row.slot_seconds === slotSeconds
    const before = same
      ? {
          seen: row.seen,
          again: row.again,
          watched: row.watched_seconds,
          played: row.played_seconds,
          allowance,
          reportIds: row.report_ids,
          pending: row.pending,
        }
      : emptyView(duration, allowance)
    const { view, counted } = addReport(before, report, duration)
    const adds = view.pending.length > 0 || view.watched !== before.watched
    const pendingSince = row?.pending_since ?? (adds ? now : null)
    const isCounted = same ? row.is_counted : false
    await saveView(tx, { ...key, videoId: video.id, slotSeconds, view, pendingSince, isCounted, now })
    const needed = secondsNeeded(duration, await findRule(tx, courseId))
    // at the crossing alone: a tick that a student removed is not brought back by watching on
    if (before.watched >= needed || view.watched < needed) return { counted }
    const done = await completeEntry(tx, { userId: viewer.id, lectureId, now })
    const progress = done && (await findProgress(tx, viewer.id, lectureId))
    return { counted, ...(progress && { completed: presentProgress(lectureId, progress) }) }
  }).catch((error: unknown) => {
    if (isLectureGone(error)) return { counted: 0 }
    throw error
  })
}
