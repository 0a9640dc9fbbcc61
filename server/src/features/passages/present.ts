import type { PassageKind } from '@virtual-courses/contract'
import type { ReadPassage } from './finding/passage-queries.ts'

/** A piece of what a lecture says. */
export type Passage = {
  id: string
  courseId: string
  courseTitle: string
  lectureId: string
  lectureTitle: string
  /** place in the course, from 1 */
  lectureNumber: number
  kind: PassageKind
  /** BCP 47 */
  language: string
  /** seconds of the video; null where there is no time */
  start: number | null
  end: number | null
  /** second at which the sentence begins that answers best; null where there is no time */
  at: number | null
  text: string
  score: number
}

/** Returns a passage as it leaves the feature. Its id stays the same while its source does. */
export const presentPassage = (read: ReadPassage, score: number, second: number | null): Passage => ({
  id: `${read.lectureId}.${read.setId}.${read.at}`,
  courseId: read.courseId,
  courseTitle: read.courseTitle,
  lectureId: read.lectureId,
  lectureTitle: read.lectureTitle,
  lectureNumber: read.lectureNumber,
  kind: read.kind,
  language: read.language,
  start: read.passage.start,
  end: read.passage.end,
  at: second,
  text: read.passage.text,
  score,
})

export const isOfSet = ({ id, lectureId }: Pick<Passage, 'id' | 'lectureId'>, setId: string): boolean =>
  id.startsWith(`${lectureId}.${setId}.`)
