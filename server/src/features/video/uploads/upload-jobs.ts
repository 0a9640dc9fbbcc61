import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

/** An upload has arrived completely: it is checked and put into its lecture. */
export const finishUploadJob = defineJob({
  name: 'finish-upload',
  data: z.object({ uploadId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

export const deleteExpiredUploadsJob = defineJob({
  name: 'delete-expired-uploads',
  data: noData,
  retries: 1,
  retrySeconds: 600,
})
