import { Refusal } from '#http/refusal.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Located } from '#ports/storage.ts'
import type { FeatureDeps } from '../deps.ts'
import { videoKey } from './keys.ts'
import { findLectureVideo } from './queries.ts'
import { decideWatch } from './rules.ts'

export type FoundVideo = { id: string; contentType: string; located: Located }

/**
 * The video of a lecture, for who may watch it at this moment. Throws not_found (also for drafts of others and lectures
 * without a video), unauthenticated, not_entitled.
 */
export async function findVideo(
  { db, storage }: Pick<FeatureDeps, 'db' | 'storage'>,
  lectureId: string,
  viewer: Viewer | null,
): Promise<FoundVideo> {
  const row = await findLectureVideo(db, lectureId, viewer?.id ?? null)
  if (!row) throw new Refusal('not_found')
  const lecture = {
    creatorId: row.creator_id,
    published: row.is_published,
    removed: row.removed_at !== null,
    preview: row.is_preview_free,
  }
  const decision = decideWatch(lecture, viewer, row.enrolled)
  if ('refusal' in decision) throw new Refusal(decision.refusal)
  if (row.video_id === null || row.content_type === null)
    throw new Refusal('not_found', 'This lecture has no video yet')
  const located = await storage.locate(videoKey(row.video_id))
  if (!located) throw new Refusal('not_found')
  return { id: row.video_id, contentType: row.content_type, located }
}
