import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

/** Checks a complete upload and puts it into its lecture. */
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
