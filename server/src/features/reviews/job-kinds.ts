import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

/** A student reviewed a course for the first time: its educator is told. */
export const courseReviewed = defineJob({
  name: 'announce-review',
  data: z.object({ reviewId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** An admin removed a review: its author is told why. */
export const reviewRemoved = defineJob({
  name: 'announce-review-removal',
  data: z.object({ reviewId: z.string(), courseId: z.string(), userId: z.string(), reason: z.string() }),
  retries: 10,
  retrySeconds: 10,
})
