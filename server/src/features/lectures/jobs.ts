import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'
import { defineAnnouncement } from '#core/transact.ts'

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

/** A lecture has a new video, in the transaction that refers to it. */
export const videoAttached = defineAnnouncement<{ videoId: string }>('videoAttached')

/** Deletes copies of courses whose making was interrupted. */
export const deleteAbandonedCopies = defineJob({
  name: 'delete-abandoned-copies',
  data: noData,
  retries: 1,
  retrySeconds: 600,
})
