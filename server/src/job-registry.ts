import { accountJobs } from './features/accounts/index.ts'
import { adminJobs } from './features/admin/index.ts'
import type { FeatureDeps } from './features/deps.ts'
import { enrolmentJobs } from './features/enrolments/index.ts'
import { liveJobs } from './features/live/index.ts'
import { mediaJobs } from './features/media/index.ts'
import { notificationJobs } from './features/notifications/index.ts'
import { searchJobs } from './features/search/index.ts'
import type { JobHandler } from './jobs/define.ts'

/** Every kind of job of the product with its handler. */
export const allJobs = (deps: FeatureDeps): JobHandler[] => [
  ...accountJobs(deps),
  ...mediaJobs(deps),
  ...enrolmentJobs(deps),
  ...notificationJobs(deps),
  ...liveJobs(deps),
  ...searchJobs(deps),
  ...adminJobs(deps),
]
