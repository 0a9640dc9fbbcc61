import type { Lecture } from '@virtual-courses/contract'
import type { Formats } from '#lib/text/format.ts'

/** "1 lecture", "12 lectures". */
const lectureCount = (count: number): string => `${count} ${count === 1 ? 'lecture' : 'lectures'}`

type Timed = Pick<Lecture, 'videoUrl' | 'durationSeconds'>

/** Length of all videos together in seconds; null when there is none, or when one of them is not known. */
export function totalSeconds(lectures: readonly Timed[]): number | null {
  const videos = lectures.filter(({ videoUrl }) => videoUrl !== '')
  let total = 0
  for (const { durationSeconds } of videos) {
    if (durationSeconds === null) return null
    total += durationSeconds
  }
  return videos.length === 0 ? null : total
}

/** "8 lectures · 1 h 20 min", or the number alone where the length is not known. */
export function lecturesInWords(lectures: readonly Timed[], { formatLength }: Formats): string {
  const total = totalSeconds(lectures)
  const count = lectureCount(lectures.length)
  return total === null ? count : `${count} · ${formatLength(total)}`
}
