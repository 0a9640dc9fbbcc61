import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { trimAsked } from './asked/asked-queries.ts'

export { registerTutor } from './routes.ts'

const trimQuestions = defineJob({ name: 'trim-unanswered-questions', data: noData, retries: 0, retrySeconds: 60 })

export const tutorJobs = (deps: Pick<FeatureDeps, 'db' | 'clock'>): JobHandler[] => [
  handleJob(trimQuestions, () => trimAsked(deps.db, deps.clock.now()), '17 * * * *'),
]
