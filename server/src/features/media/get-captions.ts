import { createHash } from 'node:crypto'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findCaptions } from './queries.ts'
import { requireWatchable } from './require-watchable.ts'

/**
 * The captions of a lecture in one language, for who may watch its video. Throws not_found, unauthenticated, not_entitled.
 */
export async function getCaptions(
  { db }: Pick<FeatureDeps, 'db'>,
  lectureId: string,
  language: string,
  viewer: CurrentUser | null,
): Promise<{ vtt: string; etag: string }> {
  await requireWatchable(db, lectureId, viewer)
  const captions = await findCaptions(db, lectureId, language)
  if (!captions) throw new DomainError('not_found', 'This lecture has no captions in this language')
  const digest = createHash('sha256').update(captions.vtt).digest('base64url')
  return { vtt: captions.vtt, etag: `"${digest.slice(0, 22)}"` }
}
