import { msg } from '@lingui/core/runtime-macro'
import { priceText } from '#core/answers/course-link.ts'
import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { CatalogueFindings } from '../catalogue.ts'
import type { CourseFacts } from '../queries.ts'
import { courseItem, levelNames, levelText, timeText } from './course-lines.ts'
import { wordsIn } from './named-course.ts'

/** Courses in one answer. */
export const mostItems = 4
/** Before courses that the search is not sure of. */
export const closestIntro = msg`Nothing here is exactly about that. The closest courses:`

/** Returns how the search read the message, so that a wrong reading is visible. */
function readingOf({ readAs, filters, levelRelaxed }: CatalogueFindings, message: string, say: Say): string[] {
  const said = new Set(wordsIn(message))
  const limits = [
    ...(filters?.free ? [say(msg`free`)] : []),
    ...(filters && filters.maxPrice !== null ? [say(msg`up to ${{ price: priceText(filters.maxPrice, say) }}`)] : []),
    ...(filters && filters.maxMinutes !== null
      ? [say(msg`at most ${{ length: timeText(filters.maxMinutes * 60, say) }}`)]
      : []),
    ...(filters && filters.minMinutes !== null
      ? [say(msg`at least ${{ length: timeText(filters.minMinutes * 60, say) }}`)]
      : []),
    ...(filters?.level && !levelRelaxed ? [levelText(filters.level, say)] : []),
  ]
  return [
    ...(readAs === null || wordsIn(readAs).every((word) => said.has(word))
      ? []
      : [say(msg`I read your message as “${{ text: sanitiseLine(readAs) }}”.`)]),
    ...(limits.length === 0 ? [] : [say(msg`I looked for: ${{ limits: limits.join(', ') }}.`)]),
    ...(levelRelaxed && filters?.level
      ? [say(msg`There is nothing at ${{ level: say(levelNames[filters.level]) }} level, so other levels are shown.`)]
      : []),
  ]
}

/** The courses that were found, one by one; the first is the best fit. */
export async function* recommend(findings: CatalogueFindings, message: string, say: Say): AsyncGenerator<string> {
  const [best, ...others] = findings.courses
  if (!best) return
  const sure = others.length === 0 ? msg`This course fits.` : msg`These courses fit, the best one first.`
  yield `${[say(findings.onlyClosest ? closestIntro : sure), ...readingOf(findings, message, say)].join(' ')}\n\n`
  for (const course of [best, ...others]) yield courseItem(course, say)
  const start = [best, ...others].find(({ level }) => level === 'Beginner')
  if (start && others.length > 0 && start !== best)
    yield `\n${say(msg`New to the subject? Begin with the one at Beginner level.`)}`
  else if (best.lectures.some(({ preview }) => preview))
    yield `\n${say(msg`You can watch preview lectures on the page of the course before you enroll.`)}`
}

export async function* listCourses(intro: Sentence, courses: readonly CourseFacts[], say: Say): AsyncGenerator<string> {
  yield `${say(intro)}\n\n`
  for (const course of courses) yield courseItem(course, say)
}
