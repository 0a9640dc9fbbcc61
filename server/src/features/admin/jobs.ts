import { defineJob, handleJob, type JobHandler, noData } from '#jobs/define.ts'
import type { FeatureDeps } from '../deps.ts'
import { trimErrors } from './record-error.ts'

const trim = defineJob({ name: 'trim-error-events', data: noData, retries: 0, retrySeconds: 60 })

export const adminJobs = (deps: FeatureDeps): JobHandler[] => [handleJob(trim, () => trimErrors(deps), '53 3 * * *')]
