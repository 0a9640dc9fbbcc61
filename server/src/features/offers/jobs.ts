import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { endSales } from './sales.ts'

/** Sales that are over give their courses the regular price back. */
export const endSalesJob = defineJob({ name: 'end-sales', data: noData, retries: 0, retrySeconds: 60 })

export const offerJobs = (deps: Pick<FeatureDeps, 'db' | 'clock'>): JobHandler[] => [
  handleJob(endSalesJob, () => endSales(deps), '* * * * *'),
]
