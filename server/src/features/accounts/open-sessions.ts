import type { FeatureDeps } from '#core/feature-deps.ts'
import { findOpenSessionIds } from './session-queries.ts'

/** Which of these sessions are neither ended nor expired. */
export const openSessionsAmong = async (
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> => new Set(await findOpenSessionIds(db, sessionIds, clock.now()))
