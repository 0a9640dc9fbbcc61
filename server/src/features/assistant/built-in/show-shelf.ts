import { msg } from '@lingui/core/runtime-macro'
import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { Catalogue } from '../catalogue.ts'
import type { CourseFacts, Shelf } from '../queries.ts'
import { hasAllWords } from './named-course.ts'
import { listCourses, mostItems } from './recommend.ts'

const mostCandidates = 8

export const noCourses = msg`There are no published courses yet.`
export const shelfIntros: Record<Shelf, Sentence> = {
  cheapest: msg`The cheapest courses:`,
  dearest: msg`The most expensive courses:`,
  free: msg`These courses are free:`,
  rated: msg`The courses with the best ratings:`,
  popular: msg`The courses with the most students:`,
  newest: msg`The newest courses:`,
  live: msg`Courses with live sessions that are on or scheduled:`,
  longest: msg`The longest courses:`,
  shortest: msg`The shortest courses:`,
}
export const isShelf = (name: string): name is Shelf => Object.hasOwn(shelfIntros, name)

/** The same about a subject; what is free and what is live is not asked by subject. */
const shelfIntrosAbout: Record<Exclude<Shelf, 'free' | 'live'>, (subject: string) => Sentence> = {
  cheapest: (subject) => msg`The cheapest courses about ${{ subject }}:`,
  dearest: (subject) => msg`The most expensive courses about ${{ subject }}:`,
  rated: (subject) => msg`The courses with the best ratings about ${{ subject }}:`,
  popular: (subject) => msg`The courses with the most students about ${{ subject }}:`,
  newest: (subject) => msg`The newest courses about ${{ subject }}:`,
  longest: (subject) => msg`The longest courses about ${{ subject }}:`,
  shortest: (subject) => msg`The shortest courses about ${{ subject }}:`,
}
/** Where the length of no course is known. */
const byLectures: Partial<Record<Shelf, Sentence>> = {
  longest: msg`How long the courses take is not known. Those with the most lectures:`,
  shortest: msg`How long the courses take is not known. Those with the fewest lectures:`,
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
  longest: (a, b) => (b.seconds ?? 0) - (a.seconds ?? 0) || b.lectures.length - a.lectures.length,
  shortest: (a, b) =>
    (a.seconds ?? Number.MAX_SAFE_INTEGER) - (b.seconds ?? Number.MAX_SAFE_INTEGER) ||
    a.lectures.length - b.lectures.length,
}

/** The first courses of all by a measure, or of those about a subject. */
export async function* showShelf(shelf: Shelf, named: string, catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const subject = shelf === 'free' || shelf === 'live' ? '' : named
  const order = shelfOrders[shelf]
  const found = subject === '' ? [] : (await catalogue.search(subject, mostCandidates)).courses
  const titled = found.filter(({ title }) => hasAllWords(title, subject))
  const about = titled.length > 0 ? titled : found.slice(0, mostItems)
  const courses =
    about.length > 0
      ? (order ? about.toSorted(order) : about).slice(0, mostItems)
      : await catalogue.shelf(shelf, mostItems)
  const unknown = courses.every(({ seconds }) => seconds === null) ? byLectures[shelf] : undefined
  const intro =
    about.length > 0 && shelf !== 'free' && shelf !== 'live'
      ? shelfIntrosAbout[shelf](sanitiseLine(subject))
      : shelfIntros[shelf]
  if (courses.length > 0) yield* listCourses(unknown ?? intro, courses, say)
  else yield say(shelfEmpty[shelf] ?? noCourses)
}
