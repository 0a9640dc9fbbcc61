import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { removeCaptions, setCaptions } from './set-captions.ts'
import { alignTranscript, readTranscription, startTranscription, stopTranscription } from './transcribe.ts'

/** Serves the captions that educators set, and those that are made by machine. */
export function registerCaptions(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.lectures.setCaptions,
  )(async ({ params, body, viewer }) => ({
    ...(await setCaptions(deps, viewer.id, params.lectureId, body)),
    message: 'Captions saved',
  }))

  serve(
    routes.educator,
    api.lectures.removeCaptions,
  )(async ({ params, viewer }) => ({
    lecture: await removeCaptions(deps, viewer.id, params.lectureId, params.language),
    message: 'Captions removed',
  }))

  serve(
    routes.educator,
    api.transcriptions.read,
  )(async ({ params, viewer }) => readTranscription(deps, viewer.id, params.lectureId))

  serve(
    routes.educator,
    api.transcriptions.start,
  )(async ({ params, body, viewer }) => startTranscription(deps, viewer.id, params.lectureId, body))

  serve(
    routes.educator,
    api.transcriptions.align,
  )(async ({ params, body, viewer }) => alignTranscript(deps, viewer.id, params.lectureId, body))

  serve(
    routes.educator,
    api.transcriptions.stop,
  )(async ({ params, viewer }) => stopTranscription(deps, viewer.id, params.lectureId))
}
