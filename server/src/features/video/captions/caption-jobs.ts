import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

/** Transcribes the next part of a video for automatic captions. */
export const transcribePart = defineJob({
  name: 'transcribe-part',
  data: z.object({ id: z.string() }),
  retries: 5,
  retrySeconds: 60,
})

/** Deletes counts of minutes that are no longer needed for limits. */
export const deleteTranscriptionDays = defineJob({
  name: 'delete-transcription-days',
  data: noData,
  retries: 1,
  retrySeconds: 600,
})
