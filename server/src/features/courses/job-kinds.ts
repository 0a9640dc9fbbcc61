import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

/** The texts of a course that is published changed, or it was published: what is made of them is made again. */
export const courseTextChanged = defineJob({
  name: 'course-text-changed',
  data: z.object({ courseId: z.string() }),
  retries: 5,
  retrySeconds: 10,
})

/** A course became cheaper: who has on the wishlist it is told. Prices in paise; `change` tells one drop from the next. */
export const priceDropped = defineJob({
  name: 'announce-price-drop',
  data: z.object({ courseId: z.string(), from: z.number().int(), to: z.number().int(), change: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** An admin took a course off the list, or brought it back: its creator is told. `change` tells one time from the next. */
export const listingChanged = defineJob({
  name: 'announce-listing',
  data: z.object({ courseId: z.string(), listed: z.boolean(), reason: z.string(), change: z.string() }),
  retries: 10,
  retrySeconds: 10,
})
