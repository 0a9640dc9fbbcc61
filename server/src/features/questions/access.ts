import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { findCourseFacts, findQuestion, findQuestionIdOf, type QuestionRow } from './queries.ts'
import { decidePart } from './rules.ts'

export type Part = 'educator' | 'student' | 'admin'

/** Returns who a user is among those who read the questions of a course. Throws not_found, only_enrolled_questions. */
export async function requirePart(on: Executor, courseId: string, viewer: CurrentUser): Promise<Part> {
  const facts = await findCourseFacts(on, courseId, viewer.id)
  if (!facts) throw new DomainError('not_found')
  const decided = decidePart(facts, viewer)
  if ('problem' in decided) throw new DomainError(decided.problem)
  return decided.part
}

/** The same; null for someone who takes no part. */
export async function findPart(on: Executor, courseId: string, viewer: CurrentUser): Promise<Part | null> {
  const facts = await findCourseFacts(on, courseId, viewer.id)
  const decided = facts && decidePart(facts, viewer)
  return decided && 'part' in decided ? decided.part : null
}

/** Throws only_enrolled_questions for an admin, who only reads. */
export function requireWriter(part: Part): void {
  if (part === 'admin') throw new DomainError('only_enrolled_questions')
}

/**
 * Returns a question that a user may read: they take part in the course, and its lecture is open to them. Throws not_found, also for a
 * hidden one, not_entitled, not_open_yet, only_enrolled_questions.
 */
export async function requireQuestion(
  on: Executor,
  questionId: string,
  viewer: CurrentUser,
  deps: Pick<FeatureDeps, 'clock' | 'config'>,
): Promise<{ question: QuestionRow; part: Part }> {
  const question = await findQuestion(on, questionId, viewer.id)
  if (!question) throw new DomainError('not_found')
  const part = await requirePart(on, question.course_id, viewer)
  if (question.lecture_id !== null) await requireWatchable(on, question.lecture_id, viewer, deps)
  return { question, part }
}

/** The same by the id of the question or of a shown answer to it. */
export async function requirePost(
  on: Executor,
  postId: string,
  viewer: CurrentUser,
  deps: Pick<FeatureDeps, 'clock' | 'config'>,
) {
  const questionId = await findQuestionIdOf(on, postId)
  if (questionId === undefined) throw new DomainError('not_found')
  return requireQuestion(on, questionId, viewer, deps)
}
