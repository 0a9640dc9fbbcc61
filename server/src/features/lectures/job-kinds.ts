import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

const lecture = { lectureId: z.string() }
const often = { retries: 10, retrySeconds: 10 }

/** A lecture was added: the course's students are told. */
export const announceLecture = defineJob({ name: 'announce-lecture', data: z.object(lecture), ...often })

/** A session was scheduled: the course's students are told when it will be. */
export const announceSession = defineJob({
  name: 'announce-session',
  data: z.object({ ...lecture, startTime: z.iso.datetime() }),
  ...often,
})

/** A session has begun: the course's students are told. `startedAt` tells one session of a lecture from the next. */
export const announceLiveStart = defineJob({
  name: 'announce-live-start',
  data: z.object({ ...lecture, startedAt: z.iso.datetime() }),
  ...often,
})
