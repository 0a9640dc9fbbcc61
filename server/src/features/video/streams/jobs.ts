import { text } from 'node:stream/consumers'
import { toProcesses } from '#core/events/topics.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { transact } from '#core/transact.ts'
import { playlistKey, renditionKey, videoKey } from '../../media/index.ts'
import { cleanWork } from './make-stream.ts'
import { mostDifference, playlistSeconds } from './rules.ts'
import { dropOriginalJob, queueOldVideosJob, takePosterJob } from './stream-jobs.ts'
import {
  dropOriginal,
  findNotCompared,
  findReadyStream,
  findVideosWithoutStream,
  queueVideo,
  type ReadyStream,
  requeueVideo,
  setCompared,
} from './stream-queries.ts'
import { streamsTopic } from './streams.ts'
import { takePoster } from './take-poster.ts'

/** Number of earlier videos that one nightly run queues, and of earlier streams that it compares with their originals. */
const maxQueued = 200
const maxCompared = 2000

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'config' | 'log' | 'transcoder'>

/**
 * Queues earlier videos behind all others, if this process makes streams; also those whose stream is not as long as the
 * video. Deletes the files that killed workers left behind.
 */
export async function queueOldVideos(deps: Deps): Promise<void> {
  if (!deps.transcoder) return
  await cleanWork(deps)
  for (const stream of await findNotCompared(deps.db, maxCompared)) await compareStream(deps, stream)
  await transact(deps.db, async (tx) => {
    for (const id of await findVideosWithoutStream(tx, maxQueued)) await queueVideo(tx, id, 1)
    tx.publish(toProcesses(streamsTopic, {}))
  })
}

/** Compares the length of an earlier stream with its original, and queues the video again if they differ. */
async function compareStream({ db, storage, config, log }: Deps, stream: ReadyStream): Promise<void> {
  const { videoId, streamId, durationSeconds: sourceSeconds } = stream
  const streamSeconds = await shortestOf(storage, stream)
  // lengths were measured in whole seconds, so a stream that is just over a second off is made again needlessly
  const isWhole = sourceSeconds !== null && Math.abs(streamSeconds - sourceSeconds) <= mostDifference
  if (!isWhole) log.warn({ videoId, streamId, streamSeconds, sourceSeconds }, 'a stream is made again: it is not whole')
  await transact(db, async (tx) => {
    if (!isWhole) return requeueVideo(tx, stream)
    await setCompared(tx, { videoId, streamId, sourceSeconds, streamSeconds })
    if (config.KEEP_ORIGINALS === 'drop') tx.enqueue(dropOriginalJob, { videoId })
  })
}

/** Returns the length in seconds of the shortest rendition, by the playlists in the store; 0 when one is missing. */
async function shortestOf(storage: FeatureDeps['storage'], { streamId, renditions }: ReadyStream): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (const { height } of renditions) {
    const stored = await storage.read(playlistKey(streamId, height))
    shortest = Math.min(shortest, stored ? playlistSeconds(await text(stored)) : 0)
  }
  return Number.isFinite(shortest) ? shortest : 0
}

/**
 * Deletes the original of a video whose stream is ready, complete in the store, and as long as the original. Idempotent.
 */
export async function removeOriginal(
  { db, storage, clock, config, log }: Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'config' | 'log'>,
  videoId: string,
): Promise<void> {
  if (config.KEEP_ORIGINALS !== 'drop') return
  const stream = await findReadyStream(db, videoId)
  if (!stream) return
  const { streamId, renditions, sourceSeconds } = stream
  for (const { height, bytes } of renditions) {
    const located = await storage.locate(renditionKey(streamId, height))
    if (located?.bytes === bytes && (await storage.locate(playlistKey(streamId, height)))) continue
    log.error({ videoId, streamId, height }, 'an original is kept, since its stream is not whole in the store')
    return
  }
  // earlier streams are compared by the nightly job
  if (sourceSeconds === null) return
  const streamSeconds = await shortestOf(storage, stream)
  if (Math.abs(streamSeconds - sourceSeconds) > mostDifference) {
    log.error(
      { videoId, streamId, streamSeconds, sourceSeconds },
      'an original is kept, since its stream is not as long',
    )
    return
  }
  if (await dropOriginal(db, videoId, streamId, clock.now())) await storage.remove(videoKey(videoId))
}

export const streamJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(takePosterJob, ({ videoId }) => takePoster(deps, videoId)),
  handleJob(queueOldVideosJob, () => queueOldVideos(deps), '17 21 * * *'),
  handleJob(dropOriginalJob, ({ videoId }) => removeOriginal(deps, videoId)),
]
