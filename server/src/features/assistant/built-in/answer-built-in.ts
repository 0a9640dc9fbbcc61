import { msg, plural } from '@lingui/core/runtime-macro'
import type { ChatTurn } from '@virtual-courses/contract'
import { languageOfAnswer } from '#core/answers/language-of-answer.ts'
import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { Catalogue } from '../catalogue.ts'
import { helpText } from '../help/help.ts'
import type { HelpSite } from '../help/help-topic.ts'
import type { CourseFacts, Shelf } from '../queries.ts'
import { compareCourses } from './compare-courses.ts'
import { explainSubject } from './explain-subject.ts'
import { followUp } from './follow-up.ts'
import { exactFirst, hasAllWords, readMessage, understoodFirst } from './named-course.ts'
import { goOn, planRoadmap } from './plan-roadmap.ts'
import { listCourses, mostItems, recommend } from './recommend.ts'
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
const tries = [
  msg`Recommend a course on web development under ₹1,000`,
  msg`Compare Python and machine learning courses`,
  msg`How do I become a data scientist?`,
  msg`How do I join a live session?`,
]
/** The categories' names are messages of the pages. */
const categoryName = (category: string): Sentence =>
  category === 'Others' ? msg({ message: 'Others', context: 'category' }) : category
const abilities = msg`I can recommend courses, compare them, tell prices, levels, lengths and ratings, plan what to learn in which order, and explain how this site works.`
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
  const found = exactFirst(await catalogue.search(message, mostItems), wholeTitles(turn), turn.reading.subject)
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

const shelfNames: readonly Shelf[] = ['cheapest', 'dearest', 'free', 'rated', 'popular', 'newest', 'live']

/** Writes the answer for a label; nothing where the catalogue has none, and the caller searches then. */
async function* answer(turn: Turn, { catalogue, site, message, zone, say }: Question): AsyncGenerator<string> {
  const { label, reading } = turn
  const { subject, known } = reading
  const [kind, detail = ''] = label.split('.')
  switch (kind) {
    case 'greeting':
      yield `${say(msg`Hello! I am the built-in assistant (no language model) of ${{ site: site.settings.siteName }}.`)} `
      return yield `${say(abilities)} ${say(msg`What would you like to learn?`)}`
    case 'about':
      yield `${say(msg`I am the built-in assistant (no language model): I answer from the catalogue of this site.`)} `
      yield `${say(abilities)}\n\n${say(msg`Try:`)}\n`
      return yield tries.map((one) => `- ${say(one)}`).join('\n')
    case 'thanks':
      return yield say(msg`You are welcome! Ask whenever you need another course.`)
    case 'bye':
      return yield say(msg`Goodbye, and enjoy learning!`)
    case 'help': {
      const text = helpText(detail, site, say)
      if (text !== undefined) yield text
      return
    }
    case 'followup':
      return yield* followUp(turn, catalogue, say)
    case 'shelf': {
      const shelf = shelfNames.find((one) => one === detail)
      if (shelf && !(shelf === 'free' && subject !== '')) yield* showShelf(shelf, subject, catalogue, say)
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
      if (subject !== '') return yield* planRoadmap(subject, known, catalogue, say)
      if (known !== '') return yield* goOn(known, catalogue, say)
      return yield say(
        msg`Tell me what you would like to become or to learn, for example “roadmap for data science”, and I will put the courses in order.`,
      )
    case 'details':
      return yield* details(turn, catalogue, { zone, say })
    case 'explain':
      if (subject !== '') yield* explainSubject(turn, catalogue, wholeTitles(turn), say)
      return
    default:
      if (known === '') return
      if (subject === '') return yield* goOn(known, catalogue, say)
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

const noCourses = msg`There are no published courses yet.`
const shelfIntros: Record<Shelf, Sentence> = {
  cheapest: msg`The cheapest courses:`,
  dearest: msg`The most expensive courses:`,
  free: msg`These courses are free:`,
  rated: msg`The courses with the best ratings:`,
  popular: msg`The courses with the most students:`,
  newest: msg`The newest courses:`,
  live: msg`Courses with live sessions that are on or scheduled:`,
}
/** The same about a subject; what is free and what is live is not asked by subject. */
const shelfIntrosAbout: Record<Exclude<Shelf, 'free' | 'live'>, (subject: string) => Sentence> = {
  cheapest: (subject) => msg`The cheapest courses about ${{ subject }}:`,
  dearest: (subject) => msg`The most expensive courses about ${{ subject }}:`,
  rated: (subject) => msg`The courses with the best ratings about ${{ subject }}:`,
  popular: (subject) => msg`The courses with the most students about ${{ subject }}:`,
  newest: (subject) => msg`The newest courses about ${{ subject }}:`,
}
const shelfEmpty: Partial<Record<Shelf, Sentence>> = {
  free: msg`No course is free at the moment.`,
  rated: msg`No course has reviews yet.`,
  live: msg`No live session is scheduled at the moment.`,
}
const shelfOrders: Partial<Record<Shelf, (a: CourseFacts, b: CourseFacts) => number>> = {
  cheapest: (a, b) => (a.price ?? 0) - (b.price ?? 0),
  dearest: (a, b) => (b.price ?? 0) - (a.price ?? 0),
  rated: (a, b) => b.rating - a.rating,
  popular: (a, b) => b.students - a.students,
}

async function* showShelf(shelf: Shelf, named: string, catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const subject = shelf === 'free' || shelf === 'live' ? '' : named
  const order = shelfOrders[shelf]
  const found = subject === '' ? [] : (await catalogue.search(subject, 8)).courses
  const titled = found.filter(({ title }) => hasAllWords(title, subject))
  const about = titled.length > 0 ? titled : found.slice(0, mostItems)
  const courses =
    about.length > 0
      ? (order ? about.toSorted(order) : about).slice(0, mostItems)
      : await catalogue.shelf(shelf, mostItems)
  const intro =
    about.length > 0 && shelf !== 'free' && shelf !== 'live'
      ? shelfIntrosAbout[shelf](sanitiseLine(subject))
      : shelfIntros[shelf]
  if (courses.length > 0) yield* listCourses(intro, courses, say)
  else yield say(shelfEmpty[shelf] ?? noCourses)
}

/** The best course for a subject that the search is sure of, or that is one of those before. */
async function courseFor(
  subject: string,
  { shown }: Turn,
  catalogue: Catalogue,
  language: string,
): Promise<CourseFacts | undefined> {
  const before = shown.filter(({ title }) => hasAllWords(title, subject))
  if (before.length === 1) return before[0]
  const found = exactFirst(await catalogue.search(subject, 6), [], subject)
  const courses = understoodFirst(found.courses, language)
  return courses.find(({ title }) => hasAllWords(title, subject)) ?? courses[0]
}

/** What a message compares, in its order: courses that it names by title, and the best ones for the other subjects. */
async function comparedIn(turn: Turn, catalogue: Catalogue, language: string): Promise<CourseFacts[]> {
  const { reading, shown, named } = turn
  const { parts } = reading
  const titled = named.filter(({ whole }) => whole || named.length > 1)
  const chosen = titled.flatMap(({ courses }) => courses[0] ?? [])
  const inTitles = titled.map(({ words }) => words).join(' ')
  const others = parts.filter((part) => titled.length === 0 || !hasAllWords(inTitles, part))
  for (const part of others.slice(0, mostCompared - chosen.length)) {
    const course = await courseFor(part, turn, catalogue, language)
    if (course && chosen.every(({ id }) => id !== course.id)) chosen.push(course)
  }
  if (parts.length === 1 && parts[0] && titled.length === 0) return (await catalogue.search(parts[0], 2)).courses
  if (parts.length === 0 && chosen.length === 0) return shown.slice(0, mostCompared)
  return chosen.slice(0, mostCompared)
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
  const chosen = await comparedIn(turn, catalogue, say.language)
  if (chosen.length >= 2) return yield* compareCourses(chosen, say)
  if (chosen[0]) {
    yield `${say(msg`I found only one of them here:`)}\n\n`
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
  if (subject === '') return yield reader.say(msg`Tell me which course you mean, by its title or its subject.`)
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
