import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

/** A student reviewed a course for the first time: notifies its educator. */
export const courseReviewed = defineJob({
  name: 'announce-review',
  data: z.object({ reviewId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** An admin removed a review: notifies its author of the reason. */
export const reviewRemoved = defineJob({
  name: 'announce-review-removal',
  data: z.object({ reviewId: z.string(), courseId: z.string(), userId: z.string(), reason: z.string() }),
  retries: 10,
  retrySeconds: 10,
})
