import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

const lecture = { lectureId: z.string() }
const retry = { retries: 10, retrySeconds: 10 }

/** A lecture was added: notifies the course's students. */
export const lectureAdded = defineJob({ name: 'announce-lecture', data: z.object(lecture), ...retry })

/** A session was scheduled: notifies the course's students of its time. */
export const sessionScheduled = defineJob({
  name: 'announce-session',
  data: z.object({ ...lecture, startTime: z.iso.datetime() }),
  ...retry,
})

/** A session has begun: notifies the course's students. `startedAt` distinguishes the sessions of a lecture. */
export const sessionStarted = defineJob({
  name: 'announce-live-start',
  data: z.object({ ...lecture, startedAt: z.iso.datetime() }),
  ...retry,
})

/** An upload has arrived completely: it is checked and put into its lecture. */
export const finishUploadJob = defineJob({
  name: 'finish-upload',
  data: z.object({ uploadId: z.string() }),
  ...retry,
})

export const deleteExpiredUploadsJob = defineJob({
  name: 'delete-expired-uploads',
  data: noData,
  retries: 1,
  retrySeconds: 600,
})

/** Has the next part of a video heard, for captions that are made by machine. */
export const transcribePart = defineJob({
  name: 'transcribe-part',
  data: z.object({ id: z.string() }),
  retries: 5,
  retrySeconds: 60,
})

/** Deletes counts of minutes that no limit needs any more. */
export const deleteTranscriptionDays = defineJob({
  name: 'delete-transcription-days',
  data: noData,
  retries: 1,
  retrySeconds: 600,
})
