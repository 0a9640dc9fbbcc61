import type { HandedInWay } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { completeEntry } from '../../learning/index.ts'
import { areAttemptsUsed, attemptsAllowed } from '../../lectures/index.ts'
import { attemptsUsed } from '../jobs.ts'
import { markAttempt } from '../scoring.ts'
import { findExtra, findQuiz } from '../settings/quiz-queries.ts'
import {
  type AttemptRow,
  findAnswers,
  findAttempts,
  findOverdue,
  lockToMark,
  putMarks,
  putOutcome,
} from './attempt-queries.ts'
import { isOver } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'log'>

/** Attempts that one run of the job hands in; the next run is a minute later. */
const mostOverdue = 2000

type Outcome = { marks: number; passed: boolean }

/**
 * Marks all answers of an attempt that `lockToMark` has locked by the present keys of the questions as it has them, and completes the entry for a student who
 * passes. Marking again gives what marking for the first time would give.
 */
export async function markLocked(
  tx: Tx,
  attempt: AttemptRow,
  { now, handedIn }: { now: Date; handedIn?: { at: Date; by: HandedInWay } },
): Promise<Outcome> {
  const rows = await findAnswers(tx, attempt.id)
  const { each, marks, passed } = markAttempt(
    rows.map(({ content, answer, set_marks }) => ({ question: content, answer, setMarks: set_marks })),
    { negativePercent: attempt.negative_percent, passPercent: attempt.pass_percent, maxMarks: attempt.max_marks },
  )
  await putMarks(
    tx,
    attempt.id,
    rows.map(({ position }, at) => ({ position, marks: each[at] ?? 0 })),
  )
  await putOutcome(tx, attempt.id, { marks, passed, ...(handedIn && { handedIn }) })
  if (passed && !attempt.is_preview)
    await completeEntry(tx, { userId: attempt.user_id, lectureId: attempt.lecture_id, now })
  else if (handedIn && !attempt.is_preview && (await isStuck(tx, attempt)))
    tx.enqueue(attemptsUsed, { attemptId: attempt.id })
  return { marks, passed }
}

/** Whether the student of an attempt has no further one, and has passed none. */
async function isStuck(tx: Tx, { lecture_id: lectureId, user_id: userId }: AttemptRow): Promise<boolean> {
  const quiz = await findQuiz(tx, lectureId)
  if (!quiz) return false
  const attempts = await findAttempts(tx, lectureId, userId)
  if (attempts.some(({ passed }) => passed)) return false
  return areAttemptsUsed(
    attempts.length,
    attemptsAllowed(quiz.attempts_allowed, await findExtra(tx, lectureId, userId)),
  )
}

/** Hands in a locked attempt whose time is over, at the end of its time. Returns false for one that is not over, or handed in. */
export async function handInIfOver(tx: Tx, attempt: AttemptRow, now: Date): Promise<boolean> {
  if (attempt.handed_in_at || !attempt.due_at || !isOver(attempt.due_at, now)) return false
  await markLocked(tx, attempt, { now, handedIn: { at: attempt.due_at, by: 'time' } })
  return true
}

/** Hands in an own attempt with the answers that are saved. One that is handed in stays as it is. Throws not_found. */
export async function handIn(tx: Tx, viewer: CurrentUser, attemptId: string, now: Date): Promise<void> {
  const attempt = await lockToMark(tx, attemptId)
  if (attempt?.user_id !== viewer.id) throw new DomainError('not_found')
  if (attempt.handed_in_at || (await handInIfOver(tx, attempt, now))) return
  await markLocked(tx, attempt, { now, handedIn: { at: now, by: 'student' } })
}

/** Hands in attempts whose time is over, each in a transaction of its own. */
export async function handInAllOverdue({ db, clock, log }: Deps): Promise<void> {
  for (const id of await findOverdue(db, clock.now(), mostOverdue))
    await transact(db, async (tx) => {
      const attempt = await lockToMark(tx, id)
      if (attempt) await handInIfOver(tx, attempt, clock.now())
    }).catch((error: unknown) => log.error({ err: error, attemptId: id }, 'a quiz could not be handed in'))
}
