import type { Insertable } from 'kysely'
import type { LectureProgressTable, LectureViewsTable } from '#db/schema.ts'
import { viewRow } from '#features/learning/index.ts'

type DemoVideo = { lectureId: string; courseId: string; videoId: string; duration: number }

/** A number from 0 to 1 that follows from two others and looks like chance. */
const chance = (first: number, second: number): number => {
  const mixed = Math.sin(first * 12.9898 + second * 78.233) * 43_758.5453
  return mixed - Math.floor(mixed)
}

/**
 * Parts of a video that a student of the demo played: most see all of it, some skip the beginning, watch the hardest part again, or leave
 * in the second half.
 */
function partsOf(student: number, place: number, duration: number, end: number): [number, number][] {
  const begin = chance(student, place) < 0.2 ? Math.round(duration * 0.1) : 0
  const hard = Math.round(duration * (0.3 + 0.3 * chance(place, 3)))
  const leaves = chance(student, place + 0.5) < 0.35
  const until = Math.min(end, leaves ? Math.round(duration * (0.55 + 0.2 * chance(place, student))) : duration)
  const parts: [number, number][] = [[begin, until]]
  if (chance(place, student + 0.25) < 0.4) parts.push([hard, Math.min(until, hard + Math.ceil(duration * 0.12))])
  return parts.filter(([from, to]) => from < to)
}

/** What the students of the demo watched, by their progress. The sums follow by the job that adds views up. */
export function viewRows(
  progress: readonly Insertable<LectureProgressTable>[],
  videos: readonly DemoVideo[],
  now: Date,
): Insertable<LectureViewsTable>[] {
  const places = new Map(videos.map((video, place) => [video.lectureId, { ...video, place }]))
  const students = [...new Set(progress.map(({ user_id }) => user_id))]
  return progress.flatMap(({ user_id: userId, lecture_id: lectureId, seconds, completed_at, watched_at }) => {
    const video = places.get(lectureId)
    if (!video) return []
    const { place, duration, ...rest } = video
    const end = completed_at ? duration : Math.min(duration, Math.floor(seconds))
    const intervals = partsOf(students.indexOf(userId), place, duration, end)
    if (intervals.length === 0) return []
    return [viewRow({ ...rest, userId, duration, intervals, now: watched_at ? new Date(watched_at) : now })]
  })
}
