import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { deleteTranscriptionDays, transcribePart } from './caption-jobs.ts'
import { transcribeNextPart } from './transcribe-part.ts'
import { deleteDaysBefore } from './transcription-queries.ts'

export { findCaptionText } from './caption-queries.ts'
export { spokenIn } from './cue-text.ts'
export { registerCaptions } from './routes.ts'
export { canonicalLanguage, versionOf } from './set-captions.ts'
export { startTranscription } from './transcribe.ts'
export { findTranscription } from './transcription-queries.ts'

/** Time for which counts of minutes are kept, for the operator. */
const keptDaysMs = 31 * 24 * 3600 * 1000

export const captionJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(transcribePart, ({ id }) => transcribeNextPart(deps, id)),
  handleJob(
    deleteTranscriptionDays,
    () => deleteDaysBefore(deps.db, new Date(deps.clock.now().getTime() - keptDaysMs)),
    '51 3 * * *',
  ),
]
