import { msg, plural } from '@lingui/core/runtime-macro'
import type { Level } from '@virtual-courses/contract'
import { courseLanguages } from '@virtual-courses/contract/values/fields'
import { courseLink, priceText } from '#core/answers/course-link.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import { taughtIn } from '../../search/index.ts'
import type { CourseFacts } from '../queries.ts'
import { timeText } from './course-lines.ts'
import type { Asked } from './understand-turn.ts'

const when = (date: Date, zone: string, { locale }: Say): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(date)

const levelSentences: Record<Level, Sentence> = {
  Beginner: msg`Its level is Beginner: no experience is needed.`,
  Intermediate: msg`Its level is Intermediate: the basics should be known.`,
  Advanced: msg`Its level is Advanced: experience is expected.`,
}

/** One sentence for each kind of question, all of it from the course's row. */
function sentenceFor(asked: Asked, course: CourseFacts, zone: string, say: Say): Sentence {
  const lectures = course.lectures.length
  switch (asked) {
    case 'price':
      return course.price === 0
        ? msg`It is free.`
        : msg`It costs ${{ price: priceText(course.price, say) }}, paid once.`
    case 'discount':
      if (course.price === 0) return msg`It is free.`
      return course.onSale
        ? msg`It is on sale at the moment: ${{ price: priceText(course.price, say) }}. A coupon is entered on its page.`
        : msg`It is not on sale at the moment: it costs ${{ price: priceText(course.price, say) }}. A coupon is entered on its page.`
    case 'language':
      return msg`It is taught in ${{ language: say(courseLanguages[taughtIn(course)]) }}.`
    case 'level':
      return course.level ? levelSentences[course.level] : msg`Its educator has named no level.`
    case 'length':
      return course.seconds === null
        ? msg`It has ${plural({ lectures }, { one: '# lecture', other: '# lectures' })}; how long they are is not known.`
        : msg`Its ${plural({ lectures }, { one: '# lecture', other: '# lectures' })} take ${{ length: timeText(course.seconds, say) }} in all.`
    case 'lectures': {
      const first = course.lectures.slice(0, 8)
      const titles = first.map(({ title }) => title).join('; ')
      const more = String(lectures - first.length)
      if (lectures === 0) return msg`It has no lectures yet.`
      return lectures > first.length
        ? msg`It has ${plural({ lectures }, { one: '# lecture', other: '# lectures' })}: ${{ titles }}; and ${{ more }} more.`
        : msg`It has ${plural({ lectures }, { one: '# lecture', other: '# lectures' })}: ${{ titles }}.`
    }
    case 'rating':
      return course.reviews === 0
        ? msg`It has no reviews yet.`
        : msg`It is rated ${{ rating: course.rating.toFixed(1) }} of 5 in ${plural({ reviews: course.reviews }, { one: '# review', other: '# reviews' })}.`
    case 'teacher':
      return msg`It is taught by ${{ teacher: course.teacher }}.`
    case 'students':
      return msg`${plural({ students: course.students }, { one: '# student is', other: '# students are' })} enrolled.`
    case 'preview': {
      const previews = course.lectures.filter(({ preview }) => preview).map(({ title }) => title)
      return previews.length === 0
        ? msg`It has no preview lectures.`
        : msg`Before you enroll you can watch: ${{ titles: previews.slice(0, 5).join('; ') }}.`
    }
    case 'live': {
      const live = course.lectures.find((lecture) => lecture.live)
      if (live) return msg`${{ lecture: live.title }} is live now; enrolled students can join.`
      const next = course.lectures.find(({ scheduledAt }) => scheduledAt !== null)
      return next?.scheduledAt
        ? msg`A live session is scheduled: ${{ lecture: next.title }}, ${{ time: when(next.scheduledAt, zone, say) }}.`
        : msg`No live session is scheduled at the moment.`
    }
  }
}

const everything: readonly Asked[] = ['teacher', 'level', 'language', 'price', 'length', 'rating', 'preview', 'live']

/** Writes the details of a course that were asked about; all of them when none in particular were. */
export async function* writeDetails(
  course: CourseFacts,
  asked: readonly Asked[],
  { zone, say }: { zone: string; say: Say },
): AsyncGenerator<string> {
  const [only, more] = asked
  const sentence = (one: Asked): string => say(sentenceFor(one, course, zone, say))
  if (only && !more) return yield `- ${courseLink(course)}. ${sentence(only)}\n`
  yield `${courseLink(course)}${asked.length === 0 && course.subTitle !== '' ? `: ${course.subTitle}` : ''}\n`
  for (const one of asked.length === 0 ? everything : asked) yield `- ${sentence(one)}\n`
}
