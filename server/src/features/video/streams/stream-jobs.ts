import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

/** Takes the poster of a video. Enqueue it in the transaction that refers to the video. */
export const takePosterJob = defineJob({
  name: 'take-poster',
  data: z.object({ videoId: z.string() }),
  retries: 3,
  retrySeconds: 60,
})

/** Deletes the original of a video whose stream is ready. */
export const dropOriginalJob = defineJob({
  name: 'drop-original',
  data: z.object({ videoId: z.string() }),
  retries: 10,
  retrySeconds: 60,
})

export const queueOldVideosJob = defineJob({ name: 'queue-old-videos', data: noData, retries: 1, retrySeconds: 600 })
