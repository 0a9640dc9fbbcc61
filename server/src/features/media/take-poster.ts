import type { FeatureDeps } from '../deps.ts'
import { inTurn } from './in-turn.ts'
import { storeImage } from './store-image.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log' | 'frames'>
type Video = { ownerId: string; path: string; contentType: string }

/** After the opening titles, and never far into hours of video. */
const share = 0.1
const latestSeconds = 60

const enqueue = inTurn()

/**
 * Takes a picture of a video on this machine's disk and answers its id, or null where none can be had. A lecture works without
 * one: never throws.
 */
export async function takePoster(deps: Deps, video: Video, durationSeconds: number | null): Promise<string | null> {
  const atSeconds = Math.min((durationSeconds ?? 0) * share, latestSeconds)
  try {
    const bytes = await enqueue(() => deps.frames.grab({ ...video, atSeconds }))
    return bytes && (await storeImage(deps, { ownerId: video.ownerId, bytes }))
  } catch (error) {
    deps.log.warn({ err: error }, 'no picture of a video could be stored')
    return null
  }
}
