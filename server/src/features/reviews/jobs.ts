import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

const often = { retries: 10, retrySeconds: 10 }

/** A student reviewed a course for the first time: notifies its educator. */
export const courseReviewed = defineJob({
  name: 'announce-review',
  data: z.object({ reviewId: z.string() }),
  ...often,
})

/** An educator replied to a review: notifies its author. */
export const reviewReplied = defineJob({
  name: 'announce-review-reply',
  data: z.object({ reviewId: z.string() }),
  ...often,
})

/** An admin removed a review: notifies its author of the reason. */
export const reviewRemoved = defineJob({
  name: 'announce-review-removal',
  data: z.object({
    reviewId: z.string(),
    courseId: z.string(),
    userId: z.string(),
    reason: z.string(),
    // jobs of older versions have none
    change: z.string().optional(),
  }),
  ...often,
})

/** An admin put a removed review back: notifies its author. */
export const reviewRestored = defineJob({
  name: 'announce-review-return',
  data: z.object({ courseId: z.string(), userId: z.string(), change: z.string() }),
  ...often,
})
