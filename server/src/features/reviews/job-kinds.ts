import { z } from 'zod'
import { defineJob } from '#jobs/define.ts'

/** A student reviewed a course for the first time: its educator is told. */
export const announceReview = defineJob({
  name: 'announce-review',
  data: z.object({ reviewId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})
