import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { Lecture } from '@virtual-courses/contract'
import { formatsOf } from '#lib/text/format.ts'

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
export function lecturesInWords(lectures: readonly Timed[], i18n: I18n): string {
  const total = totalSeconds(lectures)
  const count = lectures.length
  if (total === null) return i18n._(msg`${plural(count, { one: '# lecture', other: '# lectures' })}`)
  const length = formatsOf(i18n).formatLength(total)
  return i18n._(msg`${plural(count, { one: '# lecture', other: '# lectures' })} · ${length}`)
}
