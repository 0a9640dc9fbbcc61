import type { CatalogueFindings } from '../catalogue.ts'
import type { CourseFacts } from '../queries.ts'
import { priceText } from '../sanitise/course-link.ts'
import { sanitiseLine } from '../sanitise/sanitise-line.ts'
import { courseItem } from './course-lines.ts'
import { wordsIn } from './named-course.ts'

/** Courses in one answer. */
export const mostItems = 4
/** Before courses that the search is not sure of. */
export const closestIntro = 'Nothing here is exactly about that. The closest courses:'

/** Returns how the search read the message, so that a wrong reading is visible. */
function readingOf({ readAs, filters, levelRelaxed }: CatalogueFindings, message: string): string {
  const said = new Set(wordsIn(message))
  const limits = [
    ...(filters?.free ? ['free'] : []),
    ...(filters && filters.maxPrice !== null ? [`up to ${priceText(filters.maxPrice)}`] : []),
    ...(filters?.level && !levelRelaxed ? [`${filters.level} level`] : []),
  ]
  return [
    readAs === null || wordsIn(readAs).every((word) => said.has(word))
      ? ''
      : ` I read your message as “${sanitiseLine(readAs)}”.`,
    limits.length === 0 ? '' : ` I looked for: ${limits.join(', ')}.`,
    levelRelaxed && filters?.level ? ` There is nothing at ${filters.level} level, so other levels are shown.` : '',
  ].join('')
}

/** The courses that were found, one by one; the first is the best fit. */
export async function* recommend(findings: CatalogueFindings, message: string): AsyncGenerator<string> {
  const [best, ...others] = findings.courses
  if (!best) return
  const sure = others.length === 0 ? 'This course fits.' : 'These courses fit, the best one first.'
  yield `${findings.onlyClosest ? closestIntro : sure}${readingOf(findings, message)}\n\n`
  for (const course of [best, ...others]) yield courseItem(course)
  const start = [best, ...others].find(({ level }) => level === 'Beginner')
  if (start && others.length > 0 && start !== best) yield `\nNew to the subject? Begin with the one at Beginner level.`
  else if (best.lectures.some(({ preview }) => preview))
    yield '\nYou can watch preview lectures on the page of the course before you enroll.'
}

export async function* listCourses(intro: string, courses: readonly CourseFacts[]): AsyncGenerator<string> {
  yield `${intro}\n\n`
  for (const course of courses) yield courseItem(course)
}
