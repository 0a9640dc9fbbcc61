import { msg, plural } from '@lingui/core/runtime-macro'
import type { ChatTurn } from '@virtual-courses/contract'
import { courseLink } from '#core/answers/course-link.ts'
import { languageOfAnswer } from '#core/answers/language-of-answer.ts'
import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { Catalogue } from '../catalogue.ts'
import type { HelpSite } from '../help/help-topic.ts'
import type { CourseFacts } from '../queries.ts'
import { answerHelp } from './answer-help.ts'
import { compareCourses } from './compare-courses.ts'
import { explainSubject } from './explain-subject.ts'
import { followUp } from './follow-up.ts'
import { limitsText } from './limits.ts'
import { exactFirst, hasAllWords, phrasesIn, readMessage, understoodFirst } from './named-course.ts'
import { goOn, planRoadmap } from './plan-roadmap.ts'
import { listCourses, mostItems, recommend } from './recommend.ts'
import { isShelf, noCourses, shelfIntros, showShelf } from './show-shelf.ts'
import { smallTalk } from './small-talk.ts'
import { type Turn, understandTurn } from './understand-turn.ts'
import { writeDetails } from './write-details.ts'

type Question = {
  catalogue: Catalogue
  site: HelpSite
  message: string
  /** what was said before, oldest first; from the client, so nothing in it is trusted */
  history: readonly ChatTurn[]
  /** IANA name, for times of live sessions */
  zone: string
  /** in the language of the reader's pages */
  say: Say
}

const mostCompared = 3
/** The categories' names are messages of the pages. */
const categoryName = (category: string): Sentence =>
  category === 'Others' ? msg({ message: 'Others', context: 'category' }) : category
const nothing = msg`I found no course about that here. I can only help with the courses of this site and with how the site works.`

/** Writes an answer without a language model, piece by piece. Every fact, price and link is read from the database. */
export async function* answerBuiltIn(question: Question): AsyncGenerator<string> {
  let breaks = ''
  for await (const piece of write(question)) {
    const text = piece.trimEnd()
    const end = piece.slice(text.length).replace(/ +/g, '')
    // Line breaks wait for what comes after them: an answer ends without one.
    if (text !== '') yield `${breaks}${end === '' ? piece : text}`
    breaks = text === '' ? breaks + end : end
  }
}

async function* write(question: Question): AsyncGenerator<string> {
  const { catalogue, message, history } = question
  const turn = await understandTurn(message, history, catalogue)
  const say = languageOfAnswer([turn.reading.rest, message], history, question.say)
  let answered = false
  for await (const piece of answer(turn, { ...question, say })) {
    answered = true
    yield piece
  }
  if (answered) return
  const [titled, ...others] = wholeTitles(turn)
  if (titled && others.length === 0 && turn.reading.rest === '')
    return yield* writeDetails(titled, [], { zone: question.zone, say })
  const found = exactFirst(await catalogue.search(turn.message, mostItems), wholeTitles(turn), turn.reading.subject)
  // What is only close is no way to a goal.
  const leadsAway = turn.label === 'roadmap' && found.onlyClosest
  if (found.courses.length > 0 && !leadsAway) return yield* recommend(found, readMessage(message), say)
  const asksForAny = turn.label === 'recommend' && turn.reading.subject === ''
  const popular = asksForAny ? await catalogue.shelf('popular', 3) : []
  if (popular.length === 0) return yield* offTopic(catalogue, say)
  yield* listCourses(shelfIntros.popular, popular, say)
  yield `\n${say(msg`Tell me a subject, a level or a price, and I will look again.`)}`
}

/** The courses whose whole titles a message names. */
const wholeTitles = ({ named }: Turn): CourseFacts[] => named.flatMap(({ whole, courses }) => (whole ? courses : []))

/** Writes the answer for a label; nothing where the catalogue has none, and the caller searches then. */
async function* answer(turn: Turn, { catalogue, site, message, zone, say }: Question): AsyncGenerator<string> {
  const { label, reading } = turn
  const { subject, known } = reading
  const [kind, detail = ''] = label.split('.')
  switch (kind) {
    case 'distress':
    case 'greeting':
    case 'about':
    case 'thanks':
    case 'bye':
    case 'reply':
      return yield* smallTalk(turn, site.settings.siteName, { zone, say })
    case 'help':
      return yield* answerHelp(turn, site, catalogue, say)
    case 'followup':
      return yield* followUp(turn, catalogue, say)
    case 'shelf': {
      if (isShelf(detail) && !(detail === 'free' && subject !== '')) yield* showShelf(detail, subject, catalogue, say)
      return
    }
    case 'compare':
      // "Chai aur HTML" is one title
      if (isOneTitle(turn)) return yield* details({ ...turn, asked: [] }, catalogue, { zone, say })
      return yield* compare(turn, catalogue, say)
    case 'off-topic': {
      const { byWords, onlyClosest } = await catalogue.search(message, 1)
      if (byWords.size === 0 || onlyClosest) yield* offTopic(catalogue, say)
      return
    }
  }
  const taught = await catalogue.taughtBy(readMessage(message), mostItems)
  if (taught[0]) return yield* listCourses(msg`Courses by ${{ teacher: taught[0].teacher }}:`, taught, say)
  switch (kind) {
    case 'categories':
      if (subject === '') yield* listCategories(catalogue, say)
      return
    case 'roadmap':
      if (subject !== '')
        return yield* planRoadmap({ goal: subject, known, limits: limitsText(reading.filters) }, catalogue, say)
      if (known !== '') return yield* goOn(turn, catalogue, say)
      return yield say(
        msg`Tell me what you would like to become or to learn, for example “roadmap for data science”, and I will put the courses in order.`,
      )
    case 'details':
      return yield* details(turn, catalogue, { zone, say })
    case 'explain':
      // a course whose title is the question comes before lectures that name its subject
      if (subject !== '' && wholeTitles(turn).length === 0) yield* explainSubject(turn, catalogue, say)
      return
    default:
      if (known === '') return
      if (subject === '') return yield* goOn(turn, catalogue, say)
      return yield* recommend(
        exactFirst(await catalogue.search(subject, mostItems), wholeTitles(turn), subject),
        readMessage(message),
        say,
      )
  }
}

async function* listCategories(catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const all = await catalogue.categories()
  const total = all.reduce((sum, { courses }) => sum + courses, 0)
  if (total === 0) return yield say(noCourses)
  yield `${say(msg`There are ${plural({ courses: total }, { one: '# course', other: '# courses' })} at the moment:`)}\n\n`
  for (const { category, courses } of all)
    yield `- ${say(categoryName(category))}: ${say(msg`${plural({ courses }, { one: '# course', other: '# courses' })}`)}\n`
  yield `\n${say(msg`See them all under [Courses](/allcourses).`)}`
}

/** The best course for a subject that the search is sure of, or that is one of those before. */
async function courseFor(
  subject: string,
  { shown }: Turn,
  catalogue: Catalogue,
  language: string,
): Promise<{ course: CourseFacts | undefined; isAbout: boolean }> {
  const before = shown.filter(({ title }) => hasAllWords(title, subject))
  if (before.length === 1) return { course: before[0], isAbout: true }
  const found = exactFirst(await catalogue.search(subject, 6), [], subject)
  const courses = understoodFirst(found.courses, language)
  const titled = courses.find(({ title }) => hasAllWords(title, subject))
  // what is only related, as JavaScript is to Angular, is not what was asked for
  const about = courses.find(({ id }) => found.byWords.has(id) && !found.onlyClosest)
  return { course: titled ?? about ?? courses[0], isAbout: (titled ?? about) !== undefined }
}

/** What a message compares, and of which subjects there is nothing, with the course that comes closest. */
type Compared = { chosen: CourseFacts[]; missing: { subject: string; nearest: CourseFacts | undefined }[] }

/** What a message compares, in its order: courses that it names by title, and the best ones for the other subjects. */
async function comparedIn(turn: Turn, catalogue: Catalogue, language: string): Promise<Compared> {
  const { reading, shown, named } = turn
  const { parts } = reading
  const titled = named.filter(({ whole }) => whole || named.length > 1)
  const chosen = titled.flatMap(({ courses }) => courses[0] ?? [])
  const inTitles = titled.map(({ words }) => words).join(' ')
  const others = parts.filter((part) => titled.length === 0 || !hasAllWords(inTitles, part))
  const missing: Compared['missing'] = []
  for (const part of others.slice(0, mostCompared - chosen.length)) {
    const { course, isAbout } = await courseFor(part, turn, catalogue, language)
    const fresh = course && chosen.every(({ id }) => id !== course.id) ? course : undefined
    if (!isAbout) missing.push({ subject: part, nearest: fresh })
    if (fresh) chosen.push(fresh)
  }
  if (parts.length === 1 && parts[0] && titled.length === 0)
    return { chosen: (await catalogue.search(parts[0], 2)).courses, missing: [] }
  if (parts.length === 0 && chosen.length === 0) return { chosen: shown.slice(0, mostCompared), missing: [] }
  return { chosen: chosen.slice(0, mostCompared), missing }
}

function isOneTitle({ named: [title, ...others], reading: { parts } }: Turn): boolean {
  return (
    title !== undefined &&
    others.length === 0 &&
    parts.length > 1 &&
    parts.every((part) => hasAllWords(title.words, part))
  )
}

async function* compare(turn: Turn, catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const { chosen, missing } = await comparedIn(turn, catalogue, say.language)
  if (chosen.length > 0)
    for (const { subject: asked, nearest } of missing) {
      const subject = sanitiseLine(asked)
      const sentence = nearest
        ? msg`I found no course about ${{ subject }} itself; ${{ course: courseLink(nearest) }} comes closest.`
        : msg`I found no course about ${{ subject }} here.`
      yield `${say(sentence)}${chosen.length === 1 ? '\n\n' : ' '}`
    }
  if (chosen.length >= 2) return yield* compareCourses(chosen, say)
  if (chosen[0]) {
    if (missing.length === 0) yield `${say(msg`I found only one of them here:`)}\n\n`
    return yield* writeDetails(chosen[0], [], { zone: 'UTC', say })
  }
  if (turn.reading.parts.length === 0)
    yield say(msg`Tell me which two courses to compare, for example “compare React and Node.js”.`)
}

async function* details(turn: Turn, catalogue: Catalogue, reader: { zone: string; say: Say }): AsyncGenerator<string> {
  const { asked, meant, shown, reading, named } = turn
  const { subject } = reading
  const brief = asked.length === 0 ? (['price', 'level'] as const) : asked
  const titled = named.some(({ whole }) => whole) ? named.filter(({ whole }) => whole) : named
  const chosen = titled.flatMap(({ courses }) => courses)
  const before = subject === '' ? [] : shown.filter(({ title }) => hasAllWords(title, subject))
  const [only, ...others] = chosen.length > 0 ? chosen : before.length === 1 ? before : subject === '' ? meant : []
  if (only) {
    if (others.length === 0) return yield* writeDetails(only, asked, reader)
    for (const course of [only, ...others].slice(0, mostItems)) yield* writeDetails(course, brief, reader)
    return
  }
  if (subject === '') {
    const alike = await catalogue.titled(phrasesIn(reading.rest), mostItems)
    if (alike.length === 0) return yield reader.say(msg`Tell me which course you mean, by its title or its subject.`)
    for (const course of alike) yield* writeDetails(course, brief, reader)
    return
  }
  const found = exactFirst(await catalogue.search(subject, 6), [], subject)
  if (found.courses.length === 0) return
  if (found.onlyClosest) return yield* recommend({ ...found, courses: found.courses.slice(0, 3) }, subject, reader.say)
  const exact = found.courses.filter(({ title }) => hasAllWords(title, subject))
  const about = exact.length > 0 ? exact : found.courses
  if (about.length === 1 && about[0]) return yield* writeDetails(about[0], asked, reader)
  for (const course of about.slice(0, 3)) yield* writeDetails(course, brief, reader)
}

async function* offTopic(catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  yield say(nothing)
  const all = await catalogue.categories()
  if (all.length > 0) {
    const categories = all.map(({ category }) => say(categoryName(category))).join(', ')
    yield ` ${say(msg`There are courses in: ${{ categories }}.`)}`
  }
}
