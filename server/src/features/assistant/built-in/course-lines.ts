import type { CourseFacts } from '../queries.ts'
import { courseLink, priceText } from '../sanitise/course-link.ts'

/** 75 minutes are "1 h 15 min". */
export function timeText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`

export const ratingText = (course: CourseFacts): string =>
  course.reviews === 0
    ? 'no reviews yet'
    : `rated ${course.rating.toFixed(1)} of 5 in ${countText(course.reviews, 'review')}`

/** Link and the facts that help to choose. */
export const factsLine = (course: CourseFacts): string =>
  [
    `${courseLink(course)}: ${priceText(course.price)}`,
    ...(course.level ? [`${course.level} level`] : []),
    countText(course.lectures.length, 'lecture'),
    ...(course.reviews > 0 ? [ratingText(course)] : []),
  ].join(', ')

/** An item of a list, with the course's own subtitle where it has one. */
export const courseItem = (course: CourseFacts): string =>
  `- ${factsLine(course)}${course.subTitle === '' ? '' : `. ${course.subTitle}`}\n`
