import { courseLink, priceText } from '../inert/course-link.ts'
import type { CourseFacts } from '../queries.ts'
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

/** Where they really differ, in plain words. */
function verdict(courses: readonly CourseFacts[]): string {
  const sentences: string[] = []
  const levelled = courses.filter(({ level }) => level !== null)
  const byLevel = levelled.toSorted((a, b) => steps.indexOf(a.level ?? '') - steps.indexOf(b.level ?? ''))
  const [easiest] = byLevel
  if (easiest && byLevel.at(-1)?.level !== easiest.level)
    sentences.push(`${courseLink(easiest)} asks for the least experience.`)
  const byPrice = courses.toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0))
  const [cheapest] = byPrice
  if (cheapest && byPrice.at(-1)?.price !== cheapest.price) sentences.push(`${courseLink(cheapest)} costs the least.`)
  const rated = courses.filter(({ reviews }) => reviews > 0).toSorted((a, b) => b.rating - a.rating)
  const [loved] = rated
  if (loved && rated.length > 1 && rated.at(-1)?.rating !== loved.rating)
    sentences.push(`${courseLink(loved)} is rated highest.`)
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
