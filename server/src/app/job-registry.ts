import type { FeatureDeps } from '#core/feature-deps.ts'
import type { JobHandler } from '#core/jobs.ts'
import { accountJobs } from '#features/accounts/index.ts'
import { adminJobs } from '#features/admin/index.ts'
import { enrolmentJobs } from '#features/enrolments/index.ts'
import { liveJobs } from '#features/live/index.ts'
import { mediaJobs } from '#features/media/index.ts'
import { notificationJobs } from '#features/notifications/index.ts'
import { searchJobs } from '#features/search/index.ts'

/** Returns all kinds of jobs with their handlers. */
export const allJobs = (deps: FeatureDeps): JobHandler[] => [
  ...accountJobs(deps),
  ...mediaJobs(deps),
  ...enrolmentJobs(deps),
  ...notificationJobs(deps),
  ...liveJobs(deps),
  ...searchJobs(deps),
  ...adminJobs(deps),
]
