import { type CourseInsight, fewestViewers, type LectureInsight, type LectureWatching } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { getCompletion } from '../sales/index.ts'
import { findDropOffs, findRewatched, sharesOf } from './curve-rules.ts'
import {
  findCourseSums,
  findOwnWatching,
  findWatching,
  type WatchingRow,
  type WatchingSums,
} from './insight-queries.ts'
import { medianOfSketch, sizeOfSketch } from './sketch.ts'
import { slotSecondsOf } from './watched-rules.ts'

const presentWatching = (row: WatchingRow): LectureWatching => {
  const viewers = row.viewers ?? 0
  return {
    _id: row.id,
    lectureTitle: row.title,
    state: row.duration_seconds === null ? 'no-video' : viewers < fewestViewers ? 'few' : 'shown',
    durationSeconds: row.duration_seconds,
    viewers,
    watchedShare: row.watched_share ?? 0,
    endShare: viewers === 0 ? 0 : Math.min(1, (row.end_viewers ?? 0) / viewers),
  }
}

/** The median of a sketch in whole seconds; null for a few people. */
function medianOf(sketch: readonly number[]): number | null {
  const median = sizeOfSketch(sketch) < fewestViewers ? null : medianOfSketch(sketch)
  return median === null ? null : Math.round(median)
}

/** Returns what the students of the owner's course watched. Throws not_found. */
export async function getCourseInsight(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  ownerId: string,
): Promise<CourseInsight> {
  const course = await findCourseSums(db, courseId, ownerId)
  if (!course) throw new DomainError('not_found')
  const [watched, completed] = [course.watched ?? [], course.completed ?? []]
  return {
    courseId: course.id,
    title: course.title,
    students: course.enrolment_count,
    viewers: sizeOfSketch(watched),
    completion: await getCompletion(db, courseId),
    completed: sizeOfSketch(completed),
    medianSeconds: medianOf(watched),
    medianCompletionSeconds: medianOf(completed),
    lectures: (await findWatching(db, courseId)).map(presentWatching),
  }
}

/** Returns how a lecture of the owner is watched along its timeline. Throws not_found. */
export async function getLectureInsight(
  { db }: Pick<FeatureDeps, 'db'>,
  lectureId: string,
  ownerId: string,
): Promise<LectureInsight> {
  const row = await findOwnWatching(db, lectureId, ownerId)
  if (!row) throw new DomainError('not_found')
  return presentLectureInsight(row)
}

export function presentLectureInsight(row: WatchingSums): LectureInsight {
  const watching = presentWatching(row)
  const duration = row.duration_seconds
  if (watching.state !== 'shown' || duration === null) {
    const slotSeconds = duration === null ? 1 : slotSecondsOf(duration)
    return { ...watching, slotSeconds, retention: [], again: [], dropOffs: [], rewatched: [], shownAt: null }
  }
  const slotSeconds = row.slot_seconds ?? slotSecondsOf(duration)
  const [{ viewers }, seen, again] = [watching, row.seen ?? [], row.again ?? []]
  const retention = sharesOf(seen, viewers)
  return {
    ...watching,
    slotSeconds,
    retention,
    again: sharesOf(again, viewers),
    dropOffs: findDropOffs(retention, slotSeconds, duration),
    rewatched: findRewatched({ seen, again, viewers }, slotSeconds, duration),
    shownAt: row.shown_at?.toISOString() ?? null,
  }
}
