import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { entriesLeaving } from '../../lectures/index.ts'
import { uploadHeaders } from '../../media/index.ts'
import {
  draftRecordingChapters,
  findDraft,
  listRecordings,
  removeRecording,
  removeRecordingsOf,
  retryRecording,
  useRecording,
} from './own-recordings.ts'
import { startRecording, stopRecording } from './record-session.ts'

/** The endpoints of recordings, for hosts of a session and for its educator. */
export function serveRecordings(routes: Routes, deps: FeatureDeps): void {
  entriesLeaving.on(deps.db, (tx, left) => removeRecordingsOf(tx, deps, left))

  serve(
    routes.signedIn,
    api.recordings.start,
  )(async ({ params, viewer }) => ({
    startedAt: (await startRecording(deps, viewer, params.lectureId)).toISOString(),
  }))

  serve(
    routes.signedIn,
    api.recordings.stop,
  )(async ({ params, viewer }) => ({
    stoppedAt: (await stopRecording(deps, viewer, params.lectureId))?.toISOString() ?? null,
  }))

  serve(
    routes.educator,
    api.recordings.list,
  )(async ({ params, viewer, say }) => ({
    recordings: await listRecordings(deps, viewer.id, params.lectureId, say),
  }))

  serve(
    routes.educator,
    api.recordings.use,
  )(async ({ params, body, viewer, say }) =>
    useRecording(deps, { ownerId: viewer.id, id: params.recordingId, say, captions: body.captions }),
  )

  serve(
    routes.educator,
    api.recordings.retry,
  )(async ({ params, viewer, say }) => ({
    recording: await retryRecording(deps, { ownerId: viewer.id, id: params.recordingId, say }),
  }))

  serve(
    routes.educator,
    api.recordings.remove,
  )(async ({ params, viewer, say }) => ({
    recording: await removeRecording(deps, { ownerId: viewer.id, id: params.recordingId, say }),
  }))

  serve(
    routes.educator,
    api.recordings.chapters,
  )(async ({ params, viewer, say }) => ({
    chapters: await draftRecordingChapters(deps, { ownerId: viewer.id, id: params.recordingId, say }),
  }))

  serve(
    routes.educator,
    api.recordings.video,
  )(async ({ params, viewer }) => {
    const { videoId, located } = await findDraft(deps, viewer.id, params.recordingId)
    if (located.kind === 'url') return { kind: 'redirect', url: located.url, headers: uploadHeaders }
    const { path, bytes, proxyPath } = located
    const described = { contentType: 'video/mp4', etag: `"${videoId}"`, cacheControl: 'private, no-cache' }
    return { kind: 'file', path, bytes, proxyPath, ...described, headers: uploadHeaders }
  })
}
