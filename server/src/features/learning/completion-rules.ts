import { msg, plural } from '@lingui/core/runtime-macro'
import { type CompletionRule, type EntryNeed, entryNeeds } from '@virtual-courses/contract'
import type { Sentence } from '#core/languages/language.ts'
import { type Countable, counts, needOf, parts } from '../lectures/index.ts'

/** An entry of a curriculum with what one student did in it. */
export type Entry = Countable & {
  id: string
  /** seconds; null where it is not known, and then not measured */
  duration: number | null
  /** when it was ticked, by whatever way: a mark stays when rule, video or text change */
  doneAt: Date | null
  /** distinct seconds of the present video */
  watched: number
}

export type Curriculum = readonly (Countable & Pick<Entry, 'id' | 'duration'>)[]

/**
 * Whether a student may tick an entry, and reaching the end of its video ticks it. A video that cannot be measured may always be ticked:
 * no one is locked out.
 */
export function isByHand(entry: Pick<Entry, 'kind' | 'videoId' | 'duration'>, rule: CompletionRule): boolean {
  const need = needOf(entry)
  if (need === 'text') return true
  return need === 'video' && (rule.byHand || !rule.videos || entry.duration === null)
}

/** Distinct seconds that have to be watched of a video of this length: never more than a whole number of them can reach. */
export const secondsNeeded = (duration: number, { videoPercent }: CompletionRule): number =>
  Math.max(1, Math.floor((duration * videoPercent) / 100))

export const percentWatched = (watched: number, duration: number): number =>
  duration <= 0 ? 0 : Math.min(100, Math.floor((100 * watched) / duration))

export type Missing = Record<EntryNeed, number>

export type CompletionState = {
  completedAt: Date | null
  required: number
  met: number
  missing: Missing
}

/**
 * Decides how far a student is: the entries that count and are ticked. `completedAt` is what was kept when they completed the course; it
 * stays, whatever was added or set since.
 */
export function decideCompletion(
  entries: readonly (Countable & Pick<Entry, 'doneAt'>)[],
  rule: CompletionRule,
  completedAt: Date | null,
): CompletionState {
  const missing: Missing = { video: 0, text: 0, quiz: 0, assignment: 0 }
  const counting = entries.filter((entry) => counts(entry, rule))
  const open = counting.filter(({ doneAt }) => doneAt === null)
  for (const entry of open) missing[needOf(entry)]++
  return { completedAt, required: counting.length, met: counting.length - open.length, missing }
}

/** Whether a student completes the course now: nothing that counts is missing, and something counts. */
export const isReached = ({ required, met }: Pick<CompletionState, 'required' | 'met'>): boolean =>
  required > 0 && met >= required

/** When it was reached: the last tick that counts, or the enrolment where all were ticked before. */
export const reachedAt = (
  entries: readonly (Countable & Pick<Entry, 'doneAt'>)[],
  rule: CompletionRule,
  enrolledAt: Date,
): Date =>
  entries.reduce(
    (last, entry) => (entry.doneAt && entry.doneAt > last && counts(entry, rule) ? entry.doneAt : last),
    enrolledAt,
  )

/** What a student has done of a kind that counts; `percent` where so much of each video was watched. */
export type Accomplished = { kind: (typeof parts)[EntryNeed]; count: number; percent?: number }

/**
 * What a student has done for a course: the ticked entries that count, or all of them where the rule now counts none. The share of videos
 * is said only where each of them was measured and reached it.
 */
export function accomplished(entries: readonly Entry[], rule: CompletionRule): Accomplished[] {
  const ticked = entries.filter(({ doneAt }) => doneAt !== null)
  const counting = ticked.filter((entry) => counts(entry, rule))
  const byNeed = Map.groupBy(counting.length > 0 ? counting : ticked, needOf)
  const isMeasured = ({ duration, watched }: Entry): boolean =>
    duration !== null && watched >= secondsNeeded(duration, rule)
  return entryNeeds.flatMap((need) => {
    const done = byNeed.get(need) ?? []
    if (done.length === 0) return []
    const measured = need === 'video' && !rule.byHand && done.every(isMeasured)
    return [{ kind: parts[need], count: done.length, ...(measured && { percent: rule.videoPercent }) }]
  })
}

/** The parts of the sentence about what is missing. */
export function missingParts({ missing }: CompletionState, { byHand, videoPercent }: CompletionRule): Sentence[] {
  const { video, text, quiz, assignment } = missing
  const missingOnes: Sentence[] = []
  if (video > 0)
    missingOnes.push(
      byHand
        ? msg`${plural({ video }, { one: '# video to watch', other: '# videos to watch' })}`
        : msg`${plural({ video }, { one: '# video to watch', other: '# videos to watch' })} (${{ videoPercent }} % of each)`,
    )
  if (text > 0) missingOnes.push(msg`${plural({ text }, { one: '# lecture to read', other: '# lectures to read' })}`)
  if (quiz > 0) missingOnes.push(msg`${plural({ quiz }, { one: '# quiz to pass', other: '# quizzes to pass' })}`)
  if (assignment > 0)
    missingOnes.push(
      msg`${plural({ assignment }, { one: '# assignment to hand in', other: '# assignments to hand in' })}`,
    )
  return missingOnes
}
