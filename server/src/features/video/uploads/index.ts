import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { cleanUpUploads, finishUpload } from './finish-upload.ts'
import { deleteExpiredUploadsJob, finishUploadJob } from './upload-jobs.ts'

export { registerUploads } from './routes.ts'
export { endLeases } from './upload-lease.ts'
export { expireUploadsOf } from './upload-queries.ts'

export const uploadJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(finishUploadJob, ({ uploadId }) => finishUpload(deps, uploadId)),
  handleJob(deleteExpiredUploadsJob, () => cleanUpUploads(deps), '13 * * * *'),
]
