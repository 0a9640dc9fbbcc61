import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { deleteOldDrafts } from './store-draft.ts'

const deleteOld = defineJob({ name: 'delete-old-drafts', data: noData, retries: 0, retrySeconds: 60 })

export const draftJobs = (deps: Pick<FeatureDeps, 'db' | 'clock'>): JobHandler[] => [
  handleJob(deleteOld, () => deleteOldDrafts(deps), '53 3 * * *'),
]
