import type { api, OwnAnswer, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { listAttachments, type ServedMarks } from '../lectures/index.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { presentAssignment, presentOwnAnswer } from './present.ts'
import {
  type AnswerRow,
  type AssignmentRow,
  findAssignment,
  findAttempts,
  findFiles,
  findOwnAnswer,
} from './queries.ts'
import { lateDays, whyClosed } from './rules.ts'

/** Returns an assignment that this user may open. Throws not_found, not_entitled, not_open_yet. */
export async function requireAssignment(
  on: Executor,
  lectureId: string,
  viewer: CurrentUser,
  deps: Pick<FeatureDeps, 'clock' | 'config'>,
): Promise<{ assignment: AssignmentRow; watchable: Awaited<ReturnType<typeof requireWatchable>> }> {
  const watchable = await requireWatchable(on, lectureId, viewer, deps)
  const assignment = await findAssignment(on, lectureId, viewer.id)
  if (!assignment) throw new DomainError('not_found')
  return { assignment, watchable }
}

/** Decides why a student cannot hand in an answer at a time; null where they can. */
export const closedFor = (assignment: AssignmentRow, answer: AnswerRow | undefined, now: Date) =>
  whyClosed({
    state: answer?.state ?? 'draft',
    attempt: answer?.attempt ?? 0,
    maxAttempts: assignment.max_attempts,
    lateRule: assignment.late_rule,
    lateDays: lateDays(assignment.due_at, now),
    isStudent: assignment.enrolled,
    removed: assignment.removed_at !== null,
  })

/** Returns a student's answer with all that was handed in. */
export async function readOwnAnswer(on: Executor, answer: AnswerRow, dueAt: Date | null): Promise<OwnAnswer> {
  const [attempts, files] = [await findAttempts(on, [answer.id]), await findFiles(on, [answer.id])]
  return presentOwnAnswer(answer, { attempts, files, dueAt })
}

/** Returns an assignment, and the own answer of a student. Throws not_found, not_entitled. */
export async function readAssignment(
  { db, clock, config, marks }: Pick<FeatureDeps, 'db' | 'clock' | 'config'> & { marks: ServedMarks },
  viewer: CurrentUser,
  lectureId: string,
): Promise<ReplyOf<typeof api.assignments.read>> {
  const { assignment, watchable } = await requireAssignment(db, lectureId, viewer, { clock, config })
  if (watchable.receiver && assignment.body !== '') await marks.add(watchable.receiver, { text: true })
  const answer = await findOwnAnswer(db, lectureId, viewer.id)
  const now = clock.now()
  const files = await listAttachments(db, lectureId)
  const own = assignment.creator_id === viewer.id
  return {
    assignment: presentAssignment(assignment, { files, zone: config.TIME_ZONE, own }),
    answer: answer ? await readOwnAnswer(db, answer, assignment.due_at) : null,
    closed: closedFor(assignment, answer, now),
    lateDays: lateDays(assignment.due_at, now),
  }
}
