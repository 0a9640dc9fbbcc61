import { msg } from '@lingui/core/runtime-macro'
import { courseLink } from '#core/answers/course-link.ts'
import type { Say } from '#core/languages/language.ts'
import type { Catalogue } from '../catalogue.ts'
import type { CourseFacts } from '../queries.ts'
import { courseItem, factsLine } from './course-lines.ts'
import { exactFirst, sharedWords, wordsIn } from './named-course.ts'
import { closestIntro } from './recommend.ts'
import type { Turn } from './understand-turn.ts'

const most = { candidates: 8, lectures: 3, courses: 3 }

type Match = { course: CourseFacts; lecture: string | undefined; inTitle: number; covered: number; atAll: number }

/** The lecture that has most of the subject's words beside those of its course. */
function matchOf(course: CourseFacts, words: readonly string[]): Match {
  const ofCourse = sharedWords(words, `${course.title} ${course.subTitle}`)
  let best: Pick<Match, 'lecture' | 'covered'> = { lecture: undefined, covered: ofCourse.length }
  const taught = new Set(ofCourse)
  for (const { title } of course.lectures) {
    const own = sharedWords(words, title)
    for (const word of own) taught.add(word)
    const covered = new Set([...ofCourse, ...own]).size
    const says = own.some((word) => !ofCourse.includes(word)) || own.length === words.length
    if (says && (covered > best.covered || best.lecture === undefined)) best = { lecture: title, covered }
  }
  return { course, ...best, inTitle: ofCourse.length, atAll: taught.size }
}

const lectureIn = (lecture: string, course: string, say: Say): string =>
  say(msg`Lecture “${{ lecture }}” in ${{ course }}`)

/**
 * Where a subject is taught: lectures that name it, then courses about it. Without a language model nothing is explained, and
 * that is said. Writes nothing when there is no course that comes close.
 */
export async function* explainSubject(
  { message, reading: { subject } }: Pick<Turn, 'message' | 'reading'>,
  catalogue: Catalogue,
  say: Say,
): AsyncGenerator<string> {
  const words = [...new Set(wordsIn(subject))]
  const found = exactFirst(await catalogue.search(message, most.candidates), [], subject)
  const matches = found.courses
    .map((course) => matchOf(course, words))
    .toSorted((a, b) => b.covered - a.covered || b.atAll - a.atAll)
  const lectures = matches.filter(({ lecture, covered }) => lecture !== undefined && covered === words.length)
  const rest = matches.filter((one) => !lectures.includes(one) && one.atAll > 0)
  // A course that names the subject in passing is about something else, where others have it in their titles.
  const titled = rest.filter(({ inTitle }) => inTitle > 0)
  const about = titled.length > 0 ? titled : lectures.length > 0 ? [] : rest
  if (lectures.length > 0 && words.length > 0) {
    yield `${say(msg`I am the built-in assistant and explain no subjects myself, but the courses here do:`)}\n\n`
    for (const { lecture, course } of lectures.slice(0, most.lectures))
      yield `- ${lectureIn(lecture ?? '', factsLine(course, say), say)}\n`
    for (const { course } of about.slice(0, most.courses - 1)) yield courseItem(course, say)
    return
  }
  if (matches.length === 0) return
  const whole = !found.onlyClosest && matches.some(({ atAll }) => atAll === words.length)
  yield `${say(msg`I am the built-in assistant and explain no subjects myself.`)} `
  yield `${say(whole ? msg`These courses teach it:` : closestIntro)}\n\n`
  for (const { course, lecture } of (about.length > 0 ? about : matches).slice(0, most.courses))
    yield lecture === undefined ? courseItem(course, say) : `- ${lectureIn(lecture, courseLink(course), say)}\n`
}
