import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

const lecture = { lectureId: z.string() }
const often = { retries: 10, retrySeconds: 10 }

/** A lecture was added: the course's students are told. */
export const lectureAdded = defineJob({ name: 'announce-lecture', data: z.object(lecture), ...often })

/** A session was scheduled: the course's students are told when it will be. */
export const sessionScheduled = defineJob({
  name: 'announce-session',
  data: z.object({ ...lecture, startTime: z.iso.datetime() }),
  ...often,
})

/** A session has begun: the course's students are told. `startedAt` tells one session of a lecture from the next. */
export const sessionStarted = defineJob({
  name: 'announce-live-start',
  data: z.object({ ...lecture, startedAt: z.iso.datetime() }),
  ...often,
})
