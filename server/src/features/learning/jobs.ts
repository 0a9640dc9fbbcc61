import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { defineAnnouncement } from '#core/transact.ts'
import { addUpViews } from './add-up-views.ts'
import { deleteUnusedViewers, deleteUnusedViews } from './view-queries.ts'

/** A student completed a course, in the transaction that keeps it: once for each enrolment. */
export const courseCompleted = defineAnnouncement<{ userId: string; courseId: string }>('courseCompleted', {
  optional: true,
})

/** An educator corrected what a student has completed: notifies the student. */
export const markCorrected = defineJob({
  name: 'announce-mark-correction',
  data: z.object({ correctionId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** An educator opened lectures to a student before their time: notifies the student. `change` distinguishes the times. */
export const lecturesOpened = defineJob({
  name: 'announce-early-openings',
  data: z.object({ userId: z.string(), lectureIds: z.array(z.string()), change: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** An educator set marks of students, or took them back: notifies each of them once. */
export const marksSet = defineJob({
  name: 'announce-set-marks',
  data: z.object({ batch: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

const addUp = defineJob({ name: 'add-up-views', data: noData, retries: 0, retrySeconds: 60 })
const trim = defineJob({ name: 'trim-lecture-views', data: noData, retries: 0, retrySeconds: 60 })

/** Days for which it is kept what a student watched of a lecture after their last report. */
const keptDays = 365
const deletedAtOnce = 5000

export const learningJobs = (deps: Pick<FeatureDeps, 'db' | 'clock' | 'log'>): JobHandler[] => [
  handleJob(addUp, () => addUpViews(deps), '* * * * *'),
  handleJob(
    trim,
    async () => {
      for (const deleteUnused of [deleteUnusedViews, deleteUnusedViewers])
        while ((await deleteUnused(deps.db, deps.clock.now(), keptDays, deletedAtOnce)) === deletedAtOnce);
    },
    '43 3 * * *',
  ),
]
