import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

/** The texts of a published course changed, or it was published: the search makes its vectors again. */
export const courseTextChanged = defineJob({
  name: 'course-text-changed',
  data: z.object({ courseId: z.string() }),
  retries: 5,
  retrySeconds: 10,
})

/** A course became cheaper: notifies users who have it on their wishlist. Prices in paise; `change` identifies the drop. */
export const priceDropped = defineJob({
  name: 'announce-price-drop',
  data: z.object({ courseId: z.string(), from: z.number().int(), to: z.number().int(), change: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** An admin unlisted or relisted a course: notifies its creator. `change` identifies the act. */
export const listingChanged = defineJob({
  name: 'announce-listing',
  data: z.object({ courseId: z.string(), listed: z.boolean(), reason: z.string(), change: z.string() }),
  retries: 10,
  retrySeconds: 10,
})
