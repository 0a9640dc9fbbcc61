import { msg, plural } from '@lingui/core/runtime-macro'
import { type CompletionRule, isolate } from '@virtual-courses/contract'
import type { Say, Sentence } from '#core/languages/language.ts'
import { readableTime } from '#core/languages/readable-time.ts'
import { type Countable, counts } from '../lectures/index.ts'

export const dayMs = 24 * 3600 * 1000

/** When a section or an entry opens; at most one is set. */
export type Rule = { opensAt: Date | null; afterDays: number | null; inOrder: boolean }

/** An entry of a curriculum, in its order, as it stands for one student. */
export type Entry = Countable & {
  id: string
  title: string
  sectionId: string | null
  isPreview: boolean
  own: Rule
  /** of its section */
  section: Rule
  /** the student has opened it before, or their educator has opened it to them */
  isOpened: boolean
  doneAt: Date | null
  /** from then on no one can do it any more: a quiz that closes, an assignment that takes no late answers */
  overAt: Date | null
  /** what the student cannot do any more alone: all attempts at a quiz are used, or an answer waits for the educator */
  stuck: 'used' | 'waiting' | null
}

export type Student = {
  enrolledAt: Date
  completedAt: Date | null
  /** has done all that is open to them, whatever their entries say */
  isDiligent?: boolean
}

/** Why an entry is closed: it waits for a time, for what comes before, or for both. */
export type Closing = {
  opensAt: Date | null
  /** the days after the enrolment, where they decide `opensAt` */
  days: number | null
  /** what comes before and is not done: the next of it, and how much it is */
  before: (Pick<Entry, 'id' | 'title' | 'stuck'> & { count: number }) | null
}

const isSet = ({ opensAt, afterDays, inOrder }: Rule): boolean => opensAt !== null || afterDays !== null || inOrder

function latest(rules: readonly Rule[], { enrolledAt }: Student, now: Date): Pick<Closing, 'opensAt' | 'days'> {
  const times = rules.flatMap(({ opensAt, afterDays: days }): { opensAt: Date; days: number | null }[] => {
    if (opensAt) return [{ opensAt, days: null }]
    return days === null ? [] : [{ opensAt: new Date(enrolledAt.getTime() + days * dayMs), days }]
  })
  const [last] = times.filter(({ opensAt }) => opensAt > now).sort((a, b) => b.opensAt.getTime() - a.opensAt.getTime())
  return last ?? { opensAt: null, days: null }
}

/**
 * Decides which entries of a course are closed to a student. A free preview, and what was opened or done, stays open. The rules of an entry
 * and of its section both have to be met. "In order" waits for what is before, counts and can still be done; to those who completed the
 * course it closes nothing.
 */
export function decideClosed(
  entries: readonly Entry[],
  student: Student,
  completion: CompletionRule,
  now: Date,
): Map<string, Closing> {
  const closed = new Map<string, Closing>()
  const missing: Entry[] = []
  /** how many were missing where the present section began */
  let atSection = 0
  for (const [at, entry] of entries.entries()) {
    if (entry.sectionId !== entries[at - 1]?.sectionId) atSection = missing.length
    const { own, section } = entry
    const isFree = entry.isPreview || entry.isOpened || entry.doneAt !== null
    if (!isFree && (isSet(own) || isSet(section))) {
      const count = student.completedAt ? 0 : own.inOrder ? missing.length : section.inOrder ? atSection : 0
      const [next] = missing
      const closing: Closing = {
        ...latest([own, section], student, now),
        before: next && count > 0 ? { id: next.id, title: next.title, stuck: next.stuck, count } : null,
      }
      if (closing.opensAt || closing.before) closed.set(entry.id, closing)
    }
    const isOver = entry.overAt !== null && entry.overAt <= now
    const isDone = entry.doneAt !== null || (student.isDiligent === true && !closed.has(entry.id))
    if (!isDone && !isOver && counts(entry, completion)) missing.push(entry)
  }
  return closed
}

/** A title may have line breaks; a sentence has none. */
const inSentence = (title: string): string => isolate(title.trim().replace(/\s+/g, ' '))

/** Says when and why an entry opens, and what a student does who cannot get there alone. Times are in the zone. */
export function openingSentence(closing: Closing, zone: string): Sentence {
  const opens = timeAndReason(closing, zone)
  const said = (say: Say) => say(opens)
  const next = inSentence(closing.before?.title ?? '')
  if (closing.before?.stuck === 'used')
    return msg`${{ opens: said }} You have used all attempts at “${{ next }}”: ask your educator for another one.`
  if (closing.before?.stuck === 'waiting')
    return msg`${{ opens: said }} Your answer to “${{ next }}” is handed in: your educator looks at it next.`
  return opens
}

function timeAndReason({ opensAt, days, before }: Closing, zone: string): Sentence {
  const time = opensAt && ((say: Say) => readableTime(opensAt, zone, say.locale))
  const title = inSentence(before?.title ?? '')
  const more = (before?.count ?? 1) - 1
  if (time && before) {
    return more === 0
      ? msg`Opens when “${{ title }}” is done, and not before ${{ time }}.`
      : msg`Opens when “${{ title }}” and ${plural({ more }, { one: '# more', other: '# more' })} before it are done, and not before ${{ time }}.`
  }
  if (before)
    return more === 0
      ? msg`Opens when “${{ title }}” is done.`
      : msg`Opens when “${{ title }}” and ${plural({ more }, { one: '# more', other: '# more' })} before it are done.`
  return days === null
    ? msg`Opens on ${{ time }}.`
    : msg`Opens on ${{ time }}, ${plural({ days }, { one: '# day', other: '# days' })} after you enrolled.`
}
