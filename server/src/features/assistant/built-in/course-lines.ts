import { msg, plural } from '@lingui/core/runtime-macro'
import type { Level } from '@virtual-courses/contract'
import { courseLink, priceText } from '#core/answers/course-link.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { CourseFacts } from '../queries.ts'

/** 75 minutes are "1 h 15 min". */
export function timeText(seconds: number, say: Say): string {
  const all = Math.max(1, Math.round(seconds / 60))
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  if (hours === 0) return say(msg`${{ minutes }} min`)
  return say(minutes === 0 ? msg`${{ hours }} h` : msg`${{ hours }} h ${{ minutes }} min`)
}

export const levelNames: Record<Level, Sentence> = {
  Beginner: msg`Beginner`,
  Intermediate: msg`Intermediate`,
  Advanced: msg`Advanced`,
}

export const levelText = (level: Level, say: Say): string => say(msg`${{ level: say(levelNames[level]) }} level`)

export const ratingText = (course: CourseFacts, say: Say): string =>
  course.reviews === 0
    ? say(msg`no reviews yet`)
    : say(
        msg`rated ${{ rating: course.rating.toFixed(1) }} of 5 in ${plural({ reviews: course.reviews }, { one: '# review', other: '# reviews' })}`,
      )

export const lecturesText = (lectures: number, say: Say): string =>
  say(msg`${plural({ lectures }, { one: '# lecture', other: '# lectures' })}`)

/** Link and the facts that help to choose. */
export const factsLine = (course: CourseFacts, say: Say): string =>
  [
    `${courseLink(course)}: ${priceText(course.price, say)}`,
    ...(course.level ? [levelText(course.level, say)] : []),
    lecturesText(course.lectures.length, say),
    ...(course.seconds === null ? [] : [timeText(course.seconds, say)]),
    ...(course.reviews > 0 ? [ratingText(course, say)] : []),
  ].join(', ')

/** An item of a list, with the course's own subtitle where it has one. */
export const courseItem = (course: CourseFacts, say: Say): string =>
  `- ${factsLine(course, say)}${course.subTitle === '' ? '' : `. ${course.subTitle}`}\n`
