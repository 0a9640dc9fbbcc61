import { msg } from '@lingui/core/runtime-macro'
import { api, type Transcribing } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { removeCaptions, setCaptions } from './set-captions.ts'
import { alignTranscript, readTranscription, startTranscription, stopTranscription } from './transcribe.ts'
import { readProblem } from './transcribe-part.ts'

/** Translates the reason why captions were not made into the reader's language. */
function saidIn(say: Say, { transcription, ...rest }: Transcribing): Transcribing {
  const problem = transcription?.problem
  return {
    ...rest,
    transcription: transcription && { ...transcription, problem: problem ? say(readProblem(problem)) : null },
  }
}

/** Serves the endpoints of captions that educators set, and of automatic captions. */
export function registerCaptions(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.lectures.setCaptions,
  )(async ({ params, body, viewer, say }) => ({
    ...(await setCaptions(deps, viewer.id, params.lectureId, body)),
    message: say(msg`Captions saved`),
  }))

  serve(
    routes.educator,
    api.lectures.removeCaptions,
  )(async ({ params, viewer, say }) => ({
    lecture: await removeCaptions(deps, viewer.id, params.lectureId, params.language),
    message: say(msg`Captions removed`),
  }))

  serve(
    routes.educator,
    api.transcriptions.read,
  )(async ({ params, viewer, say }) => saidIn(say, await readTranscription(deps, viewer.id, params.lectureId)))

  serve(
    routes.educator,
    api.transcriptions.start,
  )(async ({ params, body, viewer, say }) =>
    saidIn(say, await startTranscription(deps, viewer.id, params.lectureId, body)),
  )

  serve(
    routes.educator,
    api.transcriptions.align,
  )(async ({ params, body, viewer, say }) =>
    saidIn(say, await alignTranscript(deps, viewer.id, params.lectureId, body)),
  )

  serve(
    routes.educator,
    api.transcriptions.stop,
  )(async ({ params, viewer, say }) => saidIn(say, await stopTranscription(deps, viewer.id, params.lectureId)))
}
