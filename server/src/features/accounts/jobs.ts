import { defineJob, handleJob, type JobHandler, noData } from '#jobs/define.ts'
import type { FeatureDeps } from '../deps.ts'
import { forgetExpiredSessions } from './sessions.ts'

const forgetSessions = defineJob({ name: 'forget-expired-sessions', data: noData, retries: 0, retrySeconds: 60 })

export const accountJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(forgetSessions, () => forgetExpiredSessions(deps), '17 * * * *'),
]
