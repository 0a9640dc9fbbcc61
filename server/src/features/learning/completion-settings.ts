import { msg } from '@lingui/core/runtime-macro'
import type { api, BodyOf, CompletionRule, ReplyOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import { requireOwnCourse } from '../courses/index.ts'
import { curriculumChanged } from '../lectures/index.ts'
import { findCompletedAt, findEntries, findRule, lockRule, saveRule } from './completion-queries.ts'
import { type Accomplished, accomplished, type CompletionState, decideCompletion } from './completion-rules.ts'

const versionOfRule = (rule: CompletionRule): string =>
  versionOf([rule.videos, rule.videoPercent, rule.byHand, rule.texts, rule.quizzes, rule.assignments])

/** Returns what counts towards completing the owner's course. Throws not_found. */
export async function getRule(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  ownerId: string,
): Promise<ReplyOf<typeof api.completion.rule>> {
  await requireOwnCourse(db, courseId, ownerId)
  const rule = await findRule(db, courseId)
  return { rule, version: versionOfRule(rule) }
}

/**
 * Sets what counts towards completing the owner's course. Who has reached it by that completes it by a job. Throws not_found,
 * changed_elsewhere, rate_limited.
 */
export async function setRule(
  { db, clock, limits }: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  ownerId: string,
  courseId: string,
  { body: { version, ...rule }, say }: { body: BodyOf<typeof api.completion.setRule>; say: Say },
): Promise<ReplyOf<typeof api.completion.setRule>> {
  await limits.outlines.consume(ownerId)
  return transact(db, async (tx) => {
    if (!(await lockRule(tx, courseId, ownerId))) throw new DomainError('not_found')
    requireVersion(version, versionOfRule(await findRule(tx, courseId)))
    await saveRule(tx, courseId, rule, clock.now())
    tx.enqueue(curriculumChanged, { courseId })
    return { rule, version: versionOfRule(rule), message: say(msg`What counts was saved`) }
  })
}

/** How far a user is from completing a course, with the rule that decides it. `completedAt` never goes back. */
export async function completionOf(
  on: Executor,
  courseId: string,
  userId: string,
): Promise<CompletionState & { rule: CompletionRule }> {
  const rule = await findRule(on, courseId)
  const entries = await findEntries(on, userId, [courseId])
  const completedAt = (await findCompletedAt(on, userId, [courseId])).get(courseId) ?? null
  return { ...decideCompletion(entries, rule, completedAt), rule }
}

/** What a user has done for a course, by kinds, as its rule counts them now. */
export const accomplishedBy = async (on: Executor, courseId: string, userId: string): Promise<Accomplished[]> =>
  accomplished(await findEntries(on, userId, [courseId]), await findRule(on, courseId))
