import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { discardMedia } from './discard-media.ts'
import { videoKey } from './keys.ts'
import { measureVideo } from './measure-video.ts'
import { insertVideo } from './queries.ts'
import { asProblem } from './storage-problem.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log'>

export type VideoSource = {
  ownerId: string
  /** as found in the bytes: video/mp4 or video/webm */
  contentType: string
} & (
  | { /** a finished file, which is taken over */ path: string; bytes: number }
  | { data: Uint8Array /** where it is known */; durationSeconds?: number }
)

/**
 * Stores a video, with its length where that can be told, and answers its id. Refer to it from a lecture within
 * a day, or it is swept away. Not for use inside a transaction. Rejects with the reason of `signal` when it aborts before
 * anything is stored. Throws disk_full.
 */
export async function storeVideo(deps: Deps, source: VideoSource, signal?: AbortSignal): Promise<string> {
  const id = newId()
  const duration =
    'path' in source
      ? await measureVideo(source.path, { client: source.ownerId, signal })
      : (source.durationSeconds ?? null)
  // The row comes first: whatever happens afterwards, the cleanup finds the bytes.
  await insertVideo(deps.db, {
    id,
    owner_id: source.ownerId,
    content_type: source.contentType,
    bytes: 'path' in source ? source.bytes : source.data.byteLength,
    duration_seconds: duration,
    created_at: deps.clock.now(),
  })
  try {
    if ('path' in source) await deps.storage.putFile(videoKey(id), source.path, source.contentType)
    else await deps.storage.putBytes(videoKey(id), source.data, source.contentType)
  } catch (error) {
    await discardMedia(deps, { videos: [id] })
    throw asProblem(error)
  }
  return id
}
