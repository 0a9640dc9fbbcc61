import { msg } from '@lingui/core/runtime-macro'
import type { api, BodyOf, ClosedReason, OwnAnswer } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { keepLecture } from '../lectures/index.ts'
import { answerHandedIn } from './jobs.ts'
import {
  type AnswerRow,
  type AssignmentRow,
  deleteAttempt,
  findAttempts,
  findFiles,
  findOwnAnswer,
  insertAttempt,
  keepUser,
  openAnswer,
  updateAnswer,
} from './queries.ts'
import { closedFor, readOwnAnswer, requireAssignment } from './read-assignment.ts'
import { attemptInHand, isInAttempt, nextState } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>
type Wanted = BodyOf<typeof api.assignments.save>

const closedSentences: Record<Exclude<ClosedReason, 'educator'>, Sentence> = {
  waiting: msg`Your answer is handed in and waits. Withdraw it if you want to change it.`,
  accepted: msg`Your answer was accepted already`,
  attempts: msg`You have handed in this answer as often as it may be`,
  late: msg`The due time is over: nothing can be handed in any more`,
  removed: msg`This course was removed by its educator: nothing can be handed in any more`,
}

/** Returns the error for an answer that cannot be changed or handed in. */
export const closedError = (reason: ClosedReason): DomainError =>
  reason === 'educator'
    ? new DomainError('forbidden', msg`Only students of this course hand in answers`)
    : new DomainError('answer_closed', closedSentences[reason])

export type Writing = { tx: Tx; assignment: AssignmentRow; answer: AnswerRow }

/**
 * Does `change` with the own answer of a student, which is begun where there is none, and locked until the transaction ends: after the
 * entry and the account, which can be deleted meanwhile. Throws not_found, not_entitled, forbidden, unauthenticated.
 */
export const withOwnAnswer = <T>(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewer: CurrentUser,
  lectureId: string,
  change: (writing: Writing) => Promise<T>,
): Promise<T> =>
  transact(db, async (tx) => {
    await keepLecture(tx, lectureId)
    if (!(await keepUser(tx, viewer.id))) throw new DomainError('unauthenticated')
    const { assignment } = await requireAssignment(tx, lectureId, viewer, { clock, config })
    if (!assignment.enrolled) throw closedError('educator')
    const answer = await openAnswer(tx, {
      id: newId(),
      lecture_id: lectureId,
      student_id: viewer.id,
      educator_id: assignment.creator_id,
      state: 'draft',
      attempt: 0,
      text: '',
      revision: null,
      changed_at: clock.now(),
      handed_in_at: null,
    })
    return change({ tx, assignment, answer })
  })

/** Throws answer_closed unless an answer can be changed: after the due time too, which may be moved. */
export function requireWritable(
  { assignment, answer }: { assignment: AssignmentRow; answer: AnswerRow | undefined },
  now: Date,
): void {
  const closed = closedFor(assignment, answer, now)
  if (closed !== null && closed !== 'late') throw closedError(closed)
}

async function reread(tx: Tx, assignment: AssignmentRow, studentId: string): Promise<OwnAnswer> {
  const answer = await findOwnAnswer(tx, assignment.lecture_id, studentId)
  if (!answer) throw new DomainError('not_found')
  return readOwnAnswer(tx, answer, assignment.due_at)
}

/** Throws changed_elsewhere where another tab or device has saved the answer since it was read. */
function requireBase(answer: AnswerRow, { base, revision }: Wanted): void {
  if (answer.revision !== base && answer.revision !== revision) throw new DomainError('changed_elsewhere')
}

/**
 * Keeps the text of the own answer. Throws not_found, not_entitled, forbidden, answer_closed, changed_elsewhere, rate_limited.
 */
export async function saveAnswer(
  deps: Deps,
  viewer: CurrentUser,
  lectureId: string,
  wanted: Wanted,
): Promise<OwnAnswer> {
  await deps.limits.answers.consume(viewer.id)
  return withOwnAnswer(deps, viewer, lectureId, async ({ tx, assignment, answer }) => {
    const now = deps.clock.now()
    requireWritable({ assignment, answer }, now)
    requireBase(answer, wanted)
    await updateAnswer(tx, answer.id, { text: wanted.text, revision: wanted.revision, changed_at: now })
    return reread(tx, assignment, viewer.id)
  })
}

/**
 * Hands in the own answer, with its files; the same request counts once. Throws not_found, not_entitled, forbidden, answer_closed,
 * invalid_input, changed_elsewhere, rate_limited.
 */
export async function handInAnswer(
  deps: Deps,
  viewer: CurrentUser,
  lectureId: string,
  wanted: Wanted,
): Promise<OwnAnswer> {
  await deps.limits.handIns.consume(viewer.id)
  return withOwnAnswer(deps, viewer, lectureId, async ({ tx, assignment, answer }) => {
    if (answer.state === 'handed-in' && answer.revision === wanted.revision)
      return readOwnAnswer(tx, answer, assignment.due_at)
    const now = deps.clock.now()
    const closed = closedFor(assignment, answer, now)
    const state = nextState(answer.state, 'hand-in', answer.attempt)
    if (closed !== null || state === null) throw closedError(closed ?? 'waiting')
    requireBase(answer, wanted)
    const attempt = attemptInHand(answer)
    const files = (await findFiles(tx, [answer.id])).filter((file) => isInAttempt(file, attempt))
    if (wanted.text === '' && files.length === 0)
      throw new DomainError('invalid_input', msg`Write an answer or add a file before you hand it in`)
    const { text, revision } = wanted
    await insertAttempt(tx, { answer_id: answer.id, number: attempt, text, handed_in_at: now })
    await updateAnswer(tx, answer.id, { state, attempt, text, revision, changed_at: now, handed_in_at: now })
    tx.enqueue(answerHandedIn, { answerId: answer.id, attempt })
    return reread(tx, assignment, viewer.id)
  })
}

/**
 * Takes back the own answer while it waits; one that was taken back already is no error. Throws not_found, not_entitled, forbidden,
 * answer_closed, rate_limited.
 */
export async function withdrawAnswer(
  deps: Deps,
  viewer: CurrentUser,
  lectureId: string,
  attempt: number,
): Promise<OwnAnswer> {
  await deps.limits.handIns.consume(viewer.id)
  return withOwnAnswer(deps, viewer, lectureId, async ({ tx, assignment, answer }) => {
    if (answer.attempt < attempt) return readOwnAnswer(tx, answer, assignment.due_at)
    const state = nextState(answer.state, 'withdraw', answer.attempt)
    if (state === null || answer.attempt !== attempt)
      throw new DomainError('answer_closed', msg`This answer was marked already, so it cannot be withdrawn any more`)
    await deleteAttempt(tx, answer.id, attempt)
    const [last] = await findAttempts(tx, [answer.id])
    await updateAnswer(tx, answer.id, {
      state,
      attempt: attempt - 1,
      handed_in_at: last?.handed_in_at ?? null,
      changed_at: deps.clock.now(),
    })
    return reread(tx, assignment, viewer.id)
  })
}
