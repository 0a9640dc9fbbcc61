import type { beginProblems, QuizShowPart, QuizShowTime } from '@virtual-courses/contract'
import { areAttemptsUsed } from '../../lectures/index.ts'

const minuteMs = 60_000

type Limits = { minutes: number | null; closes_at: Date | null }

/** Returns when an attempt ends by itself: after the time of its student, or when the quiz closes; null for never. */
export function dueAt(
  { minutes, closes_at: closesAt }: Limits,
  extra: { minutes: number },
  beganAt: Date,
): Date | null {
  const ends = minutes === null ? [] : [beganAt.getTime() + (minutes + extra.minutes) * minuteMs]
  if (closesAt) ends.push(closesAt.getTime())
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

type Move = { quiz: Limits; beganAt: Date; before: { minutes: number }; after: { minutes: number } }

/**
 * Returns when an open attempt ends after its student has got other minutes. Limits that the quiz has got since it began are not its own: it
 * never ends earlier by more minutes, nor later by fewer.
 */
export function movedDueAt(due: Date | null, { quiz, beganAt, before, after }: Move): Date | null {
  if (due === null) return null
  const by = after.minutes - before.minutes
  const moved = due.getTime() + by * minuteMs
  if (by > 0) return new Date(Math.max(due.getTime(), Math.min(moved, quiz.closes_at?.getTime() ?? moved)))
  const now = dueAt(quiz, after, beganAt)?.getTime() ?? moved
  return new Date(Math.min(due.getTime(), Math.max(moved, now)))
}

/** Whether the time of an attempt is over. An answer at its last millisecond counts, one after it does not. */
export const isOver = (due: Date | null, now: Date): boolean => due !== null && now.getTime() > due.getTime()

type BeginFacts = {
  questions: number
  closesAt: Date | null
  allowed: number | null
  /** attempts so far */
  used: number
  now: Date
}

/** Decides why no further attempt can begin; null when it can. */
export function decideBegin({
  questions,
  closesAt,
  allowed,
  used,
  now,
}: BeginFacts): (typeof beginProblems)[number] | null {
  if (closesAt && now >= closesAt) return 'quiz_closed'
  if (areAttemptsUsed(used, allowed)) return 'attempts_used'
  return questions === 0 ? 'quiz_empty' : null
}

type ShowFacts = {
  showTime: QuizShowTime
  showPart: QuizShowPart
  /** whether an attempt at the quiz is open: its questions may be those of earlier ones */
  hasOpen: boolean
  passed: boolean
  /** no further attempt can begin */
  isLast: boolean
}

/** Decides what a student sees of attempts that are handed in, beside their marks. */
export function decideShown({ showTime, showPart, hasOpen, passed, isLast }: ShowFacts): 'nothing' | QuizShowPart {
  if (hasOpen || showTime === 'never') return 'nothing'
  const isTime = showTime === 'each' || (showTime === 'passed' && passed) || (showTime === 'end' && isLast)
  return isTime ? showPart : 'nothing'
}

/** Decides what a request to save an answer does: one that another tab has changed since `base` is `stale`, unless it is the same. */
export function decideAnswer(
  known: { revision: number },
  { base, isSame }: { base: number; isSame: boolean },
): 'save' | 'same' | 'stale' {
  if (isSame) return 'same'
  return known.revision === base ? 'save' : 'stale'
}
