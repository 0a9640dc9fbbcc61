import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { deleteOldSessions } from './queries.ts'

const trim = defineJob({ name: 'trim-live-sessions', data: noData, retries: 0, retrySeconds: 60 })

/** What was said in a session is kept for so many days after its end, should someone complain; no one is shown it. */
const keptDays = 30

export const liveJobs = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): JobHandler[] => [
  handleJob(
    trim,
    () => deleteOldSessions(db, new Date(clock.now().getTime() - keptDays * 24 * 3600 * 1000)),
    '17 4 * * *',
  ),
]
