import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { accessEnded } from '../enrolments/index.ts'
import { addAttendance } from '../lectures/index.ts'
import { deleteOldAttendance } from './attendance/attendance-queries.ts'
import { attendanceCounts, tickAttended } from './attendance/tick-attended.ts'
import { deleteOldSessions } from './queries.ts'
import { evictStudent } from './room/moderate.ts'

const trim = defineJob({ name: 'trim-live-sessions', data: noData, retries: 0, retrySeconds: 60 })

/** Refunds count what students attended. */
const countAttendance = defineJob({ name: 'count-attendance', data: noData, retries: 0, retrySeconds: 60 })

/** Days for which messages are kept after the end of a session, in case of complaints. They are not shown to anyone. */
const keptDays = 30
/** Days for which it is kept who attended. */
const attendanceDays = 365
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 24 * 3600 * 1000)

export const liveJobs = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): JobHandler[] => [
  handleJob(
    trim,
    async () => {
      await deleteOldSessions(db, daysBefore(clock.now(), keptDays))
      await deleteOldAttendance(db, daysBefore(clock.now(), attendanceDays))
    },
    '17 4 * * *',
  ),
  handleJob(countAttendance, () => addAttendance(db), '* * * * *'),
  handleJob(attendanceCounts, ({ lectureId }) => tickAttended({ db, clock }, lectureId)),
  handleJob(accessEnded, ({ userId, courseId }) => evictStudent(db, userId, courseId)),
]
