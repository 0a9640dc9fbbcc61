import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { videoAttached } from '../../lectures/index.ts'
import { takePosterJob } from './stream-jobs.ts'
import { changeVideo, listVideos, queueStream } from './streams.ts'

/** Serves the status of videos to their educators, and enqueues posters and streams of new videos. */
export function registerStreams(routes: Routes, deps: FeatureDeps): void {
  videoAttached.on(deps.db, async (tx, { videoId }) => {
    tx.enqueue(takePosterJob, { videoId })
    await queueStream(tx, deps, videoId)
  })

  serve(
    routes.educator,
    api.videos.list,
  )(async ({ params, viewer, say }) => listVideos(deps, viewer.id, params.courseId, say))

  serve(
    routes.educator,
    api.videos.retry,
  )(async ({ params, viewer, say }) => changeVideo(deps, viewer.id, params.lectureId, { change: 'retry', say }))

  serve(
    routes.educator,
    api.videos.cancel,
  )(async ({ params, viewer, say }) => changeVideo(deps, viewer.id, params.lectureId, { change: 'cancel', say }))
}
