import { type CourseInsight, fewestViewers, type LectureInsight, type LectureWatching } from '@virtual-courses/contract'
import { csvOf } from '#core/csv.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findDropOffs, findRewatched, playsOf, retentionOf } from './curve-rules.ts'
import { findCourseSums, findOwnWatching, findWatching } from './insight-queries.ts'
import { medianOfSketch, sizeOfSketch } from './sketch.ts'
import { slotSecondsOf } from './watched-rules.ts'

type WatchingRow = {
  id: string
  title: string
  duration_seconds: number | null
  viewers: number | null
  watched_share: number | null
  end_viewers: number | null
}

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
  const watching = presentWatching(row)
  const duration = row.duration_seconds
  if (watching.state !== 'shown' || duration === null) {
    const slotSeconds = duration === null ? 1 : slotSecondsOf(duration)
    return { ...watching, slotSeconds, retention: [], plays: [], dropOffs: [], rewatched: [], shownAt: null }
  }
  const slotSeconds = row.slot_seconds ?? slotSecondsOf(duration)
  const retention = retentionOf(row.seen ?? [], watching.viewers)
  const plays = playsOf(row.played ?? [], watching.viewers, duration)
  return {
    ...watching,
    slotSeconds,
    retention,
    plays,
    dropOffs: findDropOffs(retention, slotSeconds, duration),
    rewatched: findRewatched(retention, plays, slotSeconds, duration),
    shownAt: row.shown_at?.toISOString() ?? null,
  }
}

const percent = (share: number): number => Math.round(share * 1000) / 10

/** Returns the lectures of the owner's course and how they are watched as CSV. Throws not_found, rate_limited. */
export async function exportCourseInsight(
  deps: Pick<FeatureDeps, 'db' | 'limits'>,
  courseId: string,
  ownerId: string,
): Promise<string> {
  const { lectures } = await getCourseInsight(deps, courseId, ownerId)
  await deps.limits.exports.consume(ownerId)
  const header = ['Number', 'Lecture', 'Length (s)', 'Viewers', 'Watched on average (%)', 'Saw the end (%)']
  const rows = lectures.map((one, index) => {
    const shown = [one.viewers, percent(one.watchedShare), percent(one.endShare)]
    return [index + 1, one.lectureTitle, one.durationSeconds ?? '', ...(one.state === 'shown' ? shown : ['', '', ''])]
  })
  return csvOf([header, ...rows], { bom: true })
}

/** Returns the curves of a lecture of the owner as CSV. Throws not_found, rate_limited. */
export async function exportLectureInsight(
  deps: Pick<FeatureDeps, 'db' | 'limits'>,
  lectureId: string,
  ownerId: string,
): Promise<string> {
  const { slotSeconds, retention, plays } = await getLectureInsight(deps, lectureId, ownerId)
  await deps.limits.exports.consume(ownerId)
  const header = ['From (s)', 'Viewers who saw it (%)', 'Plays per viewer']
  const rows = retention.map((share, slot) => [slot * slotSeconds, percent(share), plays[slot] ?? 0])
  return csvOf([header, ...rows], { bom: true })
}
