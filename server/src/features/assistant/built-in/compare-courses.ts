import type { CourseFacts } from '../queries.ts'
import { courseLink, priceText } from '../sanitise/course-link.ts'
import { ratingText, timeText } from './course-lines.ts'

const rows: readonly (readonly [name: string, of: (course: CourseFacts) => string])[] = [
  ['Price', ({ price }) => priceText(price)],
  ['Level', ({ level }) => level ?? 'not named'],
  ['Lectures', ({ lectures }) => String(lectures.length)],
  ['Length', ({ seconds }) => (seconds === null ? 'not known' : timeText(seconds))],
  ['Rating', ratingText],
  ['Students', ({ students }) => students.toLocaleString('en-IN')],
  ['Educator', ({ teacher }) => teacher],
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
function verdict(courses: readonly CourseFacts[]): string {
  const levelled = courses.filter(({ level }) => level !== null)
  const rated = courses.filter(({ reviews }) => reviews > 0)
  const merits: readonly (readonly [CourseFacts | undefined, string])[] = [
    [leastBy(levelled, ({ level }) => steps.indexOf(level ?? '')), 'asks for the least experience'],
    [leastBy(courses, ({ price }) => price ?? 0), 'costs the least'],
    [leastBy(rated, ({ rating }) => -rating), 'is rated highest'],
  ]
  const sentences = courses.flatMap((course) => {
    const own = merits.filter(([winner]) => winner === course).map(([, merit]) => merit)
    return own.length === 0 ? [] : [`${courseLink(course)} ${own.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`]
  })
  return sentences.join(' ') || 'In these points they are alike, so choose by their subjects.'
}

/** Two or three courses side by side, a line for each point. */
export async function* compareCourses(courses: readonly CourseFacts[]): AsyncGenerator<string> {
  const names = courses.map((_, place) => 'ABC'[place])
  yield `Here is how they compare:\n\n`
  for (const [place, course] of courses.entries())
    yield `- ${names[place]}: ${courseLink(course)}${course.subTitle === '' ? '' : `. ${course.subTitle}`}\n`
  yield '\n'
  for (const [name, of] of rows)
    yield `- ${name}: ${courses.map((course, place) => `${names[place]} ${of(course)}`).join('; ')}\n`
  yield `\n${verdict(courses)}`
}
