import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { discardMedia, storeImage, videoKey, withLocalFile } from '../../media/index.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log' | 'transcoder' | 'images' | 'settings' | 'config'>

/** Position of the frame: after the opening titles, and never far into a long video. */
const share = 0.1
const latestSeconds = 60

/** Takes the poster of a video that has none, if there is a transcoder. Idempotent. */
export async function takePoster(deps: Deps, videoId: string): Promise<void> {
  const { transcoder } = deps
  if (!transcoder) return
  const video = await findVideoWithoutPoster(deps.db, videoId)
  if (!video) return
  const atSeconds = Math.min((video.duration_seconds ?? 0) * share, latestSeconds)
  const bytes = await withLocalFile(deps, { key: videoKey(videoId), bytes: Number(video.bytes) }, async (path) => {
    const source = { path, contentType: video.content_type }
    // the picture may end long before the sound
    return (await transcoder.grab(source, atSeconds)) ?? (atSeconds > 0 ? transcoder.grab(source, 0) : null)
  })
  if (!bytes) return
  const imageId = await storeImage(deps, video.owner_id, { bytes }, { background: true })
  // The video may have been deleted meanwhile, or another run has set the poster.
  if (!(await setPoster(deps.db, videoId, imageId))) await discardMedia(deps, { images: [imageId] })
}

const findVideoWithoutPoster = (on: Executor, id: string) =>
  on
    .selectFrom('videos')
    .select(['owner_id', 'content_type', 'duration_seconds', 'bytes'])
    .where('id', '=', id)
    .where('poster_id', 'is', null)
    .executeTakeFirst()

/** Sets the poster of a video without one. Returns false when the video does not exist or already has a poster. */
async function setPoster(on: Executor, videoId: string, imageId: string): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('videos')
    .set({ poster_id: imageId })
    .where('id', '=', videoId)
    .where('poster_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
