import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob } from '#core/jobs.ts'
import { discardMedia } from './discard-media.ts'
import { videoKey } from './keys.ts'
import { findVideoWithoutPoster, setPoster } from './queries.ts'
import { storeImage } from './store-image.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log' | 'thumbnailer' | 'images'>

/** After the opening titles, and never far into hours of video. */
const share = 0.1
const latestSeconds = 60

/** Takes the poster of a video; enqueued in the transaction that refers to the video. */
export const takePosterJob = defineJob({
  name: 'take-poster',
  data: z.object({ videoId: z.string() }),
  retries: 3,
  retrySeconds: 60,
})

/** Takes the picture of a video, unless it has one or none can be had. Repeating it is harmless. */
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
  // the video may be gone by now, or another try was quicker
  if (!(await setPoster(deps.db, videoId, imageId))) await discardMedia(deps, { images: [imageId] })
}

/** Where the store keeps a video elsewhere, its bytes come here for as long as the work takes. */
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
