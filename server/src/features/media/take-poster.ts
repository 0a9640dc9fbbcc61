import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { videoKey } from './keys.ts'
import { findVideoWithoutPoster, setPoster } from './queries.ts'
import { discardMedia } from './remove-media.ts'
import { storeImage } from './store-media.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log' | 'thumbnailer' | 'images'>

/** Where the frame is taken: after the opening titles, and never far into a long video. */
const share = 0.1
const latestSeconds = 60

/** Takes the poster of a video that has none, if a thumbnailer is available. Repeating it is harmless. */
export async function takePoster(deps: Deps, videoId: string): Promise<void> {
  const { thumbnailer } = deps
  if (!thumbnailer) return
  const video = await findVideoWithoutPoster(deps.db, videoId)
  if (!video) return
  const atSeconds = Math.min((video.duration_seconds ?? 0) * share, latestSeconds)
  const bytes = await withFile(deps, videoId, (path) =>
    thumbnailer.grab({ path, contentType: video.content_type, atSeconds }),
  )
  if (!bytes) return
  const imageId = await storeImage(deps, video.owner_id, { bytes }, { background: true })
  // The video may have been deleted meanwhile, or another run was faster.
  if (!(await setPoster(deps.db, videoId, imageId))) await discardMedia(deps, { images: [imageId] })
}

/** Runs `work` with the video as a local file: a temporary copy where the store keeps it elsewhere. */
async function withFile<T>({ storage }: Deps, videoId: string, work: (path: string) => Promise<T>): Promise<T | null> {
  const located = await storage.locate(videoKey(videoId))
  if (!located) return null
  if (located.kind === 'file') return work(located.path)
  const stream = await storage.read(videoKey(videoId))
  if (!stream) return null
  const folder = await mkdtemp(join(tmpdir(), 'virtual-courses-poster-'))
  try {
    const path = join(folder, 'video')
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
