import type { ChatTurn } from '@virtual-courses/contract'
import { earlierMessages } from '#core/answers/earlier-messages.ts'
import type { Reading } from '#ports/search-index.ts'
import type { Catalogue } from '../catalogue.ts'
import { linkedIds, severalLinked } from '../history.ts'
import type { CourseFacts } from '../queries.ts'
import { withAudience } from './audience.ts'
import { joined, type Limits, noLimits, states } from './limits.ts'
import { namedAmong, wordsIn } from './named-course.ts'

/** What a detail question is about. */
const askable = [
  'price',
  'discount',
  'level',
  'language',
  'length',
  'lectures',
  'rating',
  'teacher',
  'students',
  'preview',
  'live',
] as const
export type Asked = (typeof askable)[number]

/** A message with what it refers to. */
export type Turn = {
  /** with an age as the group of people that courses name */
  message: string
  reading: Reading
  label: string
  /** what is asked of a course; empty for everything */
  asked: Asked[]
  /** published courses of the last answer */
  shown: CourseFacts[]
  /** those of them that the message names by place or title; all of them when it names none */
  meant: CourseFacts[]
  /** the subject of the conversation before this message, "" without one, and what was wanted of it */
  before: Before
  /** courses whose titles the message names, by title; of titles that are alike, several */
  named: { courses: CourseFacts[]; whole: boolean; words: string }[]
}

export type Before = { subject: string; limits: Limits }
const nothingBefore: Before = { subject: '', limits: noLimits }

/**
 * Minimum similarities: of a label, of another label in its place, of a further question, of a person in danger; and words of a subject
 * that a part of a title must have, and of a message before it is about a title that has them.
 */
const least = { label: 0.15, other: 0.2, asked: 0.25, distress: 0.5, ofSubject: 0.6, ofMessage: 0.5, words: 3 }
/** Messages that are looked through for the subject of a conversation. */
const mostEarlier = 3
/** Labels that ask something of a course. */
const needsCourse = /^(?:details|followup)\b/
/** Labels that compare the courses that were shown. */
const amongShown = /^followup\.(?:choose|cheapest|rated|shortest|longest)$/
/** Their counterparts for all courses, where none were shown. */
const ofAll = /^followup\.(?=(?:cheapest|rated|shortest|longest)$)/
/** Labels whose limits stay wanted; "is it free?" only asks. */
const wants = /^(?:search|recommend|roadmap|shelf|followup\.refine)\b/

/** Reads a message together with what was said before it. Everything that is taken from the history is looked up again. */
export async function understandTurn(said: string, history: readonly ChatTurn[], catalogue: Catalogue): Promise<Turn> {
  const message = withAudience(said)
  const reading = await catalogue.read(message)
  // "Which is the longest?" is about several, also after an answer about one of them.
  const ids =
    reading.labels[0] && amongShown.test(reading.labels[0].label) ? severalLinked(history) : linkedIds(history)
  const shown = ids.length === 0 ? [] : await catalogue.courses(ids)
  const named = await namedIn(reading, catalogue)
  const follows = reading.subject === '' || reading.labels[0]?.label.startsWith('followup.') === true
  const before = follows ? await subjectBefore(history, catalogue) : nothingBefore
  const likely = labelOf(reading, shown, before.subject, named)
  const lacksCourse = shown.length === 0 && before.subject === '' && named.length === 0 && reading.subject === ''
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

async function subjectBefore(history: readonly ChatTurn[], catalogue: Catalogue): Promise<Before> {
  let limits = noLimits
  for (const text of earlierMessages(history).slice(0, mostEarlier)) {
    if (text === '') continue
    const { subject, filters, labels } = await catalogue.read(text)
    if (wants.test(labels[0]?.label ?? '')) limits = joined(filters, limits)
    if (subject !== '') return { subject, limits }
  }
  return { subject: '', limits }
}

/** Whether a message may be of someone in danger: no language model answers it, and nothing is sold beside the answer. */
export const isOfDistress = (labels: Reading['labels']): boolean =>
  labels.some(({ label, similarity }) => label === 'distress' && similarity >= least.distress)

/** The likeliest label that makes sense here; "search" when none is likely, "" for a message without words. */
function labelOf(
  { labels, subject, filters, titles, rest }: Reading,
  shown: readonly CourseFacts[],
  before: string,
  titled: Turn['named'],
): string {
  const [first] = labels
  if (!first) return ''
  if (isOfDistress(labels)) return 'distress'
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
  if (!context && ofAll.test(first.label) && first.similarity >= least.label)
    return first.label.replace(ofAll, 'shelf.')
  if (!best || best.similarity < least.label)
    return context && subject === '' && states(filters) ? 'followup.refine' : 'search'
  if (best.label.startsWith('details') && subject === '' && shown.length === 0 && titles.length === 0)
    return (
      fitting.find(({ label, similarity }) => !label.startsWith('details') && similarity >= least.other)?.label ??
      best.label
    )
  if (best.label.startsWith('help.') && isAboutTitle(titled, rest)) return 'search'
  // "Which is the cheapest?" after some courses is about these, where it may be.
  const among = best.label.replace('shelf.', 'followup.')
  if (shown.length > 0 && subject === '' && amongShown.test(among) && labels.some(({ label }) => label === among))
    return among
  if (/^(?:search|recommend|shelf\.free)$/.test(best.label) && context && subject === '' && states(filters))
    return 'followup.refine'
  // "Is it in Hindi?" asks something of one course, and for others after several.
  const isOne = titled.length > 0 || shown.length === 1 || !context
  if (best.label === 'details.language' && subject === '' && filters.languages.length > 0 && !isOne)
    return 'followup.refine'
  return best.label
}

/** "Returns and refunds for online shops" is a title, though it has words of help. */
function isAboutTitle(titled: Turn['named'], rest: string): boolean {
  return titled.some(({ words, whole }) => {
    const named = wordsIn(words).length
    const said = wordsIn(rest).length
    return !whole && named >= least.words && said > 0 && named / said >= least.ofMessage
  })
}

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
