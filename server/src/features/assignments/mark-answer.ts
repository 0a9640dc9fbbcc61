import { msg } from '@lingui/core/runtime-macro'
import type { api, BodyOf, ReplyOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import { requireVersion } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import { completeEntry } from '../learning/index.ts'
import { keepLecture } from '../lectures/index.ts'
import { answerMarked } from './jobs.ts'
import { findNextWaiting, findOwnersAnswer, lockAnswer } from './list-queries.ts'
import { presentAttempt, presentTask, rubricVersion } from './present.ts'
import { findAssignment, findAttempts, findFiles, keepUser, updateAnswer, updateAttempt } from './queries.ts'
import { decideMarks, lateDays, nextState, percentOff } from './rules.ts'

/** Returns an answer that was handed in to an own assignment. Throws not_found. */
export async function readAnswer(
  { db }: Pick<FeatureDeps, 'db'>,
  educatorId: string,
  answerId: string,
): Promise<ReplyOf<typeof api.assignments.answer>> {
  const found = await findOwnersAnswer(db, answerId, educatorId)
  const assignment = found && (await findAssignment(db, found.lecture_id, educatorId))
  if (!assignment) throw new DomainError('not_found')
  const [attempts, files] = [await findAttempts(db, [answerId]), await findFiles(db, [answerId])]
  return {
    _id: answerId,
    student: { _id: found.student_id, name: found.name },
    state: found.state,
    assignment: presentTask(assignment),
    attempts: attempts.map((attempt) => presentAttempt(attempt, files, assignment.due_at)),
    next: await findNextWaiting(db, educatorId, answerId),
  }
}

const problems: Record<Extract<ReturnType<typeof decideMarks>, { problem: string }>['problem'], Sentence> = {
  'unknown-part': msg`These marks name something that is not in the rubric`,
  'levels-missing': msg`Choose a level of every criterion before you accept the answer`,
  'marks-missing': msg`Give marks before you accept the answer`,
  'too-many': msg`These are more marks than the assignment has`,
  'no-comment': msg`Say in a comment what should change before you return the answer`,
}

/**
 * Returns an answer for changes, or accepts it, which completes the entry for its student. Throws not_found, invalid_input,
 * changed_elsewhere when the answer, its marks or the rubric are not those that were read, answer_closed, rate_limited.
 */
export async function markAnswer(
  { db, clock, limits }: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  educatorId: string,
  answerId: string,
  wanted: BodyOf<typeof api.assignments.mark>,
): Promise<string | null> {
  await limits.marks.consume(educatorId)
  await transact(db, async (tx) => {
    const found = await findOwnersAnswer(tx, answerId, educatorId)
    if (!found) throw new DomainError('not_found')
    const { lecture_id: lectureId, student_id: userId } = found
    // in the order of all that locks an answer: its entry, its student, then the answer
    await keepLecture(tx, lectureId)
    if (!(await keepUser(tx, userId))) throw new DomainError('not_found')
    const assignment = await findAssignment(tx, lectureId, educatorId)
    const answer = await lockAnswer(tx, answerId)
    if (!assignment || !answer) throw new DomainError('not_found')
    const [attempt] = await findAttempts(tx, [answerId])
    requireVersion(wanted.rubricVersion, rubricVersion(assignment))
    const markedAt = attempt?.marked_at?.toISOString() ?? null
    if (!attempt || attempt.number !== wanted.attempt || markedAt !== wanted.replaces)
      throw new DomainError('changed_elsewhere')
    const state = nextState(answer.state, wanted.outcome, answer.attempt)
    if (state === null)
      throw new DomainError('answer_closed', msg`This answer was accepted already, and stays accepted`)
    const decision = decideMarks({ rubric: assignment.rubric, maxMarks: assignment.max_marks }, wanted)
    if ('problem' in decision) throw new DomainError('invalid_input', problems[decision.problem])
    const days = lateDays(assignment.due_at, attempt.handed_in_at)
    const rule = { lateRule: assignment.late_rule, latePercent: assignment.late_percent }
    const now = clock.now()
    const key = { answerId, number: attempt.number }
    await updateAttempt(tx, key, {
      outcome: wanted.outcome,
      late_days: days,
      percent_off: percentOff(rule, days),
      marks: decision.marks,
      max_marks: assignment.max_marks,
      rubric: JSON.stringify(assignment.rubric),
      levels: JSON.stringify(wanted.levels),
      comments: JSON.stringify(wanted.comments),
      comment: wanted.comment,
      marked_at: now,
    })
    await updateAnswer(tx, answerId, { state })
    if (state === 'accepted') await completeEntry(tx, { userId, lectureId, now })
    tx.enqueue(answerMarked, { answerId, attempt: attempt.number, outcome: wanted.outcome })
  })
  return findNextWaiting(db, educatorId, answerId)
}
