import type { FeatureDeps } from '#core/feature-deps.ts'
import { deleteOldest, findCrowded } from './queries.ts'

/** As many notifications are kept for each user. */
export const keptNotifications = 500

/** Deletes everybody's oldest notifications beyond those that are kept. */
export async function trimNotifications(
  { db }: Pick<FeatureDeps, 'db'>,
  keep: number = keptNotifications,
): Promise<void> {
  for (const userId of await findCrowded(db, keep)) await deleteOldest(db, userId, keep)
}
