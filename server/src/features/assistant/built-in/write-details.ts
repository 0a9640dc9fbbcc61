import type { CourseFacts } from '../queries.ts'
import { courseLink, priceText } from '../sanitise/course-link.ts'
import { countText, ratingText, timeText } from './course-lines.ts'
import type { Asked } from './understand-turn.ts'

const when = (date: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(date)

const levelHints = {
  Beginner: 'no experience is needed',
  Intermediate: 'the basics should be known',
  Advanced: 'experience is expected',
} as const

/** One sentence for each kind of question, all of it from the course's row. */
function sentenceFor(asked: Asked, course: CourseFacts, zone: string): string {
  switch (asked) {
    case 'price':
      return course.price === 0 ? 'It is free.' : `It costs ${priceText(course.price)}, paid once.`
    case 'level':
      return course.level
        ? `Its level is ${course.level}: ${levelHints[course.level]}.`
        : 'Its educator has named no level.'
    case 'length':
      return course.seconds === null
        ? `It has ${countText(course.lectures.length, 'lecture')}; how long they are is not known.`
        : `Its ${countText(course.lectures.length, 'lecture')} take ${timeText(course.seconds)} in all.`
    case 'lectures': {
      const names = course.lectures.slice(0, 8).map(({ title }) => title)
      const more = course.lectures.length - names.length
      return names.length === 0
        ? 'It has no lectures yet.'
        : `It has ${countText(course.lectures.length, 'lecture')}: ${names.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
    }
    case 'rating':
      return course.reviews === 0 ? 'It has no reviews yet.' : `It is ${ratingText(course)}.`
    case 'teacher':
      return `It is taught by ${course.teacher}.`
    case 'students':
      return `${countText(course.students, 'student is', 'students are')} enrolled.`
    case 'preview': {
      const previews = course.lectures.filter(({ preview }) => preview).map(({ title }) => title)
      return previews.length === 0
        ? 'It has no preview lectures.'
        : `Before you enroll you can watch: ${previews.slice(0, 5).join('; ')}.`
    }
    case 'live': {
      const live = course.lectures.find((lecture) => lecture.live)
      if (live) return `${live.title} is live now; enrolled students can join.`
      const next = course.lectures.find(({ scheduledAt }) => scheduledAt !== null)
      return next?.scheduledAt
        ? `A live session is scheduled: ${next.title}, ${when(next.scheduledAt, zone)}.`
        : 'No live session is scheduled at the moment.'
    }
  }
}

const everything: readonly Asked[] = ['teacher', 'level', 'price', 'length', 'rating', 'preview', 'live']

/** Writes the details of a course that were asked about; all of them when none in particular were. */
export async function* writeDetails(
  course: CourseFacts,
  asked: readonly Asked[],
  zone: string,
): AsyncGenerator<string> {
  const [only, more] = asked
  if (only && !more) return yield `- ${courseLink(course)}. ${sentenceFor(only, course, zone)}\n`
  yield `${courseLink(course)}${asked.length === 0 && course.subTitle !== '' ? `: ${course.subTitle}` : ''}\n`
  for (const one of asked.length === 0 ? everything : asked) yield `- ${sentenceFor(one, course, zone)}\n`
}
