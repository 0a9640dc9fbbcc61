import { msg } from '@lingui/core/runtime-macro'
import { courseLink, priceText } from '#core/answers/course-link.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { CourseFacts } from '../queries.ts'
import { levelNames, ratingText, timeText } from './course-lines.ts'

const rows: readonly (readonly [name: Sentence, of: (course: CourseFacts, say: Say) => string])[] = [
  [msg`Price`, ({ price }, say) => priceText(price, say)],
  [msg`Level`, ({ level }, say) => say(level ? levelNames[level] : msg`not named`)],
  [msg`Lectures`, ({ lectures }) => String(lectures.length)],
  [msg`Length`, ({ seconds }, say) => (seconds === null ? say(msg`not known`) : timeText(seconds, say))],
  [msg`Rating`, ratingText],
  [msg`Students`, ({ students }) => students.toLocaleString('en-IN')],
  [msg`Educator`, ({ teacher }) => teacher],
]

const steps = ['Beginner', 'Intermediate', 'Advanced']

/** The courses from least to most by some measure; nothing when the ends are alike. */
function leastBy(courses: readonly CourseFacts[], measure: (course: CourseFacts) => number): CourseFacts | undefined {
  const sorted = courses.toSorted((a, b) => measure(a) - measure(b))
  const [least] = sorted
  const most = sorted.at(-1)
  return least && most && measure(least) !== measure(most) ? least : undefined
}

/** Returns where the courses differ, in plain words; each course is named once. */
function verdict(courses: readonly CourseFacts[], say: Say): string {
  const levelled = courses.filter(({ level }) => level !== null)
  const rated = courses.filter(({ reviews }) => reviews > 0)
  const merits: readonly (readonly [CourseFacts | undefined, Sentence])[] = [
    [leastBy(levelled, ({ level }) => steps.indexOf(level ?? '')), msg`asks for the least experience`],
    [leastBy(courses, ({ price }) => price ?? 0), msg`costs the least`],
    [leastBy(rated, ({ rating }) => -rating), msg`is rated highest`],
  ]
  const listed = new Intl.ListFormat(say.locale)
  const sentences = courses.flatMap((course) => {
    const own = merits.filter(([winner]) => winner === course).map(([, merit]) => say(merit))
    return own.length === 0 ? [] : [say(msg`${{ course: courseLink(course) }} ${{ merits: listed.format(own) }}.`)]
  })
  return sentences.join(' ') || say(msg`In these points they are alike, so choose by their subjects.`)
}

/** Two or three courses side by side, a line for each point. */
export async function* compareCourses(courses: readonly CourseFacts[], say: Say): AsyncGenerator<string> {
  const names = courses.map((_, place) => 'ABC'[place])
  yield `${say(msg`Here is how they compare:`)}\n\n`
  for (const [place, course] of courses.entries())
    yield `- ${names[place]}: ${courseLink(course)}${course.subTitle === '' ? '' : `. ${course.subTitle}`}\n`
  yield '\n'
  for (const [name, of] of rows)
    yield `- ${say(name)}: ${courses.map((course, place) => `${names[place]} ${of(course, say)}`).join('; ')}\n`
  yield `\n${verdict(courses, say)}`
}
