import { msg } from '@lingui/core/runtime-macro'
import type { api, BodyOf, MarkCause, ReplyOf, ReviewedAttempt } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { PageQuery } from '#core/keyset.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { keepAccounts } from '../../accounts/index.ts'
import { marksChanged } from '../jobs.ts'
import { hundredths } from '../scoring.ts'
import { findOwnQuiz, findQuiz } from '../settings/quiz-queries.ts'
import { type AttemptRow, findAnswers, lockToMark } from './attempt-queries.ts'
import { markLocked } from './hand-in.ts'
import { presentAttempt, presentBrief } from './present.ts'
import {
  countChanges,
  findAttemptsAt,
  findChanges,
  findMarkedWith,
  findReviewed,
  insertChange,
  setMarks,
} from './review-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/** Changes of the marks of one attempt that are kept; a corrected key is marked again without any. */
const mostChanges = 500
const atOnce = 200

/** Returns a page of the attempts of students at a quiz of the viewer's own course. Throws not_found. */
export async function listAttempts(
  { db }: Pick<Deps, 'db'>,
  viewer: CurrentUser,
  lectureId: string,
  query: PageQuery,
): Promise<ReplyOf<typeof api.quizzes.attempts>> {
  const quiz = await findOwnQuiz(db, lectureId, viewer.id)
  if (!quiz) throw new DomainError('not_found')
  const { rows, next, previous } = await findAttemptsAt(db, lectureId, query)
  const attempts = rows.map((row) => ({
    ...presentBrief(row),
    student: { _id: row.user_id, name: row.student_name },
  }))
  return { title: quiz.title, courseId: quiz.course_id, attempts, next, previous }
}

/** Returns a student's attempt at a quiz of the viewer's own course, with right answers. Throws not_found. */
export async function reviewAttempt(
  { db, clock }: { db: Executor } & Pick<Deps, 'clock'>,
  viewer: CurrentUser,
  attemptId: string,
): Promise<ReviewedAttempt> {
  const attempt = await findReviewed(db, attemptId, viewer.id)
  const quiz = attempt && (await findQuiz(db, attempt.lecture_id))
  if (!attempt || !quiz) throw new DomainError('not_found')
  const rows = await findAnswers(db, attemptId)
  const changes = await findChanges(db, attemptId)
  return {
    attempt: presentAttempt(attempt, rows, { quiz, shown: 'answers', now: clock.now() }),
    student: { _id: attempt.user_id, name: attempt.student_name },
    changes: changes.map((change) => ({
      position: change.position,
      cause: change.cause,
      from: change.from_marks / 100,
      to: change.to_marks / 100,
      reason: change.reason,
      at: change.created_at.toISOString(),
    })),
  }
}

type Cause = {
  position: number | null
  cause: MarkCause
  authorId: string | null
  reason: string
  change: string
}

/** Marks a locked attempt that was handed in again. Returns its marks before and after; students are notified when they differ. */
async function markAgain(
  tx: Tx,
  attempt: AttemptRow,
  { now, change }: { now: Date; change: string },
): Promise<[number, number]> {
  const from = attempt.marks ?? 0
  const { marks: to } = await markLocked(tx, attempt, { now })
  if (from !== to && !attempt.is_preview) tx.enqueue(marksChanged, { attemptId: attempt.id, change, from, to })
  return [from, to]
}

async function keepChange(
  tx: Tx,
  attempt: AttemptRow,
  { position, cause, authorId, reason, change, from, to, now }: Cause & { from: number; to: number; now: Date },
): Promise<void> {
  if ((await countChanges(tx, attempt.id)) >= mostChanges) {
    // what an educator decides always leaves a trace
    if (cause === 'educator') throw new DomainError('rate_limited')
    return
  }
  await insertChange(tx, {
    id: `${change}-${attempt.id}`,
    attempt_id: attempt.id,
    position,
    cause,
    author_id: authorId,
    from_marks: from,
    to_marks: to,
    reason,
    created_at: now,
  })
}

/**
 * Sets the marks of an answer of a student of the viewer's own course, or takes them back. A completion that was reached stays. Throws
 * not_found, invalid_input, rate_limited.
 */
export async function markAnswer(
  deps: Deps,
  viewer: CurrentUser,
  attemptId: string,
  { position, marks: points, reason }: BodyOf<typeof api.quizAttempts.mark>,
): Promise<ReviewedAttempt> {
  await deps.limits.quizEdits.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const found = await findReviewed(tx, attemptId, viewer.id)
    if (!found) throw new DomainError('not_found')
    await keepAccounts(tx, [viewer.id, found.user_id])
    const attempt = await lockToMark(tx, attemptId)
    const [row] = attempt ? await findAnswers(tx, attemptId, [position]) : []
    if (!attempt || !row) throw new DomainError('not_found')
    const most = hundredths(row.content.points)
    const marks = points === null ? null : hundredths(points)
    if (marks !== null && Math.abs(marks) > most)
      throw new DomainError('invalid_input', msg`This question has at most ${{ points: row.content.points }} points`)
    const now = deps.clock.now()
    const change = newId()
    await setMarks(tx, { attemptId, position, marks, reason })
    await markAgain(tx, attempt, { now, change })
    const [from, to] = [row.set_marks ?? row.marks ?? 0, marks ?? row.marks ?? 0]
    await keepChange(tx, attempt, { position, cause: 'educator', authorId: viewer.id, reason, change, from, to, now })
    return reviewAttempt({ db: tx, clock: deps.clock }, viewer, attemptId)
  })
}

/** Marks the attempts that have a form of a question again, after its key was corrected. Repeating it changes nothing. */
export async function markAllAgain(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  { questionId, form, change }: { questionId: string; form: number; change: string },
): Promise<void> {
  let after = ''
  while (true) {
    const ids = await findMarkedWith(db, { questionId, form, after, most: atOnce })
    for (const id of ids)
      await transact(db, async (tx) => {
        const attempt = await lockToMark(tx, id)
        if (!attempt?.handed_in_at) return
        const now = clock.now()
        const [from, to] = await markAgain(tx, attempt, { now, change })
        if (from === to) return
        await keepChange(tx, attempt, {
          position: null,
          cause: 'key',
          authorId: null,
          reason: '',
          change,
          from,
          to,
          now,
        })
      })
    if (ids.length < atOnce) return
    after = ids.at(-1) ?? ''
  }
}
