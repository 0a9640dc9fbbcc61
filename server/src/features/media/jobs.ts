import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { toProcesses } from '#core/topics.ts'
import { type Tx, transact } from '#core/transact.ts'
import { checkStore } from './check-store.ts'
import { playlistKey, renditionKey, videoKey } from './keys.ts'
import { cleanWork } from './make-stream.ts'
import { findUnusedMedia } from './queries.ts'
import { type Media, removeMedia } from './remove-media.ts'
import { mostDifference, playlistSeconds } from './rules.ts'
import { dropOriginalJob, queueOldVideosJob } from './stream-jobs.ts'
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

/** Media that nothing has referred to for this long were left behind by a process that died. */
const abandonedMs = 24 * 3600 * 1000
/** How many of each kind one run deletes; the rest waits for the next night. */
const maxDeleted = 1000

const removeMediaJob = defineJob({
  name: 'remove-media',
  data: z.object({
    images: z.array(z.string()).default([]),
    videos: z.array(z.string()).default([]),
    files: z.array(z.string()).default([]),
  }),
  retries: 10,
  retrySeconds: 30,
})

/** Takes the poster of a video. Enqueue it in the transaction that refers to the video. */
export const takePosterJob = defineJob({
  name: 'take-poster',
  data: z.object({ videoId: z.string() }),
  retries: 3,
  retrySeconds: 60,
})

const deleteUnusedMediaJob = defineJob({ name: 'sweep-media', data: noData, retries: 1, retrySeconds: 600 })

const checkStoreJob = defineJob({ name: 'check-media-store', data: noData, retries: 1, retrySeconds: 600 })
/** Steps of a thousand objects in one run of the check; it goes on with the next. */
const pagesPerRun = 100

/** Has images, videos and files removed once the transaction commits; call it in the one that drops the last reference. */
export function removeLater(tx: Tx, { images = [], videos = [], files = [] }: Media): void {
  if (images.length + videos.length + files.length > 0) tx.enqueue(removeMediaJob, { images, videos, files })
}

/** Removes images, videos and files that no row refers to, except those stored within the last day. */
export async function deleteUnusedMedia(deps: Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - abandonedMs)
  const unused = await findUnusedMedia(deps.db, before, maxDeleted)
  await removeMedia(deps, unused)
  const count = unused.images.length + unused.videos.length + unused.files.length
  if (count > 0) deps.log.info({ count }, 'media that nothing referred to were removed')
}

/** How many videos of before one night puts in the line, and how many streams of before it compares with their originals. */
const maxQueued = 200
const maxCompared = 2000

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'config' | 'log' | 'transcoder'>

/**
 * Puts videos of before in the line, behind all others, where this process makes streams; also those whose stream is not as long as the
 * video. Deletes what killed workers left.
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

/** Compares a stream of before with its original: they have the same length, or the stream is made again. */
async function compareStream({ db, storage, config, log }: Deps, stream: ReadyStream): Promise<void> {
  const { videoId, streamId, durationSeconds: sourceSeconds } = stream
  const streamSeconds = await shortestOf(storage, stream)
  // what was measured are whole seconds: one that is a little more than a second off is made again for nothing
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
 * Deletes the original of a video whose stream is ready, whole in the store, and as long as the original. Repeating it is harmless.
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
  // one of before is compared by the nightly job
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

export const mediaJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(removeMediaJob, (media) => removeMedia(deps, media)),
  handleJob(takePosterJob, ({ videoId }) => takePoster(deps, videoId)),
  handleJob(deleteUnusedMediaJob, () => deleteUnusedMedia(deps), '43 3 * * *'),
  handleJob(queueOldVideosJob, () => queueOldVideos(deps), '17 21 * * *'),
  handleJob(dropOriginalJob, ({ videoId }) => removeOriginal(deps, videoId)),
  handleJob(
    checkStoreJob,
    async () => {
      await checkStore(deps, { pages: pagesPerRun })
    },
    '23 * * * *',
  ),
]
