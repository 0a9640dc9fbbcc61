import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import { collectUserData } from '../admin/index.ts'
import { findAllNotes } from '../notes/index.ts'
import { findAllAttempts, findAllCheckAnswers } from '../quizzes/index.ts'

/**
 * Returns all data of the current user in readable form, as an admin's download has them, and their notes, which no one else ever sees.
 * Throws rate_limited.
 */
export async function exportOwnData(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>,
  viewer: CurrentUser,
  say: Say,
): Promise<object> {
  await deps.limits.exports.consume(viewer.id)
  return transact(deps.db, async (tx) => ({
    ...(await collectUserData(deps, tx, viewer.id, say)),
    notes: await findAllNotes(tx, viewer.id),
    quizzes: await findAllAttempts(tx, viewer.id),
    questionsInVideos: await findAllCheckAnswers(tx, viewer.id),
  }))
}
