import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { accessEnded } from '../enrolments/index.ts'
import { addAttendance } from '../lectures/index.ts'
import { deleteOldSessions } from './queries.ts'
import { evictStudent } from './room/moderate.ts'

const trim = defineJob({ name: 'trim-live-sessions', data: noData, retries: 0, retrySeconds: 60 })

/** Refunds count what students attended. */
const countAttendance = defineJob({ name: 'count-attendance', data: noData, retries: 0, retrySeconds: 60 })

/** Days for which messages are kept after the end of a session, in case of complaints. They are not shown to anyone. */
const keptDays = 30

export const liveJobs = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): JobHandler[] => [
  handleJob(
    trim,
    () => deleteOldSessions(db, new Date(clock.now().getTime() - keptDays * 24 * 3600 * 1000)),
    '17 4 * * *',
  ),
  handleJob(countAttendance, () => addAttendance(db), '* * * * *'),
  handleJob(accessEnded, ({ userId, courseId }) => evictStudent(db, userId, courseId)),
]
