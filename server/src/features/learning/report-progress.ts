import type { LectureProgress } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireWatchable } from '../media/index.ts'
import { presentProgress } from './present.ts'
import { saveProgress } from './queries.ts'
import { decideChange, type ProgressReport } from './rules.ts'

/**
 * Remembers where a viewer is in a lecture that he may watch, or whether he ticked it. Throws not_found, not_entitled.
 */
export async function reportProgress(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  lectureId: string,
  viewer: CurrentUser,
  report: ProgressReport,
): Promise<LectureProgress> {
  const { video } = await requireWatchable(db, lectureId, viewer)
  const change = decideChange(report, video?.durationSeconds ?? null)
  const saved = await saveProgress(db, { userId: viewer.id, lectureId, now: clock.now() }, change)
  if (!saved) throw new DomainError('not_found')
  return presentProgress(lectureId, saved)
}
