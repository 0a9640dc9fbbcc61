import { msg } from '@lingui/core/runtime-macro'
import type { CourseLanguage } from '@virtual-courses/contract'
import { courseLanguages } from '@virtual-courses/contract/values/fields'
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

const languagesText = (languages: readonly CourseLanguage[], say: Say): string =>
  new Intl.ListFormat(say.locale, { type: 'disjunction' }).format(languages.map((one) => say(courseLanguages[one])))

/** Says that what was found is taught in other languages than those that were asked for. */
const otherLanguages = (languages: readonly CourseLanguage[], say: Say): string =>
  say(msg`None of the courses that I found is taught in ${{ language: languagesText(languages, say) }}.`)

/** Returns how the search read the message, so that a wrong reading is visible. */
function readingOf(
  { readAs, filters, levelRelaxed, languageRelaxed }: CatalogueFindings,
  message: string,
  say: Say,
): string[] {
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
    ...(filters && filters.languages.length > 0 && !languageRelaxed
      ? [say(msg`taught in ${{ language: languagesText(filters.languages, say) }}`)]
      : []),
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
  const elsewhere = msg`In other languages there is this, the best fit first:`
  const intro = findings.onlyClosest ? closestIntro : findings.languageRelaxed ? elsewhere : sure
  const missing = findings.languageRelaxed ? [otherLanguages(findings.filters?.languages ?? [], say)] : []
  const reading = readingOf(findings, message, say)
  yield `${[...missing, ...(findings.onlyClosest ? [...reading, say(intro)] : [say(intro), ...reading])].join(' ')}\n\n`
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
