import { msg } from '@lingui/core/runtime-macro'
import { type api, type BodyOf, type EditedChecks, maxCourseChecks, type VideoCheck } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import { lockOwnLecture, requireKind, requireOwnEntry } from '../../lectures/index.ts'
import { lockKeys } from '../bank/queries.ts'
import { findQuestionsAmong } from '../settings/quiz-queries.ts'
import { countChecks, findChecks, putChecks } from './check-queries.ts'

const versionOfChecks = (checks: readonly VideoCheck[]): string =>
  versionOf(checks.map(({ questionId, second, maySkip, tries }) => [questionId, second, maySkip, tries]))

async function showChecks(on: Executor, courseId: string, lectureId: string): Promise<EditedChecks> {
  const checks = await findChecks(on, lectureId)
  const questions = await findQuestionsAmong(
    on,
    courseId,
    checks.map(({ questionId }) => questionId),
  )
  return { lectureId, checks, questions: [...questions.values()], version: versionOfChecks(checks) }
}

/** Returns the questions in the video of the viewer's own lecture. Throws not_found, invalid_input for other entries. */
export async function readChecks(on: Executor, viewer: CurrentUser, lectureId: string): Promise<EditedChecks> {
  const courseId = await requireOwnEntry(on, lectureId, viewer.id)
  return showChecks(on, courseId, lectureId)
}

/**
 * Sets the questions in the video of the viewer's own lecture. Throws not_found (also for questions of other courses), invalid_input,
 * changed_elsewhere, rate_limited.
 */
export async function saveChecks(
  deps: Pick<FeatureDeps, 'db' | 'limits'>,
  viewer: CurrentUser,
  lectureId: string,
  { checks, version }: BodyOf<typeof api.videoChecks.save>,
): Promise<EditedChecks> {
  await deps.limits.quizEdits.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const { courseId, kind } = await lockOwnLecture(tx, lectureId, viewer.id)
    requireKind(kind)
    // none of the questions is deleted meanwhile
    await lockKeys(tx, courseId, 'read')
    requireVersion(version, versionOfChecks(await findChecks(tx, lectureId)))
    const ids = checks.map(({ questionId }) => questionId)
    const known = await findQuestionsAmong(tx, courseId, ids)
    if (ids.some((id) => !known.has(id))) throw new DomainError('not_found')
    await putChecks(tx, lectureId, checks)
    // the lock of the course makes the count exact
    if ((await countChecks(tx, courseId)) > maxCourseChecks)
      throw new DomainError(
        'invalid_input',
        msg`The videos of a course have at most ${{ max: maxCourseChecks }} questions`,
      )
    return showChecks(tx, courseId, lectureId)
  })
}
