import type { FeatureDeps } from '#core/feature-deps.ts'
import type { JobHandler } from '#core/jobs.ts'
import { accountJobs } from '#features/accounts/index.ts'
import { adminJobs } from '#features/admin/index.ts'
import { certificateJobs } from '#features/certificates/index.ts'
import { draftJobs } from '#features/drafts/index.ts'
import { invoiceJobs } from '#features/invoices/index.ts'
import { learningJobs } from '#features/learning/index.ts'
import { lectureJobs } from '#features/lectures/index.ts'
import { ledgerJobs } from '#features/ledger/index.ts'
import { liveJobs } from '#features/live/index.ts'
import { mediaJobs } from '#features/media/index.ts'
import { noteJobs } from '#features/notes/index.ts'
import { notificationJobs } from '#features/notifications/index.ts'
import { offerJobs } from '#features/offers/index.ts'
import { passageJobs } from '#features/passages/index.ts'
import { payoutJobs } from '#features/payouts/index.ts'
import { quizJobs } from '#features/quizzes/index.ts'
import { salesJobs } from '#features/sales/index.ts'
import { searchJobs } from '#features/search/index.ts'
import { tutorJobs } from '#features/tutor/index.ts'
import { captionJobs } from '#features/video/captions/index.ts'
import { streamJobs } from '#features/video/streams/index.ts'
import { uploadJobs } from '#features/video/uploads/index.ts'

/** Returns all kinds of jobs with their handlers. */
export const allJobs = (deps: FeatureDeps): JobHandler[] => [
  ...accountJobs(deps),
  ...mediaJobs(deps),
  ...streamJobs(deps),
  ...lectureJobs(deps),
  ...captionJobs(deps),
  ...uploadJobs(deps),
  ...ledgerJobs(deps),
  ...invoiceJobs(deps),
  ...offerJobs(deps),
  ...salesJobs(deps),
  ...payoutJobs(deps),
  ...draftJobs(deps),
  ...learningJobs(deps),
  ...certificateJobs(deps),
  ...noteJobs(deps),
  ...quizJobs(deps),
  ...notificationJobs(deps),
  ...liveJobs(deps),
  ...searchJobs(deps),
  ...passageJobs(deps),
  ...tutorJobs(deps),
  ...adminJobs(deps),
]
