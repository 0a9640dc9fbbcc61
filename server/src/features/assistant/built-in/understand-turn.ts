import type { ChatTurn } from '@virtual-courses/contract'
import { earlierMessages } from '#core/answers/earlier-messages.ts'
import type { Reading } from '#ports/search-index.ts'
import type { Catalogue } from '../catalogue.ts'
import { linkedIds } from '../history.ts'
import type { CourseFacts } from '../queries.ts'
import { namedAmong } from './named-course.ts'

/** What a detail question is about. */
const askable = ['price', 'level', 'length', 'lectures', 'rating', 'teacher', 'students', 'preview', 'live'] as const
export type Asked = (typeof askable)[number]

/** A message with what it refers to. */
export type Turn = {
  message: string
  reading: Reading
  label: string
  /** what is asked of a course; empty for everything */
  asked: Asked[]
  /** published courses of the last answer */
  shown: CourseFacts[]
  /** those of them that the message names by place or title; all of them when it names none */
  meant: CourseFacts[]
  /** the subject of the conversation before this message; "" without one */
  before: string
  /** courses whose titles the message names, by title; of titles that are alike, several */
  named: { courses: CourseFacts[]; whole: boolean; words: string }[]
}

/** Minimum similarities: of a label, of another label in its place, and of a further question; and words of a subject that a part of a title must have. */
const least = { label: 0.15, other: 0.2, asked: 0.25, ofSubject: 0.6 }
/** Messages that are looked through for the subject of a conversation. */
const mostEarlier = 3
/** Labels that ask something of a course. */
const needsCourse = /^(?:details|followup)\b/
/** Labels that compare the courses that were shown. */
const amongShown = /^followup\.(?:choose|cheapest|rated|shortest)$/

/** Reads a message together with what was said before it. Everything that is taken from the history is looked up again. */
export async function understandTurn(
  message: string,
  history: readonly ChatTurn[],
  catalogue: Catalogue,
): Promise<Turn> {
  const reading = await catalogue.read(message)
  const ids = linkedIds(history)
  const shown = ids.length === 0 ? [] : await catalogue.courses(ids)
  const named = await namedIn(reading, catalogue)
  const follows = reading.subject === '' || reading.labels[0]?.label.startsWith('followup.') === true
  const before = follows ? await subjectBefore(history, catalogue) : ''
  const likely = labelOf(reading, shown, before)
  const lacksCourse = shown.length === 0 && before === '' && named.length === 0 && reading.subject === ''
  const label = lacksCourse && needsCourse.test(likely) ? await helpBefore(likely, history, catalogue) : likely
  const asked = reading.labels.flatMap(({ label, similarity }) => (similarity >= least.asked ? askedBy(label) : []))
  return {
    message,
    reading,
    label,
    asked: asked.length === 0 ? askedBy(label) : asked,
    shown,
    meant: meantBy(message, reading, shown, named),
    before,
    named,
  }
}

/** Titles that are named in full, and parts of titles that have most of the subject. */
async function namedIn({ titles, subject }: Reading, catalogue: Catalogue): Promise<Turn['named']> {
  const ids = [...new Set(titles.flatMap((title) => title.ids))]
  if (ids.length === 0) return []
  const found = await catalogue.courses(ids)
  const asked = Math.max(1, subject.split(' ').filter(Boolean).length)
  return titles
    .filter(({ whole, words }) => whole || words.split(' ').length / asked >= least.ofSubject)
    .map(({ ids, whole, words }) => ({ courses: found.filter(({ id }) => ids.includes(id)), whole, words }))
    .filter(({ courses }) => courses.length > 0)
}

/** A question after help, such as "and how long does it take?", is about the same help. */
async function helpBefore(label: string, history: readonly ChatTurn[], catalogue: Catalogue): Promise<string> {
  const [earlier] = earlierMessages(history)
  const [first] = earlier === undefined ? [] : (await catalogue.read(earlier)).labels
  return first?.label.startsWith('help.') && first.similarity >= least.label ? first.label : label
}

const askedBy = (label: string): Asked[] => askable.filter((one) => label === `details.${one}`)

async function subjectBefore(history: readonly ChatTurn[], catalogue: Catalogue): Promise<string> {
  for (const text of earlierMessages(history).slice(0, mostEarlier)) {
    if (text === '') continue
    const { subject } = await catalogue.read(text)
    if (subject !== '') return subject
  }
  return ''
}

/** The likeliest label that makes sense here; "search" when none is likely, "" for a message without words. */
function labelOf({ labels, subject, filters, titles }: Reading, shown: readonly CourseFacts[], before: string): string {
  const [first] = labels
  if (!first) return ''
  const context = shown.length > 0 || before !== ''
  const named = subject !== '' && namedAmong(subject, shown) !== undefined
  const fits = (label: string): boolean =>
    label === 'about'
      ? subject === ''
      : !label.startsWith('followup.') ||
        (context &&
          (!amongShown.test(label) || shown.length > 0) &&
          (subject === '' || named || label === 'followup.more'))
  const fitting = labels.filter(({ label }) => fits(label))
  const [best] = fitting
  if (first.label === 'followup.choose' && !context && subject === '') return 'compare'
  if (!best || best.similarity < least.label)
    return context && subject === '' && states(filters) ? 'followup.refine' : 'search'
  if (best.label.startsWith('details') && subject === '' && shown.length === 0 && titles.length === 0)
    return (
      fitting.find(({ label, similarity }) => !label.startsWith('details') && similarity >= least.other)?.label ??
      best.label
    )
  // "Which is the cheapest?" after some courses is about these, where it may be.
  const among = best.label.replace('shelf.', 'followup.')
  if (shown.length > 0 && subject === '' && amongShown.test(among) && labels.some(({ label }) => label === among))
    return among
  if (/^(?:search|recommend)$/.test(best.label) && context && subject === '' && states(filters))
    return 'followup.refine'
  return best.label
}

const states = ({ free, maxPrice, level, maxMinutes, minMinutes }: Reading['filters']): boolean =>
  free || maxPrice !== null || level !== null || maxMinutes !== null || minMinutes !== null

function meantBy(
  message: string,
  { places, subject }: Reading,
  shown: CourseFacts[],
  named: Turn['named'],
): CourseFacts[] {
  const placed = places.includes(0) ? [] : places.flatMap((place) => shown.at(place < 0 ? place : place - 1) ?? [])
  if (placed.length > 0) return placed
  const titled = shown.filter(({ id }) => named.some(({ courses }) => courses.some((one) => one.id === id)))
  if (titled.length > 0) return titled
  const one = namedAmong(subject === '' ? message : subject, shown)
  return one ? [one] : shown
}
