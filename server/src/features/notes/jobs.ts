import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { deleteOldRows } from './save-note.ts'

const deleteOld = defineJob({ name: 'delete-rows-of-notes', data: noData, retries: 0, retrySeconds: 60 })

export const noteJobs = (deps: Pick<FeatureDeps, 'db' | 'clock'>): JobHandler[] => [
  handleJob(deleteOld, () => deleteOldRows(deps), '47 3 * * *'),
]
