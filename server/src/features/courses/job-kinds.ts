import { z } from 'zod'
import { defineJob } from '#jobs/define.ts'

/** A course became cheaper: who wishes for it is told. Prices in paise; `change` tells one drop from the next. */
export const announcePriceDrop = defineJob({
  name: 'announce-price-drop',
  data: z.object({ courseId: z.string(), from: z.number().int(), to: z.number().int(), change: z.string() }),
  retries: 10,
  retrySeconds: 10,
})
