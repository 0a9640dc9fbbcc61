import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Located } from '#ports/storage.ts'
import { videoKey } from './keys.ts'
import { requireWatchable } from './require-watchable.ts'

export type FoundVideo = { id: string; contentType: string; located: Located }

/**
 * The video of a lecture, for who may watch it at this moment. Throws not_found (also for drafts of others and lectures
 * without a video), unauthenticated, not_entitled.
 */
export async function findVideo(
  { db, storage }: Pick<FeatureDeps, 'db' | 'storage'>,
  lectureId: string,
  viewer: CurrentUser | null,
): Promise<FoundVideo> {
  const { video } = await requireWatchable(db, lectureId, viewer)
  if (!video) throw new DomainError('not_found', 'This lecture has no video yet')
  const located = await storage.locate(videoKey(video.id))
  if (!located) throw new DomainError('not_found')
  return { id: video.id, contentType: video.contentType, located }
}
