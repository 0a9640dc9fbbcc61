import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { curriculumChanged } from '../lectures/index.ts'
import { completeForAll } from './complete-course.ts'
import { learningJobs as ownJobs } from './jobs.ts'

export { completeEntry, completeIfReached } from './complete-course.ts'
export { accomplishedBy, completionOf } from './completion-settings.ts'
export { courseCompleted, lecturesOpened, markCorrected, marksSet } from './jobs.ts'
export { listEnrolled } from './progress.ts'
export { deleteProgressOf } from './queries.ts'
export { registerLearning } from './routes.ts'
export { isCheckDone } from './rules.ts'
export { findCorrection, findOpened } from './students/correction-queries.ts'
export { setMarks } from './students/set-marks.ts'
export { findBatch } from './students/set-queries.ts'
export { viewRow } from './view-queries.ts'

export const learningJobs = (deps: Pick<FeatureDeps, 'db' | 'clock' | 'log'>): JobHandler[] => [
  ...ownJobs(deps),
  handleJob(curriculumChanged, ({ courseId }) => completeForAll(deps, courseId)),
]
